"""Numbers by which states know people: tax, insurance and identity numbers, with their own checks.

A number that many others look like counts only behind a label; one with a shape of its own also without.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from penname.pseudonyms.entities import Entity, Finder, Kind
from penname.pseudonyms.structured.checks import Check, is_insurance_number, stdnum_check
from penname.pseudonyms.structured.labels import GAP, has_label


class NationalId(NamedTuple):
    """One country's number: how it is written, whether it is valid, and whether it needs a label.

    `labelled_check` is the weaker test that is enough where a label says what the number is.
    """

    name: str
    pattern: re.Pattern[str]
    check: Check
    needs_label: bool
    labelled_check: Check | None = None


_G = GAP + "?"


def _shape(*parts: str, case: int = 0) -> re.Pattern[str]:
    """Parts with at most a gap between, and nothing of a longer number around."""
    return re.compile(rf"(?<![\w])(?<!\d[.\-/])(?:{_G.join(parts)})(?![\w]|[.\-]\d)", case)


def _digits(count: int) -> str:
    return rf"\d(?:{GAP}\d){{{count - 1}}}"


def _is_us(number: str) -> bool:
    return stdnum_check("us.ssn")(number) or stdnum_check("us.itin")(number)


def _is_like_us(number: str) -> bool:
    return len(number) == 9 and number.isdigit() and number[3:5] != "00" and number[:3] != "000"


def _is_nino(number: str) -> bool:
    return (
        re.fullmatch(r"(?!BG|GB|NK|KN|TN|NT|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]\d{6}[A-D]", number)
        is not None
    )


def _is_like_nino(number: str) -> bool:
    return re.fullmatch(r"[A-Z]{2}\d{6}[A-Z]", number) is not None


def _is_identity_card(number: str) -> bool:
    """German identity card: nine characters (no vowels), and perhaps the check digit of ICAO 9303."""
    values = [int(c, 36) for c in number]
    check = sum(value * (7, 3, 1)[i % 3] for i, value in enumerate(values[:9])) % 10
    return number[0] in "CFGHJKLMNPRTVWXYZ" and (len(number) == 9 or check == values[9])


_I = re.IGNORECASE
NATIONAL_IDS = (
    NationalId("us.ssn", _shape(r"\d{3}[\-‑ ]\d{2}[\-‑ ]\d{4}"), _is_us, False, _is_like_us),
    NationalId("us.ssn", _shape(_digits(9)), _is_us, True, _is_like_us),
    NationalId(
        "gb.nino",
        _shape("[A-Z]{2}", r"\d{2}", r"\d{2}", r"\d{2}", "[A-Z]", case=_I),
        _is_nino,
        False,
        _is_like_nino,
    ),
    NationalId("gb.nhs", _shape(_digits(10)), stdnum_check("gb.nhs"), True),
    NationalId("gb.utr", _shape(_digits(10)), stdnum_check("gb.utr"), True),
    NationalId("de.idnr", _shape(_digits(11)), stdnum_check("de.idnr"), True),
    NationalId("de.rvnr", _shape(r"\d{2}", r"\d{6}", "[A-Z]", r"\d{3}"), is_insurance_number, False),
    NationalId(
        "de.rvnr",
        _shape(r"\d{2}", r"\d{2}", r"\d{2}", r"\d{2}", "[A-Z]", r"\d{3}"),
        is_insurance_number,
        False,
    ),
    NationalId(
        "de.identity_card",
        _shape(r"[CFGHJKLMNPRTVWXYZ][CFGHJKLMNPRTVWXYZ0-9]{8}\d?"),
        _is_identity_card,
        True,
    ),
    NationalId(
        "fr.nir",
        _shape(r"[12478]", r"\d{2}", r"\d{2}", r"(?:\d{2}|2[AB])", r"\d{3}", r"\d{3}", r"\d{2}"),
        stdnum_check("fr.nir"),
        False,
    ),
    NationalId("fr.nif", _shape(_digits(13)), stdnum_check("fr.nif"), True),
    NationalId(
        "es.dni", _shape(r"\d{2}[. ]?\d{3}[. ]?\d{3}", "[A-Z]", case=_I), stdnum_check("es.dni"), False
    ),
    NationalId("es.nie", _shape("[XYZ]", r"\d{7}", "[A-Z]", case=_I), stdnum_check("es.nie"), False),
    NationalId(
        "it.codicefiscale",
        _shape(
            "[A-Z]{6}",
            r"[\dL-NP-V]{2}",
            "[A-Z]",
            r"[\dL-NP-V]{2}",
            r"[A-Z]",
            r"[\dL-NP-V]{3}",
            "[A-Z]",
            case=_I,
        ),
        stdnum_check("it.codicefiscale"),
        False,
    ),
    NationalId("ch.ssn", _shape("756", r"\d{4}", r"\d{4}", r"\d{2}"), stdnum_check("ch.ssn"), False),
    NationalId("at.vnr", _shape(_digits(10)), stdnum_check("at.vnr"), True),
    NationalId("be.nn", _shape(r"\d{2}\.\d{2}\.\d{2}[\- ]\d{3}[. ]\d{2}"), stdnum_check("be.nn"), False),
    NationalId("be.nn", _shape(_digits(11)), stdnum_check("be.nn"), True),
    NationalId("nl.bsn", _shape(_digits(9)), stdnum_check("nl.bsn"), True),
    NationalId("pl.pesel", _shape(_digits(11)), stdnum_check("pl.pesel"), True),
    NationalId("pt.nif", _shape(_digits(9)), stdnum_check("pt.nif"), True),
    NationalId(
        "se.personnummer", _shape(r"(?:\d{2})?\d{6}[\-+ ]?\d{4}"), stdnum_check("se.personnummer"), True
    ),
    NationalId("dk.cpr", _shape(r"\d{6}[\- ]?\d{4}"), stdnum_check("dk.cpr"), True),
    NationalId("no.fodselsnummer", _shape(_digits(11)), stdnum_check("no.fodselsnummer"), True),
    NationalId("fi.hetu", _shape(r"\d{6}[\-+A]\d{3}[0-9A-Z]"), stdnum_check("fi.hetu"), False),
    NationalId("ie.pps", _shape(r"\d{7}[A-Z]{1,2}"), stdnum_check("ie.pps"), True),
    NationalId("br.cpf", _shape(r"\d{3}\.\d{3}\.\d{3}-\d{2}"), stdnum_check("br.cpf"), False),
    NationalId("in_.aadhaar", _shape(r"\d{4}", r"\d{4}", r"\d{4}"), stdnum_check("in_.aadhaar"), True),
    NationalId("in_.pan", _shape(r"[A-Z]{5}\d{4}[A-Z]"), stdnum_check("in_.pan"), True),
    NationalId("ca.sin", _shape(_digits(9)), stdnum_check("ca.sin"), True),
    NationalId("au.tfn", _shape(_digits(9)), stdnum_check("au.tfn"), True),
    NationalId("za.idnr", _shape(_digits(13)), stdnum_check("za.idnr"), True),
    NationalId("mx.curp", _shape(r"[A-Z]{4}\d{6}[HM][A-Z]{5}[A-Z0-9]\d"), stdnum_check("mx.curp"), False),
)


_AMERICAN = re.compile(r"\d{3}-\d{2}-\d{4}")
# Where a number may begin: one search for all 30 kinds, which are then tried there only.
_BEGINNING = re.compile(r"(?<!\w)(?=[A-Z]{0,6}[ \-]?\d)[A-Z0-9]", re.IGNORECASE)


def find(text: str) -> Iterator[Entity]:
    """The national numbers of `text`."""
    for beginning in _BEGINNING.finditer(text):
        for kind in NATIONAL_IDS:
            match = kind.pattern.match(text, beginning.start())
            if match and _counts(text, match, kind):
                yield Entity(match.start(), match.end(), Kind.NATIONAL_ID, match.group(), Finder.PATTERN)


def _counts(text: str, match: re.Match[str], kind: NationalId) -> bool:
    labelled = has_label(text, match.start(), "national_id")
    if kind.needs_label and not labelled:
        return False
    if kind.name != "us.ssn" and _AMERICAN.fullmatch(match.group()):
        return False  # written so, it is that or nothing
    number = compact(match.group())
    if labelled:
        return kind.check(number) or bool(kind.labelled_check and kind.labelled_check(number))
    return kind.check(number) and not has_label(text, match.start(), "ordinary")


def compact(written: str) -> str:
    """A national number as its check reads it: without gaps, except the signs that are part of it."""
    number = "".join(written.split()).replace("‑", "-").upper()
    if re.fullmatch(r"\d{6}[-+A]\d{3}[0-9A-Z]|(?:\d{2})?\d{6}[-+]\d{4}", number):
        return number  # in Finland and Sweden the sign tells the century
    return "".join(filter(str.isalnum, number))
