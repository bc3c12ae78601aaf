"""Numbers by which states know people: tax, insurance and identity numbers, with their own checks.

A number that many others look like counts only behind a label; one with a shape of its own also without.
"""

import random
import re
from collections.abc import Iterator
from typing import NamedTuple

from penname.pseudonyms.entities import Kind
from penname.pseudonyms.kinds import IdentifierKind
from penname.pseudonyms.structured.checks import Check, is_insurance_number, is_luhn, stdnum_check
from penname.pseudonyms.structured.codes import find_codes, is_labelled
from penname.pseudonyms.structured.labels import GAP, has_label
from penname.pseudonyms.surrogates.layout import refilled, refilled_until


class NationalId(NamedTuple):
    """One country's number: how it is written, whether it is valid, and whether it needs a label.

    `words` are a pattern for what this very number is called: a text that says so anywhere may hold several.
    `labelled_check` is the weaker test that is enough where a label says what the number is.
    """

    name: str
    pattern: re.Pattern[str]
    check: Check
    needs_label: bool
    words: str = ""
    labelled_check: Check | None = None


def _shape(written: str | int) -> re.Pattern[str]:
    """The pattern of a shape, with nothing of a longer number around.

    A number stands for so many digits with gaps anywhere. In a text, # is a digit, @ a letter, % either, a
    space an optional gap; the rest is a regular expression.
    """
    if isinstance(written, int):
        written = " ".join("#" * written)
    signs = {"#": r"\d", "@": "[A-Z]", "%": "[A-Z0-9]", " ": GAP}
    body = "".join(signs.get(sign, sign) for sign in written)
    return re.compile(rf"(?<![\w])(?<!\d[.\-/])(?:{body})(?![\w]|[.\-]\d)", re.IGNORECASE)


def _free(name: str, shape: str | int, check: Check | None = None) -> NationalId:
    """A number whose shape and check are its own: it needs no label."""
    return NationalId(name, _shape(shape), check or stdnum_check(name), False)


def _called(name: str, shape: str | int, words: str, check: Check | None = None) -> NationalId:
    """A number that looks like others: it counts where the text says what it is."""
    return NationalId(name, _shape(shape), check or stdnum_check(name), True, words)


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


def _anything(_number: str) -> bool:
    """For shapes that nothing else has."""
    return True


_SSN = "ssn|social security"
NATIONAL_IDS = (
    NationalId("us.ssn", _shape(r"###[\-‑\x20]##[\-‑\x20]####"), _is_us, False, _SSN, _is_like_us),
    NationalId("us.ssn", _shape(9), _is_us, True, "", _is_like_us),
    NationalId("gb.nino", _shape("@@ ## ## ## @"), _is_nino, False, "", _is_like_nino),
    # Their shape and check are enough.
    _free("ae.id", "784-####-#######-#", is_luhn),
    _free("ar.cuit", "##-########-#"),
    _free("be.nn", r"##\.##\.##[\-\x20]###[.\x20]##"),
    _free("br.cpf", r"###\.###\.###-##"),
    _free("ch.ssn", "756 #### #### ##"),
    _free("cl.rut", r"##?\.###\.###-[\dK]"),
    _free("cn.ric", r"\d{17}[\dX]"),
    _free("cz.rc", "######/####"),
    _free("de.rvnr", "## ###### @ ###", is_insurance_number),
    _free("de.rvnr", "## ## ## ## @ ###", is_insurance_number),
    _free("es.dni", r"##[.\x20]?###[.\x20]?### @"),
    _free("es.nie", "[XYZ] ####### @"),
    _free("fi.hetu", r"######[\-+A]###%"),
    _free("fr.nir", "[12478] ## ## (?:##|2[AB]) ### ### ##"),
    _free("gh.card", "GHA-#########-#", _anything),
    _free("it.codicefiscale", r"@{6} [\dL-NP-V]{2} @ [\dL-NP-V]{2} @ [\dL-NP-V]{3} @"),
    _free("ke.pin", r"[AP]\d{9}[A-Z]"),
    _free("kr.rrn", "######-#######"),
    _free("mx.curp", r"[A-Z]{4}\d{6}[HM][A-Z]{5}%\d"),
    _free("mx.rfc", r"[A-ZÑ&]{4}\d{6}%%%"),
    _free("my.nric", "######-##-####"),
    _free("pk.cnic", "#####-#######-#"),
    # They look like others: a label right before them, or their name somewhere in the text.
    _called("at.vnr", 10, "svnr|sv-?nr|versicherungsnummer"),
    _called("au.abn", 11, "abn"),
    _called("au.tfn", 9, "tfn|tax file"),
    _called("be.nn", 11, "niss|rijksregister|registre national"),
    _called("bg.egn", 10, "egn|егн"),
    _called("ca.bc_phn", 10, "phn|health number"),
    _called("ca.sin", 9, "social insurance|nas|assurance sociale"),
    _called("cl.rut", r"##?\.?###\.?###-?%", "rut|run"),
    _called("co.nit", r"\d[.]?###[.]?###[.]?###-?#", "nit"),
    _called("cr.cpf", "[1-9]-?####-?####", "cédula", lambda number: stdnum_check("cr.cpf")("0" + number)),
    _called("cu.ni", 11, "carn[eé] de identidad|cuba"),
    _called(
        "de.identity_card", r"[CFGHJKLMNPRTVWXYZ][CFGHJKLMNPRTVWXYZ0-9]{8}\d?", "ausweis", _is_identity_card
    ),
    _called("de.idnr", 11, r"id-?nr|steuer-?id|identifikationsnummer"),
    _called("de.stnr", r"\d{2,3}[/\x20]\d{3,4}[/\x20]\d{4,5}", r"steuernummer|st\.?-?nr"),
    _called("dk.cpr", r"######[\-\x20]?####", "cpr"),
    _called("do.cedula", "###-?#######-?#", "cédula"),
    _called("ec.ci", 10, "cédula"),
    _called("ee.ik", 11, "isikukood"),
    _called("es.cif", "@-?#######%", "cif|nif"),
    _called("fr.nif", 13, "fiscal"),
    _called("fr.siren", 9, "siren"),
    _called("fr.siret", 14, "siret"),
    _called("gb.nhs", 10, "nhs"),
    _called("gb.utr", 10, "utr|taxpayer reference"),
    _called("gr.amka", 11, "amka"),
    _called("gt.nit", r"\d{6,8}-?[\dK]", "nit"),
    _called("hr.oib", 11, "oib"),
    _called("id.nik", 16, "nik|ktp"),
    _called("ie.pps", "#{7}@{1,2}", "ppsn?|revenue"),
    _called("il.idnr", 9, "teudat|zehut"),
    _called("in_.aadhaar", "#### #### ####", "aadhaa?r"),
    _called("in_.pan", r"[A-Z]{5}\d{4}[A-Z]", r"(?-i:PAN)"),
    _called("is_.kennitala", "######-?####", "kennitala"),
    _called("jp.in_", 12, "my number"),
    _called("lt.asmens", 11, "asmens"),
    _called("lv.pvn", "######-?#####", "personas kods"),
    _called("nl.bsn", 9, "bsn|burgerservice"),
    _called("no.fodselsnummer", 11, "fødselsnummer|personnummer"),
    _called("nz.ird", r"\d{2,3}[\-\x20]?###[\-\x20]?###", "ird"),
    _called("pe.ruc", 11, "ruc"),
    _called("pl.pesel", 11, "pesel"),
    _called("pt.cc", "######## # @@#", "cartão de cidadão"),
    _called("pt.nif", 9, "contribuinte|nif"),
    _called("ro.cnp", 13, "cnp"),
    _called("se.personnummer", r"(?:\d{2})?\d{6}[\-+\x20]?\d{4}", "personnummer"),
    _called("si.emso", 13, "emšo|jmbg"),
    _called("sk.rc", "######/?####", "rodné číslo"),
    _called("th.pin", r"#-?####-?#####-?##-?#", "thai"),
    _called("tr.tckimlik", 11, "kimlik"),
    _called("ua.rntrc", 10, "rnokpp|рнокпп"),
    _called("us.ein", r"##-?#######", r"(?-i:EIN)"),
    _called("za.idnr", 13, "south africa|afrique du sud|südafrika|sudáfrica|id number"),
)


_AMERICAN = re.compile(r"\d{3}-\d{2}-\d{4}")
# Where a number may begin: one search for all kinds, which are then tried there only.
_BEGINNING = re.compile(r"(?<!\w)(?=[A-Z]{0,6}[ \-]?\d)[A-Z0-9]", re.IGNORECASE)


def find(text: str) -> Iterator[tuple[int, int]]:
    """The national numbers of `text`, and whatever a label calls one: people mistype."""
    called = _Called(text)
    valid: list[tuple[int, int]] = []
    for beginning in _BEGINNING.finditer(text):
        for kind in NATIONAL_IDS:
            match = kind.pattern.match(text, beginning.start())
            if match and _counts(text, match, kind, called):
                valid.append(match.span())
                yield match.span()
    for code in find_codes(text):
        beside = any(code.start < end and start < code.end for start, end in valid)  # goes on into another
        if not beside and is_labelled(text, code, "identity"):
            yield code.start, code.end


class _Called:
    """Which kinds of numbers a text speaks of anywhere."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._known: dict[str, bool] = {}

    def __call__(self, words: str) -> bool:
        if words not in self._known:
            pattern = rf"(?<![^\W_])(?:{words})"
            self._known[words] = re.search(pattern, self._text, re.IGNORECASE) is not None
        return self._known[words]


def _counts(text: str, match: re.Match[str], kind: NationalId, called: _Called) -> bool:
    if kind.name != "us.ssn" and _AMERICAN.fullmatch(match.group()):
        return False  # written so, it is that or nothing
    number = compact(match.group())
    if has_label(text, match.start(), "national_id"):
        return kind.check(number) or bool(kind.labelled_check and kind.labelled_check(number))
    if kind.needs_label and not (kind.words and called(kind.words)):
        return False
    return kind.check(number) and not has_label(text, match.start(), "ordinary")


def compact(written: str) -> str:
    """A national number as its check reads it: without gaps, except the signs that are part of it."""
    number = "".join(written.split()).replace("‑", "-").upper()
    if re.fullmatch(r"\d{6}[-+A]\d{3}[0-9A-Z]|(?:\d{2})?\d{6}[-+]\d{4}", number):
        return number  # in Finland and Sweden the sign tells the century
    return "".join(filter(str.isalnum, number))


def _another(written: str, chance: random.Random, _text: str) -> str:
    """Another that the same country's check finds valid."""
    number = compact(written)
    for row in NATIONAL_IDS:
        if not row.pattern.fullmatch(written):
            continue
        check = row.check if row.check(number) else row.labelled_check
        if check is None or not check(number):
            continue

        def fits(other: str, row: NationalId = row, check: Check = check) -> bool:
            return row.pattern.fullmatch(other) is not None and check(compact(other))

        for keep in (0, 6):  # where the number holds a date, few others are valid: then the date stays
            if other := refilled_until(fits, written, chance, keep):
                return other
    return refilled(written, chance)


KIND = IdentifierKind(
    Kind("national_id"),
    rank=90,
    label="National ID number",
    find_codes=find,
    another=_another,
    examples=("numéro de sécurité sociale : ‹153098212110386›", "Steuer-ID: ‹36 574 261 809›"),
    lookalikes=("ISBN 978-3-16-148410-0, ISBN 0-306-40615-2",),
)
