"""International bank account numbers: the length of their country, mod 97 (ISO 13616, python-stdnum)."""

import re
from collections.abc import Iterator
from functools import cache

from stdnum import iban, numdb

from penname.pseudonyms.entities import Entity, Finder, Kind
from penname.pseudonyms.structured.labels import GAP

_START = re.compile(rf"(?<![^\W_])[A-Za-z]{{2}}[ \u00a0\-‑]?\d{GAP}?\d(?={GAP}[A-Za-z0-9])")
_GAP = re.compile(GAP)


def find(text: str) -> Iterator[Entity]:
    """The valid IBANs of `text`."""
    for match in _START.finditer(text):
        length = _length(match.group()[:2].upper())
        end = length and _after(text, match.start(), length)
        if not end or (end < len(text) and text[end].isalnum()):
            continue
        compact = "".join(filter(str.isalnum, text[match.start() : end]))
        if iban.is_valid(compact, check_country=False):
            yield Entity(match.start(), end, Kind.IBAN, text[match.start() : end], Finder.PATTERN)


def _after(text: str, position: int, length: int) -> int | None:
    """Where the number ends that has `length` letters and digits from `position` on."""
    for count in range(length):
        if count:
            gap = _GAP.match(text, position)
            position = gap.end() if gap else position
        if position >= len(text) or not (text[position].isascii() and text[position].isalnum()):
            return None
        position += 1
    return position


@cache
def _length(country: str) -> int:
    info = numdb.get("iban").info(country)[0][1]
    return 4 + sum(int(part) for part in re.findall(r"(\d+)!", info.get("bban", ""))) if info else 0
