"""Codes: letters and digits that only a word before them tells apart from amounts and order numbers."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from penname.pseudonyms.dates import find_dates
from penname.pseudonyms.structured.labels import any_of, has_label, words_since

_SEPARATOR = r"[ \u00a0\u2007\u2009\u202f./\-‐‑–]"
_CODE = re.compile(
    r"(?<!\d[.,\-/:])(?<![\w$€£¥₦@+])"
    r"(?:(?:[A-Za-z]{1,6}-?)?\d[\dA-Za-z]*|(?=[A-Z]*\d[A-Z]*\d)[A-Z\d]{7,20})"
    # A group of digits, a letter or two before more digits, or a letter at the very end: "12 230891 Y 227".
    rf"(?:{_SEPARATOR}(?:\d[\dA-Za-z]*|[A-Z]{{1,2}}(?={_SEPARATOR}\d)|(?<=[\-‑])[A-Z]{{1,2}}|[A-Z](?=[,;)\n]|$)))*(?!\w)"
)
_MIXED = re.compile(r"(?=\D*\d\D*\d)[A-Z\d]{7,20}")  # few digits, but no word
_EMPTY_FORM = re.compile(r"0+\W0+\b")
_MONEY_BEFORE = re.compile(rf"(?:[$€£¥₦₹฿]|\b(?:{any_of('currencies')})\.?) ?$", re.IGNORECASE)
_UNIT_AFTER = re.compile(
    rf",\d|:\d|[ \u00a0\u202f]?(?:[%€$£¥₦₹฿°²]|(?:{any_of('currencies')}|{any_of('units')})\b)", re.IGNORECASE
)


class Code(NamedTuple):
    """`text[start:end]` could be a code: with its number of letters and digits, and of digits alone."""

    start: int
    end: int
    length: int
    digits: int


@lru_cache(maxsize=2)
def find_codes(text: str) -> tuple[Code, ...]:
    """What could be a code in `text`: nothing that is written as a date, an amount or a measure.

    Accounts, identity numbers and licences all look through them, one after the other.
    """
    return tuple(_codes(text))


def _codes(text: str) -> Iterator[Code]:
    dates: list[tuple[int, int]] | None = None
    for match in _CODE.finditer(text):
        code = _code(text, match.start(), match.end())
        if not _is_long_enough(text, code) or _EMPTY_FORM.match(text, code.start):
            continue
        if dates is None:
            dates = [(date.start, date.end) for date in find_dates(text)]
        code = _apart(text, code, dates)
        if _is_long_enough(text, code):
            yield code


def _apart(text: str, code: Code, dates: list[tuple[int, int]]) -> Code:
    """What is left of it in front of a date or an amount beside it."""
    for start, end in dates:
        if start <= code.start < end and code.digits <= 8:
            return _code(text, code.start, code.start)
        if code.start < start < code.end and text[start - 1].isspace():
            code = _code(text, code.start, start - 1)
    if not is_measure(text, code.start, code.end):
        return code
    last = text.rfind(" ", code.start, code.end)
    return _code(text, code.start, max(last, code.start))


def is_measure(text: str, start: int, end: int) -> bool:
    """Whether a currency or a unit is beside a number."""
    return bool(_MONEY_BEFORE.search(text, max(0, start - 5), start) or _UNIT_AFTER.match(text, end))


def is_labelled(text: str, code: Code, name: str, *, words: int = 4) -> bool:
    """Whether a label of this name says what the code is: right before it, or up to `words` words earlier.

    The farther away the label, the more the code itself must look like one.
    """
    between = words_since(text, code.start, name)
    if between is None or between > words or has_label(text, code.start, "ordinary"):
        return False
    if between == 0:
        return True
    return code.digits >= 7 and not any(
        has_label(text, code.start, other) for other in ("phone", "phone_for_sure", "passport")
    )


def _is_long_enough(text: str, code: Code) -> bool:
    return code.length >= 5 and (code.digits >= 3 or _MIXED.fullmatch(text, code.start, code.end) is not None)


def _code(text: str, start: int, end: int) -> Code:
    written = text[start:end]
    return Code(start, end, sum(map(str.isalnum, written)), sum(map(str.isdigit, written)))
