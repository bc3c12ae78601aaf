"""Numbers side by side: what is known to be something else is taken out of the text, in its place."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from penname.pseudonyms.dates import find_dates
from penname.pseudonyms.structured.labels import has_label

OUT = "`"  # stands in no value, no gap of a number and not between a label and what it labels
_JOINT = re.compile(r"[/\-‐‑–.,;:]")

_BLANK = r"[ \u00a0\u202f]?"
_TIME = (
    r"(?<![\w:.,])(?:[01]?\d|2[0-4])"
    rf"(?::[0-5]\d(?::[0-5]\d)?(?:{_BLANK}(?:[ap]\.?m\b|uhr\b|h\b)|(?![\w:]))|"
    rf"(?:\.[0-5]\d)?{_BLANK}(?:[ap]\.?m|uhr)\b|{_BLANK}h{_BLANK}(?:[0-5]\d)?(?!\w))"
)
_BLANKS = r"(?:[ \u00a0\u202f]\d{3}){1,2}(?![\s/\-]?\d|\.\d{3})"  # and no more: that is a telephone number
_GROUPED = rf"\d{{1,3}}(?:(?:[.,'’]\d{{3}}){{1,3}}|{_BLANKS})(?:[.,]\d{{1,2}})?(?!\d)"
_PLAIN = r"\d+(?:[.,]\d+)?"
_CODE = r"(?:EUR|USD|GBP|CHF)"
_UNIT = rf"(?:[€$£¥%](?!\d)|(?:{_CODE}|euros?|dollars?|pounds?|franken|francs?)\b(?!\s?\d))"
_AMOUNT = (
    rf"(?:[€$£¥]|\b{_CODE}\b){_BLANK}(?:{_GROUPED}|{_PLAIN}(?!\d))|"
    rf"(?<![\w.,+])(?:(?<!\d[\s./\-]){_GROUPED}|{_PLAIN}){_BLANK}{_UNIT}"
)
_VERSION = r"(?<!\w)v\d+(?:\.\d+){1,3}(?!\w)"
_FIGURE = re.compile(f"{_TIME}|{_AMOUNT}|{_VERSION}", re.IGNORECASE)
# What a word such as "invoice" calls by its number: groups with blanks or signs between, on one line.
_THING = re.compile(r"(?<![^\W_])(?:\d+(?:\.\d+)+|(?=[\w\-.]*\d)[\w\-.]*\w(?:[ /]\d+(?![\w.\-@]))*)(?!\w)")


def without(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """`text`, as long as before, with `OUT` for all in `spans` and for a sign that joins them to the next."""
    characters = list(text)
    for start, end in spans:
        start -= start > 0 and bool(_JOINT.match(text, start - 1))
        end += bool(_JOINT.match(text, end))
        characters[start:end] = OUT * (end - start)
    return "".join(characters)


@lru_cache(maxsize=4)
def without_figures(text: str) -> str:
    """`text` without the days, times of day, amounts of money, shares and versions in it."""
    return without(text, _figures(text))


def _figures(text: str) -> Iterator[tuple[int, int]]:
    yield from ((date.start, date.end) for date in find_dates(text))
    yield from (match.span() for match in _FIGURE.finditer(text))


def without_things(text: str) -> str:
    """`text` without the numbers that a word before them says are of a thing, such as an invoice."""
    return without(text, (m.span() for m in _THING.finditer(text) if has_label(text, m.start(), "ordinary")))
