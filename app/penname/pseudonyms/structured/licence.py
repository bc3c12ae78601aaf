"""Driving licences and number plates: behind a word that says so, or beside a car in the form of a plate."""

import re
from collections.abc import Iterator

from penname.pseudonyms.entities import Kind
from penname.pseudonyms.kinds import IdentifierKind
from penname.pseudonyms.structured.codes import find_codes, is_labelled, is_measure
from penname.pseudonyms.structured.labels import any_of, has_label, words_since

_BRITISH_LICENCE = re.compile(r"(?<!\w)[A-Z]{2,5}9{0,3}\d[0156]\d[0-3]\d{2}[A-Z9]{2}\d[A-Z]{2}(?!\w)")
_FRENCH_PLATE = re.compile(r"(?<![\w\-])[A-HJ-NP-TV-Z]{2}-\d{3}-[A-HJ-NP-TV-Z]{2}(?![\w\-])")
_PLATE = re.compile(
    r"(?<![\w.\-/])(?:"
    r"[A-Z]{2}\d{2}[\- ]?[A-Z]{3}|[A-Z]\d{1,3}[\- ][A-Z]{3}|"  # Britain
    r"[A-Z]{1,2}[\- ]?\d{3,6}(?:[\- ]?[A-Z]{1,2})?|\d{2,4}[\- ][A-Z]{2,3}[\- ]\d{2}|"  # Italy, France
    r"[A-ZÄÖÜ]{1,3}[\- ]?[A-Z]{1,2}[\- ]?\d{1,4}[EH]?|"  # Germany, Austria, India
    r"\d{3,4}[\- ]?[A-Z]{3}|"  # Spain, Ireland, Sweden
    r"[A-Z]{3}[\- ]?\d{2}[\- ]?\d{2}|[A-Z]{3}[\- ]?\d{3}[A-Z]?"  # Mexico, Central America, Kenya
    r")(?!\w)(?![\-]\w|[.,]\d)"
)
# Right behind the word: a German one, perhaps with small letters; letters and figures in any order.
_ANY_PLATE = re.compile(
    r"(?<![\w.\-/])(?:(?P<german>[A-ZÄÖÜ][A-Za-zÄÖÜäöü]{0,2}-[A-Z]{1,2}[\- ]\d{1,4}[EH]?)|"
    r"(?=[A-Z \-•·]*\d)(?=[\d \-•·]*[A-Z])[A-Z\d]{1,7}(?:[ \-•·][A-Z\d]{1,5}){0,2})(?!\w|[.,\-]\w)"
)
_NUMBER = r"n(?:umber|ummer|uméro|úmero|[or]\.?|\.?[°º])"
_DIRECTLY = re.compile(rf"(?<![^\W_])(?:{any_of('licence')})(?:\W?{_NUMBER})?[\s:=#]{{1,3}}$", re.IGNORECASE)
_FOUR_FIGURES = re.compile(r"(?<![\w.,\-/$€£])(?!(?:19|20)\d\d)\d{4}(?!\w|[.,:/\-]\d)")  # no year
_SET_OFF = re.compile(rf"(?:[,(:–—]|\b{_NUMBER})\s*$", re.IGNORECASE)
_REACH = 40  # characters before four figures in which the word is
_LEAST = 4  # letters and digits of a plate


def find(text: str) -> Iterator[tuple[int, int]]:
    """The licences and number plates of `text`."""
    for pattern in (_BRITISH_LICENCE, _FRENCH_PLATE):
        for match in pattern.finditer(text):
            yield match.span()
    for match in _PLATE.finditer(text):
        if sum(map(str.isalnum, match.group())) >= _LEAST and _is_of_car(text, match.start()):
            yield match.span()
    for match in _ANY_PLATE.finditer(text):
        fits = match["german"] or _LEAST <= sum(map(str.isalnum, match.group())) <= 9
        if fits and words_since(text, match.start(), "licence") == 0:
            yield match.span()
    for match in _FOUR_FIGURES.finditer(text):
        directly = _DIRECTLY.search(text, max(0, match.start() - _REACH), match.start())
        if directly and not is_measure(text, *match.span()):
            yield match.span()
    for code in find_codes(text):
        if is_labelled(text, code, "licence"):
            yield code.start, code.end


def _is_of_car(text: str, start: int) -> bool:
    labelled = words_since(text, start, "licence")
    if labelled is not None and labelled <= 1 and not has_label(text, start, "ordinary"):
        return True
    if not _SET_OFF.search(text, max(0, start - 12), start):
        return False
    beside = words_since(text, start, "vehicles")
    return beside is not None and beside <= 2


KIND = IdentifierKind(
    Kind("licence"),
    rank=110,
    label="Licence or number plate",
    find_codes=find,
    examples=("matrícula ‹J 0989 SG›",),
)
