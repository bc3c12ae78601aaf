"""Passport numbers: too plain to be told from others, so one that a passport is mentioned before."""

import re
from collections.abc import Iterator

from penname.pseudonyms.entities import Kind
from penname.pseudonyms.kinds import IdentifierKind
from penname.pseudonyms.structured.apart import without_figures
from penname.pseudonyms.structured.labels import has_label

_NUMBER = re.compile(r"(?<![\w\-])[A-Z0-9]{1,10}(?:[ \-‑\u00a0\n][A-Z0-9]{1,9}){0,4}(?![\w])")
_NEAR = re.compile(r"(?<!\w)(?:passport|reisepass|passeport|pasaporte)\b[^.!?\n]{0,40}$", re.IGNORECASE)
_LEAST_DIGITS = 4


def find(text: str) -> Iterator[tuple[int, int]]:
    """The passport numbers of `text`."""
    for match in _NUMBER.finditer(without_figures(text)):
        end = _end(match)
        if end is None:
            continue
        written = text[match.start() : end]
        near = any(map(str.isalpha, written)) and _NEAR.search(
            text, max(0, match.start() - 60), match.start()
        )
        if (near and not has_label(text, match.start(), "ordinary")) or has_label(
            text, match.start(), "passport"
        ):
            yield match.start(), end


def _end(match: re.Match[str]) -> int | None:
    """Where the longest run of whole groups ends that can be a passport number."""
    groups = list(re.finditer(r"[A-Z0-9]+", match.group()))
    for last in range(len(groups), 0, -1):
        number = "".join(group.group() for group in groups[:last])
        if not 7 <= len(number) <= 10 or sum(map(str.isdigit, number)) < _LEAST_DIGITS:
            continue
        if last == 1 or any(map(str.isdigit, groups[last - 1].group())):
            return match.start() + groups[last - 1].end()
    return None


KIND = IdentifierKind(
    Kind("passport"),
    rank=100,
    label="Passport",
    find=find,
    examples=("mein Reisepass Nr. ‹C01 X00 T47›",),
    lookalikes=("My passport is lost, see invoice 2024-3483 and 1973-11-29",),
)
