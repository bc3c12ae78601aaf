"""Telephone numbers: what libphonenumber (phonenumberslite) takes for one, and its shape or label says so."""

import re
from collections.abc import Iterator

import phonenumbers

from penname.domain.language import language_of
from penname.pseudonyms.dates import find_dates
from penname.pseudonyms.entities import Entity, Finder, Kind
from penname.pseudonyms.structured.apart import without
from penname.pseudonyms.structured.labels import has_label

REGIONS = {
    "en": ("US", "GB", "CA", "AU", "IE"),
    "de": ("DE", "AT", "CH"),
    "fr": ("FR", "BE", "CH", "CA"),
    "es": ("ES", "MX", "AR"),
}
_OTHERS = ("IT", "NL", "PL")
_SEPARATOR = r"[ \t\u00a0\u2007\u2009\u202f().\-/‐‑–]"
_CANDIDATE = re.compile(
    rf"(?<![\w.,\-/+])(?:\+{_SEPARATOR}?|\({_SEPARATOR}?\+?{_SEPARATOR}?)?\d"
    rf"(?:(?:{_SEPARATOR}{{0,3}}|{_SEPARATOR}?\r?\n[ \t>(]{{0,4}})\d){{5,16}}"
    r"(?P<extension>\s?(?:x|ext\.?|extension|durchwahl|dw|poste|int\.?)\s?\d{1,5})?(?![\w]|[.,/\-]\d|%)",
    re.IGNORECASE,
)
_TRUNK = re.compile(r"\(?0[1-9]\d*\)?[ \u00a0()./\-‑–]|\(\d{2,5}\)")
_AMERICAN = re.compile(r"\(?[2-9]\d{2}\)?[ .\-‑]{1,2}\d{3}[ .\-‑]\d{4}\b")
_GROUPED = re.compile(r"[679]\d{2}[ .\-]\d{2,3}[ .\-]\d{2,3}(?:[ .\-]\d{2})?$|0\d(?:[ .]\d{2}){4}$")
_DECIMAL = re.compile(r"0\.\d+$|\d{1,3}(?:\.\d{3})+$")


def find(text: str) -> Iterator[Entity]:
    """The telephone numbers of `text`."""
    if not _CANDIDATE.search(text):
        return
    regions = regions_of(text)
    # A day looks like the beginning or the end of a number; what is beside it may still be one.
    undated = without(text, ((date.start, date.end) for date in find_dates(text)))
    for match in _CANDIDATE.finditer(undated):
        start = match.start()
        for end in _ends(undated, start, match.end()):
            if is_phone(undated, start, end, regions):
                if text[start] == "(" and ")" not in text[start:end]:
                    start += 1  # the bracket around a number is none of it
                yield Entity(start, end, Kind.PHONE, text[start:end], Finder.PATTERN)
                break


def is_phone(text: str, start: int, end: int, regions: tuple[str, ...]) -> bool:
    """Whether `text[start:end]` is a telephone number, judged with what stands before it."""
    written = text[start:end]
    international = written.lstrip("( ").startswith(("+", "00"))
    if not international and has_label(text, start, "ordinary"):
        return False
    strong = has_label(text, start, "phone_for_sure")
    if international:
        number = parse(written, None)
        if number is not None and phonenumbers.is_possible_number(number):
            return True
        return strong and 8 <= sum(map(str.isdigit, written)) <= 17
    if _DECIMAL.match(written) and not strong:
        return False
    if _AMERICAN.match(written):
        return True
    shaped = _is_shaped(written)
    if strong or (shaped and has_label(text, start, "phone")):
        return any(map(phonenumbers.is_possible_number, _readings(written, regions)))
    return (shaped or has_label(text, start, "phone")) and any(
        map(phonenumbers.is_valid_number, _readings(written, regions))
    )


def _readings(written: str, regions: tuple[str, ...]) -> Iterator[phonenumbers.PhoneNumber]:
    return (number for region in regions if (number := parse(written, region)))


def parse(written: str, region: str | None) -> phonenumbers.PhoneNumber | None:
    """The number as libphonenumber reads it from `region` (None: international only), or None."""
    plain = " ".join(written.split())
    if region is None and re.match(r"\(?00", plain):
        plain = "+" + plain.lstrip("(")[2:]
    try:
        return phonenumbers.parse(plain, region)
    except phonenumbers.NumberParseException:
        return None


def regions_of(text: str) -> tuple[str, ...]:
    """The regions whose numbers `text` may hold without their country code, the likeliest first."""
    first = REGIONS[language_of(text)]
    rest = tuple(region for regions in REGIONS.values() for region in regions if region not in first)
    return tuple(dict.fromkeys((*first, *rest, *_OTHERS)))


def _is_shaped(written: str) -> bool:
    return any(pattern.match(written) for pattern in (_TRUNK, _AMERICAN, _GROUPED))


def _ends(text: str, start: int, end: int) -> Iterator[int]:
    """The candidate's end, then each earlier end of a group of digits: another number may follow it."""
    yield end
    tail = re.compile(r"(?<=\d)(?=[\s(.\-/‐‑–x])", re.IGNORECASE)
    for cut in reversed([m.start() for m in tail.finditer(text, start, end)]):
        if sum(map(str.isdigit, text[start:cut])) >= 7:
            yield cut
