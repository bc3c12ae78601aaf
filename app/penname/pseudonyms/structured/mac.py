"""Hardware addresses: six pairs or three groups of four hexadecimal digits."""

import random
import re
from collections.abc import Iterator

from penname.pseudonyms.entities import Kind
from penname.pseudonyms.kinds import IdentifierKind
from penname.pseudonyms.structured.labels import has_label
from penname.pseudonyms.surrogates.layout import hexadecimal_like

_PAIRS = re.compile(
    r"(?<![\w:.\-])[0-9a-f]{2}([:\-.‑ ])(?:[0-9a-f]{2}\1){4}[0-9a-f]{2}(?![\w]|[:\-‑][0-9a-f]{2})",
    re.IGNORECASE,
)
_GROUPS = re.compile(
    r"(?<![\w:.\-])[0-9a-f]{4}([.\-:])[0-9a-f]{4}\1[0-9a-f]{4}(?![\w]|[.\-:][0-9a-f])", re.IGNORECASE
)
_BARE = re.compile(r"(?<!\w)[0-9a-f]{12}(?!\w)", re.IGNORECASE)
_NOBODY = frozenset({"000000000000", "ffffffffffff"})


def find(text: str) -> Iterator[tuple[int, int]]:
    """The hardware addresses of `text`."""
    for pattern in (_PAIRS, _GROUPS, _BARE):
        for match in pattern.finditer(text):
            digits = "".join(filter(str.isalnum, match.group())).lower()
            # Written in digits only, or apart with spaces, it is an ordinary number unless somebody says so.
            plain = pattern is _BARE or digits.isdigit() or match.group(1) in " ."
            if digits in _NOBODY or (plain and not _is_sure(text, match) and not _colons(match.group())):
                continue
            yield match.span()


def _colons(written: str) -> bool:
    return written.count(":") == 5


def _is_sure(text: str, match: re.Match[str]) -> bool:
    cisco = match.re is _GROUPS and match.group(1) == "." and not match.group().replace(".", "").isdigit()
    return cisco or has_label(text, match.start(), "mac")


def _another(written: str, chance: random.Random, _text: str) -> str:
    return "".join(hexadecimal_like(written, chance) if c.isalnum() else c for c in written)


KIND = IdentifierKind(
    Kind("mac"),
    rank=70,
    label="Device address",
    find=find,
    another=_another,
    examples=("‹00-1A-2B-3C-4D-5E›",),
    lookalikes=("the fingerprint 00:1A:2B:3C:4D:5E:6F:70",),
    is_address=True,
)
