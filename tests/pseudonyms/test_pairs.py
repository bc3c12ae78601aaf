"""Identifiers side by side: whatever stands next to one, nothing of it stays visible, and all comes back.

Every ordered pair of kinds, and of a kind with what is none, joined by each separator that people type. Each
value has the label that its kind needs on its own side. `make test` takes a sample, `make soak` all of them.
"""

import itertools
import random
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import pytest

from penname.pseudonyms.detect import detect
from penname.pseudonyms.entities import Kind
from penname.pseudonyms.kinds import identifier_kinds
from penname.pseudonyms.pseudonymize import pseudonymize
from penname.pseudonyms.restore import restore
from pseudonyms.corpus import LANGUAGES, Writer

SEPARATORS = (" ", ", ", "\n", "\t", "/", " - ", ", and ", "; ")
PASSPORT, BIRTH_DATE, PHONE = map(Kind, ("passport", "birth_date", "phone"))
KINDS = tuple(kind.name for kind in identifier_kinds())
NO_KINDS = ("date", "time", "amount", "invoice", "percentage", "version")

_LABELS = {
    PASSPORT: {
        "en": "passport no. ",
        "de": "Reisepass Nr. ",
        "fr": "passeport n° ",
        "es": "pasaporte ",
    },
    BIRTH_DATE: {"en": "born on ", "de": "geboren am ", "fr": "née le ", "es": "nacida el "},
    PHONE: {"en": "phone ", "de": "Tel. ", "fr": "tél. ", "es": "tel. "},
    Kind("licence"): {"en": "plate ", "de": "Kennzeichen ", "fr": "plaque ", "es": "matrícula "},
    Kind("username"): {"en": "user name: ", "de": "Benutzername: ", "fr": "pseudo : ", "es": "usuario: "},
}
_PASSWORDS = {"en": "password: ", "de": "Passwort: ", "fr": "mot de passe : ", "es": "contraseña: "}
_PHONES = {  # written so, they need no label; N is any digit
    "en": (
        *("(212) 55N-01NN", "415-73N-2NNN", "415.73N.2NNN", "+1 617 55N 3NNN"),
        *("020 7946 0NNN", "07911 12NNNN", "+44 20 7946 0NNN"),
    ),
    "de": (
        *("030 23NNNNN", "030 23 NN NN NN", "030/23NNNNN", "(089) 23NNNNN"),
        *("0151 23NNNNNN", "0151-23NNNNNN", "+49 30 23NNNNN", "0049 89 23NNNNN"),
    ),
    "fr": (
        *("06 12 NN NN NN", "01.42.NN.NN.NN", "06-12-NN-NN-NN"),
        *("+33 6 12 NN NN NN", "+33 (0)1 42 NN NN NN", "0033 6 12 NN NN NN"),
    ),
    "es": ("612 NN NN NN", "+34 612 NNN NNN", "912 NNN NNN", "612-NN-NN-NN", "0034 91 2NN NN NN"),
}
_NO_KINDS = {
    "date": {"en": ("May 3", "3 May"), "de": ("3. Mai", "3.5."), "fr": ("3 mai",), "es": ("3 de mayo",)},
    "time": {
        "en": ("14:30", "2:30 pm", "9:15:20 am"),
        "de": ("14:30 Uhr", "14:30", "9.15 Uhr"),
        "fr": ("14h30", "14 h 30", "14:30"),
        "es": ("14:30 h", "9:15", "14:30"),
    },
    "amount": {
        "en": ("$1,299.00", "£45", "USD 1299.50", "2,500 dollars"),
        "de": ("1.299,00 €", "45 Euro", "EUR 1299", "12,50 €"),
        "fr": ("1 299,00 €", "45 euros", "12,50 €"),
        "es": ("1.299,00 €", "45 euros", "12,50 €"),
    },
    "invoice": {
        "en": ("invoice 2024-NNNN", "invoice no. NNNNNN", "order #NNNNNNNN"),
        "de": ("Rechnung NNNNNN", "Rechnungsnummer 2024-NNNN", "Bestellnummer NNNNNNNN"),
        "fr": ("facture 2024-NNNN", "facture n° NNNNNN", "commande NNNNNNNN"),
        "es": ("factura 2024-NNNN", "factura n.º NNNNNN", "pedido NNNNNNNN"),
    },
    "percentage": dict.fromkeys(LANGUAGES, ("12 %", "3.5%", "100 %", "7,5 %")),
    "version": dict.fromkeys(LANGUAGES, ("version 3.11.2", "v1.2.3", "Python 3.12")),
}


_SHORT_DATE = re.compile(r"\d\d/\d\d/\d\d$")
_YEAR = re.compile(r"(?:19|20)\d\d$")
_BARE = ("Python 3.12", "3.5.")  # nothing before or in it says that it ends here


class Piece(NamedTuple):
    """A value with the label before it; `kind` is a Kind for an identifier, and a name for what is none."""

    kind: str
    label: str
    value: str

    @property
    def is_identifier(self) -> bool:
        return self.kind in KINDS


class Pieces:
    """Values as people of four countries write them, the same for each seed."""

    def __init__(self, seed: int) -> None:
        self._writer = Writer(seed)
        self._chance = random.Random(seed)

    def piece(self, kind: Kind, language: str) -> Piece:
        match kind:
            case "phone":
                return self._phone(language)
            case "national_id":
                return self._national_id(language)
            case "iban" | "card":
                return Piece(kind, "", self._grouped(self._writer.value(kind, language)))
            case "secret" if self._chance.random() < 0.3:
                return Piece(kind, _PASSWORDS[language], f"hunter{self._chance.randrange(10, 99)}!x")
            case _ if kind in KINDS:
                return Piece(
                    kind, _LABELS.get(kind, {}).get(language, ""), self._writer.value(kind, language)
                )
            case "date" if self._chance.random() < 0.7:
                return Piece(kind, "", self._writer.value(BIRTH_DATE, language))
            case _:
                return Piece(kind, "", self._filled(self._chance.choice(_NO_KINDS[kind][language])))

    def _phone(self, language: str) -> Piece:
        if self._chance.random() < 0.3:
            return Piece(PHONE, _LABELS[PHONE][language], self._writer.value(PHONE, language))
        return Piece(PHONE, "", self._filled(self._chance.choice(_PHONES[language])))

    def _national_id(self, language: str) -> Piece:
        value = self._writer.value(Kind("national_id"), language)
        # The German tax number has no shape of its own, and nobody has an insurance number that faker makes.
        if value.startswith("ZZ"):
            return Piece(Kind("national_id"), "National Insurance no. ", value)
        needs = language == "de" and value.replace(" ", "").isdigit()
        return Piece(Kind("national_id"), "Steuer-ID " if needs else "", value)

    def _grouped(self, number: str) -> str:
        gap = self._chance.choice(("", " ", "-"))
        return gap.join(number[i : i + 4] for i in range(0, len(number), 4))

    def _filled(self, shape: str) -> str:
        return "".join(str(self._chance.randrange(1, 10)) if c == "N" else c for c in shape)


class Pair(NamedTuple):
    first: Piece
    separator: str
    second: Piece

    @property
    def text(self) -> str:
        return self.first.label + self.first.value + self.separator + self.second.label + self.second.value

    def spans(self) -> Iterator[tuple[Piece, int, int]]:
        """Each piece with where its value stands."""
        start = len(self.first.label)
        yield self.first, start, start + len(self.first.value)
        yield self.second, len(self.text) - len(self.second.value), len(self.text)


def pairs(seed: int) -> Iterator[Pair]:
    """All pairs of which one is an identifier, with each separator, in each language."""
    made = Pieces(seed)
    for first, second in itertools.product((*KINDS, *NO_KINDS), repeat=2):
        if first in KINDS or second in KINDS:
            for language, separator in itertools.product(LANGUAGES, SEPARATORS):
                yield Pair(made.piece(first, language), separator, made.piece(second, language))


def visible(pair: Pair) -> list[str]:
    """The values of which something stays visible; asserts that the text comes back."""
    sent = pseudonymize(pair.text)
    assert restore(sent.text, sent.mapping).text == pair.text
    covered = {place for entity in sent.entities for place in range(entity.start, entity.end)}
    return [
        piece.value
        for piece, start, end in pair.spans()
        if piece.is_identifier
        and any(pair.text[place].isalnum() and place not in covered for place in range(start, end))
    ]


def ambiguous(pair: Pair) -> str:
    """Why nobody can tell what is an identifier and where it ends; "" where one can."""
    first, second = pair.first, pair.second
    if pair.separator == "/" and (first.kind == Kind("url") or first.label in _PASSWORDS.values()):
        return "an address or a password may go on behind a slash"
    if first.kind == "invoice" and not second.label and pair.separator in " /" and second.value[0].isdigit():
        return "an invoice number may go on behind a blank or a slash"
    if first.value in _BARE and pair.separator in " /" and not second.label:
        return "what follows a bare number may be the rest of it, and behind a slash, of a path"
    if _SHORT_DATE.match(first.value) and pair.separator == "/" and second.value[0].isdigit():
        return "a date may go on behind a year of two digits"
    if any(piece.kind == Kind("licence") and _YEAR.match(piece.value) for piece in pair[::2]):
        return "a plate of four digits may be a year"
    return ""


def left_visible(chosen: Iterable[Pair]) -> list[tuple[str, list[str]]]:
    """The texts of the pairs in which something stays visible that somebody could tell, with the values."""
    return [(pair.text, seen) for pair in chosen if not ambiguous(pair) and (seen := visible(pair))]


def test_nothing_of_an_identifier_stays_visible_beside_another() -> None:
    assert left_visible(random.Random(1).sample(list(pairs(1)), 1800)) == []


def test_what_is_none_stays_readable_beside_an_identifier() -> None:
    """At most one in a hundred has a digit hidden."""
    shown = hidden = 0
    for pair in random.Random(2).sample(list(pairs(2)), 1000):
        covered = {place for entity in detect(pair.text) for place in range(entity.start, entity.end)}
        for piece, start, end in pair.spans():
            if not piece.is_identifier and not ambiguous(pair):
                shown += 1
                hidden += any(pair.text[place].isdigit() and place in covered for place in range(start, end))
    assert hidden <= 0.01 * shown


@pytest.mark.soak("every pair of kinds, with each separator in each language")
@pytest.mark.parametrize("seed", range(3))
def test_nothing_of_an_identifier_stays_visible_beside_any_other(seed: int) -> None:
    assert left_visible(pairs(seed)) == []
