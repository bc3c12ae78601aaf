"""Dates of birth: a date that something before it calls so."""

import datetime as dt
import re
from collections.abc import Iterator

from penname.pseudonyms.dates import find_dates
from penname.pseudonyms.entities import Entity, Finder, Kind
from penname.pseudonyms.structured.labels import has_label

_AFTER = re.compile(
    r"\s(?:in \w+ )?(?:geboren|zur welt gekommen)\b(?!\s+am\b|\s*:)", re.IGNORECASE
)  # "am 3. Mai 1980 geboren"


def find(text: str) -> Iterator[Entity]:
    """The dates of birth in `text`."""
    today = dt.date.today()
    for date in find_dates(text):
        if date.value is not None and date.value > today:
            continue
        if has_label(text, date.start, "birth_date") or _AFTER.match(text, date.end):
            yield Entity(date.start, date.end, Kind.BIRTH_DATE, text[date.start : date.end], Finder.PATTERN)
