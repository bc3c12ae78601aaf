"""Days as people write them in four languages: where they stand, what they mean, and how to write another.

A date is rewritten exactly in the format of the old one: order, separators, zeros, names of months.
"""

import datetime as dt
import re
from collections.abc import Iterator
from typing import NamedTuple

_MONTHS = {
    "en": "january february march april may june july august september october november december",
    "de": "januar februar märz april mai juni juli august september oktober november dezember",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
}
_SHORT = {
    "en": "jan feb mar apr may jun jul aug sep oct nov dec",
    "de": "jan feb mär apr mai jun jul aug sep okt nov dez",
    "fr": "janv févr mars avr mai juin juil août sept oct nov déc",
    "es": "ene feb mar abr may jun jul ago sep oct nov dic",
}
_EXTRA = {
    "sept": ("en", 9),
    "jänner": ("de", 1),
    "feber": ("de", 2),
    "fév": ("fr", 2),
    "setiembre": ("es", 9),
}
_NAMES: dict[str, tuple[str, int, bool]] = {}
for _table, _is_short in ((_MONTHS, False), (_SHORT, True)):
    for _language, _months in _table.items():
        for _number, _name in enumerate(_months.split(), 1):
            _NAMES.setdefault(_name, (_language, _number, _is_short))
_NAMES |= {name: (language, number, True) for name, (language, number) in _EXTRA.items()}

_NAME = "|".join(sorted(_NAMES, key=len, reverse=True))
_Y = r"(?P<year>(?:1[89]|20)\d{2}|['’]?\d{2})"
_D = r"(?P<day>[0-3]?\d)"
_M = r"(?P<month>[01]?\d)"
_NO_PHONE = r"(?!(?<=0\d)(?:[ .\-]\d{2}){3})"  # "3 mai 06 12 34 56 78"
_SP = r"[ \t\u00a0]?(?:\r?\n[ \t>]*)?"
_NAMED = (
    rf"(?<![\w.]){_D}(?P<ordinal>st|nd|rd|th|er|\.)?(?P<gap1>[\s\-\u00a0]{{1,2}}(?:of |de )?|\s?(?=[^\W\d]))"
    rf"(?P<name>{_NAME})\.?(?:(?P<gap2>,?[\s\-\u00a0]{{1,2}}(?:de |del )?){_Y}{_NO_PHONE})?(?!\w)",
    rf"(?<!\w)(?P<name>{_NAME})\.?\s{_D}{_NO_PHONE}(?P<ordinal>st|nd|rd|th)?(?:,?\s{_Y})?(?!\w)",
)
_NUMBERED = (
    rf"(?<!\w)(?P<year>(?:1[89]|20)\d{{2}})(?P<s>[\-/.‑]){_M}(?P=s){_D}(?!\w)",
    rf"(?<!\w){_D}{_SP}(?P<s>[./\-‑]){_SP}{_M}{_SP}(?P=s){_SP}{_Y}(?!\w)",
)
_PATTERNS = tuple(re.compile(pattern, re.IGNORECASE) for pattern in (*_NAMED, *_NUMBERED))
_JOINED = re.compile(r"[\-/.]\d+(?!\w)")
_LEAP = 2000  # the year assumed where none is written: it has a 29 February


class Date(NamedTuple):
    """`text[start:end]` is this day; `american` when the month is written first in figures."""

    start: int
    end: int
    value: dt.date
    match: re.Match[str]
    american: bool


def find_dates(text: str) -> Iterator[Date]:
    """All days of `text` that exist in the calendar, none overlapping another."""
    found: list[Date] = []
    for pattern in _PATTERNS:
        for match in pattern.finditer(text):
            date = None if _goes_on(match) else _read(match)
            if date is not None:
                found.append(date)
    end = -1
    for date in sorted(found, key=lambda date: (date.start, -date.end)):
        if date.start >= end:
            end = date.end
            yield date


def read_date(written: str) -> Date | None:
    """The day that `written` is, as a whole."""
    return next((date for date in find_dates(written) if (date.start, date.end) == (0, len(written))), None)


def read_month(written: str) -> Date | None:
    """The first day of the month and year that `written` is, in words or figures; its offsets are later."""
    return read_date(_first_of(written) + written)


def write_month_like(month: Date, value: dt.date) -> str:
    """The month and year of `value` in the format of what `read_month` read."""
    written = month.match.string
    return write_like(month, value.replace(day=1)).removeprefix(_first_of(written[2:]))


def _first_of(month: str) -> str:
    sign = next((sign for sign in month if not sign.isalnum()), " ")
    return f"1{sign}" if month[:1].isdigit() else "1 "


def write_like(date: Date, value: dt.date) -> str:
    """`value` in the manner in which `date` is written."""
    match = date.match
    figures = {"day": value.day, "month": value.month}
    if date.american:
        figures = {"day": value.month, "month": value.day}  # the groups are named for the European order
    parts: list[tuple[int, int, str]] = []
    for group, number in figures.items():
        if group in match.re.groupindex and match.group(group):
            old = match.group(group)
            # A leading zero tells that zeros are written; two figures above nine tell nothing.
            padded = len(old) == 2 and (old[0] == "0" or _pads(match))
            parts.append((*match.span(group), f"{number:02d}" if padded else str(number)))
    year = match.groupdict().get("year")
    if year:
        written = str(value.year) if len(year) == 4 else year[:-2] + f"{value.year % 100:02d}"
        parts.append((*match.span("year"), written))
    if match.groupdict().get("name"):
        parts.append((*match.span("name"), _month_like(match.group("name"), value.month)))
    if match.groupdict().get("ordinal"):
        parts.append((*match.span("ordinal"), _ordinal_like(match.group("ordinal"), value.day)))
    result, position = "", date.start
    for start, end, written in sorted(parts):
        result += match.string[position:start] + written
        position = end
    return result + match.string[position : date.end]


def _goes_on(match: re.Match[str]) -> bool:
    """Whether it is part of a longer number: figures are joined to it, and no year in full says otherwise."""
    if "s" not in match.re.groupindex or len(match.group("year")) == 4:
        return False
    text = match.string
    return text[match.start() - 1 : match.start()] in tuple("-/.") or bool(_JOINED.match(text, match.end()))


def _read(match: re.Match[str]) -> Date | None:
    groups = match.groupdict()
    year = groups.get("year")
    number = _LEAP if not year else int(year) if len(year) == 4 else _full_year(int(year[-2:]))
    day = int(groups["day"])
    name = groups.get("name")
    month = _NAMES[name.lower()][1] if name else int(groups["month"])
    for american in (False, True):
        if american and name:
            break
        try:
            value = dt.date(number, day if american else month, month if american else day)
        except ValueError:
            continue
        return Date(match.start(), match.end(), value, match, american)
    return None


def _full_year(two: int) -> int:
    today = dt.date.today().year
    return 2000 + two if 2000 + two <= today else 1900 + two


def _pads(match: re.Match[str]) -> bool:
    return not match.groupdict().get("name")


def _month_like(old: str, month: int) -> str:
    language, _, short = _NAMES[old.lower()]
    name = (_SHORT if short else _MONTHS)[language].split()[month - 1]
    return name.upper() if old.isupper() else name.capitalize() if old[0].isupper() else name


def _ordinal_like(old: str, day: int) -> str:
    if old in (".", "er"):
        return "." if old == "." else ("er" if day == 1 else "")
    return {1: "st", 2: "nd", 3: "rd"}.get(day % 10 if day not in (11, 12, 13) else 0, "th")
