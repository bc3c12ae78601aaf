"""Dates of birth: a date, or a month and a year, that something beside it calls so."""

import datetime as dt
import re
from collections.abc import Iterator

from penname.pseudonyms.dates import find_dates, read_month
from penname.pseudonyms.entities import Kind
from penname.pseudonyms.kinds import IdentifierKind
from penname.pseudonyms.structured.labels import has_label, words_since

_AFTER = re.compile(
    r"\s(?:in \w+ )?(?:geboren|zur welt gekommen)\b(?!\s+am\b|\s*:)", re.IGNORECASE
)  # "am 3. Mai 1980 geboren"
_MONTH = re.compile(
    r"(?<![\w.\-/])(?:[^\W\d_]{3,10}\.?,? (?:of |de |del )?|[01]?\d[./\-])(?:1[89]|20)\d\d(?!\w|[.\-/]\d)"
)
_SAID = re.compile(r"(?::|\b(?:is|was|ist|est|es))\s*$")  # "my real date of birth is", "date exacte :"


def find(text: str) -> Iterator[tuple[int, int]]:
    """The dates of birth in `text`."""
    today = dt.date.today()
    for date in find_dates(text):
        if (date.value is None or date.value <= today) and _is_of_birth(text, date.start, date.end):
            yield date.start, date.end
    for match in _MONTH.finditer(text):
        month = read_month(match.group())
        if month is not None and month.value <= today and _is_of_birth(text, *match.span()):
            yield match.span()


def _is_of_birth(text: str, start: int, end: int) -> bool:
    if has_label(text, start, "birth_date") or _AFTER.match(text, end):
        return True
    return (
        _SAID.search(text, max(0, start - 6), start) is not None
        and words_since(text, start, "birth_date") == 1
    )


KIND = IdentifierKind(
    Kind("birth_date"),
    rank=120,
    label="Date of birth",
    find=find,
    examples=(
        "geboren am ‹3. März 1985› in",
        "née le ‹1er mai 1990›",
        "fecha de nacimiento: ‹12 de marzo de 1985›",
    ),
    lookalikes=("We meet on 12.03.2024 at 12:30:45.",),
    is_date=True,
)
