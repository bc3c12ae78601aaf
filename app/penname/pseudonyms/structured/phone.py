"""Telephone numbers: what libphonenumber (phonenumberslite) takes for one, and its shape or label says so."""

import random
import re
from collections.abc import Iterator
from functools import lru_cache

import phonenumbers

from penname.domain.language import language_of
from penname.pseudonyms.entities import Kind
from penname.pseudonyms.kinds import IdentifierKind
from penname.pseudonyms.structured.apart import without_figures
from penname.pseudonyms.structured.labels import has_label
from penname.pseudonyms.surrogates.layout import refilled

_REGIONS = {
    "en": ("US", "GB", "CA", "AU", "IE"),
    "de": ("DE", "AT", "CH"),
    "fr": ("FR", "BE", "CH", "CA"),
    "es": ("ES", "MX", "AR"),
}
_OTHER_LABELS = ("ordinary", "passport", "national_id")
_OTHERS = ("IT", "NL", "PL")
_SEPARATOR = r"[ \u00a0\u2007\u2009\u202f().\-/‐‑–]"
_CANDIDATE = re.compile(
    rf"(?<![\w.,\-+])(?:(?<!/)|(?=\+|\(|00[1-9]))(?:\+{_SEPARATOR}?|\({_SEPARATOR}?\+?{_SEPARATOR}?)?\d"
    rf"(?:(?:{_SEPARATOR}{{0,3}}|{_SEPARATOR}?\r?\n[ \t>(]{{0,4}})\d){{5,16}}"
    r"(?P<extension>\s?(?:x|ext\.?|extension|durchwahl|dw|poste|int\.?)\s?\d{1,5})?(?![\w]|[.,\-]\d|%)",
    re.IGNORECASE,
)
_ANOTHER = re.compile(
    rf"(?:[ \n]|[ \n]?[/\-–][ \n]?)(?P<number>(?:\(\d|0)\d(?:{_SEPARATOR}{{0,3}}\d){{5,16}})(?!\w)"
)
_TRUNK = re.compile(r"\(?0[1-9]\d*\)?[ \u00a0()./\-‑–]|\(\d{2,5}\)")
_AMERICAN = re.compile(r"\(?[2-9]\d{2}\)?[ .\-‑]{1,2}\d{3}[ .\-‑]\d{4}(?:\s?(?:x|ext)\D{0,7}\d{1,5})?")
_GROUPED = re.compile(r"[679]\d{2}[ .\-]\d{2,3}[ .\-]\d{2,3}(?:[ .\-]\d{2})?$|0\d(?:[ .]\d{2}){4}$")
_BREAK = re.compile(r"\n[ >]*| [\-‐‑–] ")
_USUAL = 8  # digits: few numbers are shorter where their area code is written
_NONE, _LONG, _POSSIBLE, _VALID = range(4)  # how sure it is, the last two as libphonenumber says
_DECIMAL = re.compile(r"0\.\d+$|\d{1,3}(?:\.\d{3})+$")


def find(text: str) -> Iterator[tuple[int, int]]:
    """The telephone numbers of `text`."""
    if not _CANDIDATE.search(text):
        return
    regions = _regions_of(text)
    # A day or a time looks like the beginning or the end of a number; what is beside it may still be one.
    apart = without_figures(text)
    position = 0
    while match := _CANDIDATE.search(apart, position):
        start, position = match.start(), match.end()
        sure, _, end = max(
            (_sureness(apart, start, end, regions), _begins_another(apart, start, end, regions), end)
            for end in _ends(apart, start, position)
        )
        if sure:
            position = end
            if text[start] == "(" and ")" not in text[start:end]:
                start += 1  # the bracket around a number is none of it
            yield start, end
        elif rest := _BREAK.search(apart, start, position):
            position = rest.end()


def _begins_another(text: str, first: int, position: int, regions: tuple[str, ...]) -> bool:
    """Whether behind `text[first:position]` a whole number of its own follows, which begins as one does."""
    match = _ANOTHER.match(text, position)
    if not match or sum(map(str.isdigit, text[first:position])) < _USUAL:
        return False
    start, end = match.span("number")
    return any(_sureness(text, start, cut, regions) == _VALID for cut in _ends(text, start, end))


def _sureness(text: str, start: int, end: int, regions: tuple[str, ...]) -> int:
    """How surely `text[start:end]` is a telephone number, judged with what comes before it."""
    written = text[start:end]
    international = written.lstrip("( ").startswith(("+", "00"))
    if not international and any(has_label(text, start, name) for name in _OTHER_LABELS):
        return _NONE
    strong = has_label(text, start, "phone_for_sure")
    if international:
        number = _parse(written, None)
        if number is not None and phonenumbers.is_possible_number(number):
            return _VALID if phonenumbers.is_valid_number(number) else _POSSIBLE
        return _LONG if strong and 8 <= sum(map(str.isdigit, written)) <= 17 else _NONE
    if _DECIMAL.match(written) and not strong:
        return _NONE
    if _AMERICAN.fullmatch(written):
        return _VALID
    labelled = strong or has_label(text, start, "phone")
    shaped = _is_shaped(written)
    if not labelled and not shaped:
        return _NONE
    readings = list(_readings(written, regions))
    if any(map(phonenumbers.is_valid_number, readings)):
        return _VALID
    likely = (strong or (shaped and labelled)) and any(map(phonenumbers.is_possible_number, readings))
    return _POSSIBLE if likely else _NONE


def _readings(written: str, regions: tuple[str, ...]) -> Iterator[phonenumbers.PhoneNumber]:
    return (number for region in regions if (number := _parse(written, region)))


def _parse(written: str, region: str | None) -> phonenumbers.PhoneNumber | None:
    """The number as libphonenumber reads it from `region` (None: international only), or None."""
    plain = " ".join(written.split())
    if region is None and re.match(r"\(?00", plain):
        plain = "+" + plain.lstrip("(")[2:]
    try:
        return phonenumbers.parse(plain, region)
    except phonenumbers.NumberParseException:
        return None


@lru_cache(maxsize=1)
def _regions_of(text: str) -> tuple[str, ...]:
    """The regions whose numbers `text` may hold without their country code, the likeliest first."""
    first = _REGIONS[language_of(text)]
    rest = tuple(region for regions in _REGIONS.values() for region in regions if region not in first)
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


def _another(written: str, chance: random.Random, text: str) -> str:
    """Same country, length and, where that can be had, the same sort (mobile or fixed) and another area."""
    international = written.lstrip("( ").startswith(("+", "00"))
    region, old = _reading(written, (None,) if international else _regions_of(text))
    if old is None:
        return refilled(written, chance, keep=2)
    digits = "".join(filter(str.isdigit, written))
    national = phonenumbers.national_significant_number(old)
    place = digits.find(national)
    if place < 0:
        return refilled(written, chance, keep=3)
    area = phonenumbers.length_of_geographical_area_code(old)
    valid, sort = phonenumbers.is_valid_number(old), phonenumbers.number_type(old)
    best = ""
    for attempt in range(400):
        kept = 0 if attempt < 200 else 2 if attempt < 300 else 3
        body = national[:kept] + refilled(national[kept:], chance)
        other = _filled(written, digits[:place] + body + refilled(digits[place + len(national) :], chance))
        new = _parse(other, region)
        if (
            new is None
            or new.country_code != old.country_code
            or phonenumbers.national_significant_number(new) != body
            or (attempt < 300 and area and body[:area] == national[:area])
        ):
            continue
        if not valid or (phonenumbers.is_valid_number(new) and phonenumbers.number_type(new) == sort):
            return other
        if phonenumbers.is_valid_number(new):
            best = other
    return best or refilled(written, chance, keep=place + 3)


def _reading(
    written: str, regions: tuple[str | None, ...]
) -> tuple[str | None, phonenumbers.PhoneNumber | None]:
    """The region as whose number it is read (valid before possible), and the number."""
    first: tuple[str | None, phonenumbers.PhoneNumber | None] = (None, None)
    for region in regions:
        number = _parse(written, region)
        if number is not None and phonenumbers.is_valid_number(number):
            return region, number
        if number is not None and first[1] is None and phonenumbers.is_possible_number(number):
            first = (region, number)
    return first


def _filled(written: str, digits: str) -> str:
    following = iter(digits)
    return "".join(next(following) if c.isdigit() else c for c in written)


KIND = IdentifierKind(
    Kind("phone"),
    rank=130,
    label="Telephone",
    find=find,
    another=_another,
    examples=(
        "ring ‹030 / 1234 5678›",
        "Tel.: ‹+33 (0)1 42 68 53 00›",
        "‹(206) 269-0743 ext. 12›",
    ),
    lookalikes=("3.141592653 and 1.000.000 and 0.12345678",),
    keeps_words=True,
    is_cut_short=True,
)
