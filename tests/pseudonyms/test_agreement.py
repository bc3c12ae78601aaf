"""Stand-ins fit the words around them: he and she, a and an."""

import re
import tomllib

import pytest

from penname import locations
from penname.pseudonyms.detect import Search
from penname.pseudonyms.entities import ORGANIZATION, PERSON, PLACE, Finder
from penname.pseudonyms.names.hidden import HiddenPhrases
from penname.pseudonyms.pseudonymize import pseudonymize

_SETS = tomllib.loads(locations.resource("pseudonyms/surrogates.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("text", "gender"),
    [
        ("Yesterday Qwertin lost his keys.", "male"),
        ("Yesterday Qwertin lost her keys.", "female"),
        ("I saw my daughter Qwertin, and my son waved.", "female"),
        ("I told Qwertin. Then Anna said she was late, but Qwertin lost his keys.", "male"),
        ("I saw Qwertin and Anna. She lost her keys. Mr Qwertin was late.", "male"),
        ("Robin said that she was late.", "female"),
    ],
)
def test_a_name_that_tells_no_gender_gets_one_from_the_words_around_it(text: str, gender: str) -> None:
    name = "Robin" if "Robin" in text else "Qwertin"
    search = Search(marked=HiddenPhrases([(name, PERSON)], Finder.HAND))
    for seed in range(4):
        made = {pair.original: pair.surrogate for pair in pseudonymize(text, search, seed=seed).mapping.pairs}
        assert made[name] in _SETS[gender]["en"].split()


def test_after_a_and_an_a_stand_in_begins_as_they_ask() -> None:
    text = (
        "We met an Irving manager and a Dalton engineer in an Oslo hotel; a Kent van was there. "
        "Irving sold it."
    )
    kinds = {"Irving": ORGANIZATION, "Dalton": ORGANIZATION, "Oslo": PLACE, "Kent": PLACE}
    search = Search(marked=HiddenPhrases(kinds.items(), Finder.HAND))
    for seed in range(12):
        sent = pseudonymize(text, search, seed=seed).text
        assert len(re.findall(r"\ban [AEIO]", sent)) == 2
        assert len(re.findall(r"\ba [B-DF-HJ-NP-TV-Z]", sent)) == 2


def test_only_english_knows_these_words() -> None:
    text = "Ayer vi a Qwertin en la calle y no me dijo nada de la casa."
    search = Search(marked=HiddenPhrases([("Qwertin", PERSON)], Finder.HAND))
    first = {pseudonymize(text, search, seed=seed).mapping.pairs[0].surrogate[0] for seed in range(30)}
    assert first & set("AEIO")
