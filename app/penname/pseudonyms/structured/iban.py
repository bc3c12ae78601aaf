"""International bank account numbers: the length of their country, mod 97 (ISO 13616, python-stdnum)."""

import random
import re
from collections.abc import Iterator
from functools import cache

from stdnum import iban, numdb

from penname.pseudonyms.entities import Kind
from penname.pseudonyms.kinds import IdentifierKind
from penname.pseudonyms.structured import account
from penname.pseudonyms.structured.labels import GAP
from penname.pseudonyms.surrogates.layout import TRIES, refilled, relaid

_START = re.compile(rf"(?<![^\W_])[A-Za-z]{{2}}[ \u00a0\-‑]?\d{GAP}?\d(?={GAP}[A-Za-z0-9])")
_GAP = re.compile(GAP)


def find(text: str) -> Iterator[tuple[int, int]]:
    """The valid IBANs of `text`."""
    for match in _START.finditer(text):
        length = _length(match.group()[:2].upper())
        end = length and _after(text, match.start(), length)
        if not end or (end < len(text) and text[end].isalnum()):
            continue
        compact = "".join(filter(str.isalnum, text[match.start() : end]))
        if iban.is_valid(compact, check_country=False):
            yield match.start(), end


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


def _another(written: str, chance: random.Random, _text: str) -> str:
    """Another one of the same country; one that is written otherwise than as an IBAN is refilled."""
    number = "".join(filter(str.isalnum, written)).upper()
    if not iban.is_valid(number, check_country=False):
        return refilled(written, chance)
    by_country = iban.is_valid(number)
    for _ in range(TRIES):
        other = number[:2] + "00" + refilled(number[4:], chance)
        other = other[:2] + iban.calc_check_digits(other) + other[4:]
        if iban.is_valid(other, check_country=by_country):
            break
    return relaid(written, other)


KIND = IdentifierKind(
    Kind("iban"),
    rank=10,
    label="Bank account",
    find=find,
    find_codes=account.find,
    another=_another,
    examples=("IBAN: ‹DE89 3704 0044 0532 0130 00› und mehr", "‹DE89-3704-0044-0532-\n0130-00›"),
    lookalikes=("DE89 3704 0044 0532 0130 01", "Invoice 621136 2240 7013 3814 0212 and 976575/030 2312855"),
    is_cut_short=True,
    learned_as="bank",  # the window calls these bank accounts
)
