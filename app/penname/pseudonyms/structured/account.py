"""Bank accounts that are no IBAN: numbers that a word before them, or their own shape and check, calls so.

They are of the kind of the IBAN: to a reader both are the number of a bank account.
"""

import re
from collections.abc import Iterator

from penname.pseudonyms.structured.checks import stdnum_check
from penname.pseudonyms.structured.codes import find_codes, is_labelled
from penname.pseudonyms.structured.labels import has_label

_NEW_ZEALAND = re.compile(r"(?<![\w\-])\d{2}-\d{4}-\d{7}-\d{2,3}(?![\w\-])")
_SORT_CODE = re.compile(r"(?<![\w\-])\d\d([\- ])\d\d\1\d\d(?![\w\-])")  # looks like a date
_GAP = r"([ \u00a0\u202f\-]?)"  # between the groups: the same throughout, none in the middle of a group
_CHECKED = (
    (rf"\d{{3}}{_GAP}\d{{3}}\1\d{{11}}\1\d", lambda number: _is_clabe(number)),
    (rf"\d{{8}}{_GAP}\d{{14}}", stdnum_check("ar.cbu")),
    (rf"\d{{4}}{_GAP}\d{{4}}\1\d\d\1\d{{10}}", stdnum_check("es.ccc")),
)
_FREE = tuple(
    (re.compile(rf"(?<![\w\-])(?<!\d[.,/:]){shape}(?![\w\-]|[.,/:]\d)"), check) for shape, check in _CHECKED
)
_NEXT = re.compile(r"[ \t]*[,;/&(]?[ \t]*(?:[^\W\d_]+[ \t]+){0,2}$")  # "branch 2214, ordinary 3360975"
_LEAST = 6  # digits


def find(text: str) -> Iterator[tuple[int, int]]:
    """The bank accounts of `text` that are written otherwise than as an IBAN."""
    for match in _NEW_ZEALAND.finditer(text):
        yield match.span()
    for match in _SORT_CODE.finditer(text):
        if has_label(text, match.start(), "sort_code"):
            yield match.span()
    for pattern, check in _FREE:
        for match in pattern.finditer(text):
            number = "".join(filter(str.isdigit, match.group()))
            if check(number) and not has_label(text, match.start(), "ordinary"):
                yield match.span()
    last = -1
    for code in find_codes(text):
        goes_on = 0 <= last < code.start and code.digits >= _LEAST and _NEXT.fullmatch(text, last, code.start)
        if goes_on or (code.digits >= _LEAST and is_labelled(text, code, "account")):
            last = code.end
            yield code.start, code.end


def _is_clabe(number: str) -> bool:
    """Mexican CLABE: 17 digits weighted by 3, 7, 1, each product modulo 10, and a check digit."""
    total = sum(int(digit) * (3, 7, 1)[place % 3] % 10 for place, digit in enumerate(number[:17]))
    return (10 - total % 10) % 10 == int(number[17])
