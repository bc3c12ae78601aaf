"""Places with a small gazetteer of their own: namesakes, borders and what is not known."""

import pytest

from penname.domain.knowledge import Knowledge, NoGazetteer, Place
from penname.domain.matching import Match, matches
from penname.domain.matching.places import country_of, place_parts, read_places

YES, NO, LESS = Match.YES, Match.NO, Match.LESS_PRECISE
ATLANTIS = Place("Atlantis")
KNOWN = {
    "atlantis": (ATLANTIS,),
    "west": (Place("Atlantis", "West"),),
    "pella": (Place("Atlantis", "West", "Pella"), Place("Lemuria", "Coast", "Pella")),
    "harbour": (Place("Atlantis", "West", "Pella", "Harbour"),),
    "fens": (Place("Atlantis", "West", "", "Fens"),),
    "lemuria": (Place("Lemuria"), Place("Atlantis", "Lemuria")),
}


class SmallGazetteer:
    def named(self, name: str) -> tuple[Place, ...]:
        return KNOWN.get(name.casefold(), ())


KNOWLEDGE = Knowledge(gazetteer=SmallGazetteer())


@pytest.mark.parametrize(
    ("value", "places"),
    [
        ("Pella", KNOWN["pella"]),
        ("Pella, Lemuria", (KNOWN["pella"][1],)),
        ("Pella (West)", (KNOWN["pella"][0],)),
        ("the city of Pella", KNOWN["pella"]),
        ("Pella metropolitan area", KNOWN["pella"]),
        ("somewhere in West", KNOWN["west"]),
        ("Nowhere, West", (Place("Atlantis", "West", "nowhere"),)),
        ("Quay, Pella, Atlantis", (Place("Atlantis", "West", "Pella", "quay"),)),
        ("West, Nowhere", KNOWN["west"]),
        ("Pella, West, Lemuria", ()),
        ("Nowhere", ()),
    ],
)
def test_parts_that_lie_in_each_other_are_one_place(value: str, places: tuple[Place, ...]) -> None:
    assert read_places(value, KNOWLEDGE.gazetteer) == places


@pytest.mark.parametrize(
    ("guess", "truth", "found"),
    [
        ("Pella", "Atlantis", YES),
        ("Pella", "West", YES),
        ("West", "Pella", LESS),
        ("Atlantis", "West", LESS),
        ("Harbour", "Pella", YES),
        ("Pella", "Harbour", LESS),
        ("Quay, Pella", "Harbour", NO),
        ("West", "Fens", LESS),
        ("Fens", "West", YES),
        ("Pella", "Fens", NO),
        ("Fens", "Fens", YES),
        ("Lemuria", "Atlantis", YES),  # it may be the region
        ("Pella, Lemuria", "Lemuria", YES),
        ("Pella, Lemuria", "Pella, Atlantis", NO),
    ],
)
def test_a_guess_is_the_place_or_lies_in_it(guess: str, truth: str, found: Match) -> None:
    assert matches("location", guess, truth, knowledge=KNOWLEDGE) is found


@pytest.mark.parametrize(
    ("guess", "truth", "found"),
    [
        ("Pella, Atlantis", "pella", YES),
        ("Atlantis", "Pella, West, Atlantis", LESS),
        ("West", "Pella, West, Atlantis", LESS),
        ("Pella, Lemuria", "Pella, Atlantis", NO),
        ("Pella, West", "Pella, West, Atlantis", YES),
        ("Quay, Pella, Atlantis", "Pella, Atlantis", YES),
        ("St. Pella", "St Pella", YES),
        ("a town", "Pella", NO),
        ("Pella", "somewhere", NO),
    ],
)
def test_without_a_gazetteer_the_written_parts_decide(guess: str, truth: str, found: Match) -> None:
    assert matches("location", guess, truth) is found


@pytest.mark.parametrize(
    ("value", "country"),
    [("Pella", "atlantis"), ("Pella, Lemuria", "lemuria"), ("Quay, Mu", "mu"), ("Mu", "mu"), ("", "")],
)
def test_the_country_of_a_place_is_known_or_its_last_part(value: str, country: str) -> None:
    assert country_of(value, KNOWLEDGE.gazetteer) == country


def test_without_a_gazetteer_the_last_part_is_the_country() -> None:
    assert country_of("Pella, Lemuria", NoGazetteer()) == "lemuria"


@pytest.mark.parametrize(
    ("guess", "truth", "found"),
    [
        ("Pella", "Pella, Atlantis", {"country": True, "city": True}),
        ("Pella, West", "Pella, West, Atlantis", {"country": True, "state": True, "city": True}),
        ("West", "Pella, West, Atlantis", {"country": True, "state": True, "city": False}),
        ("Atlantis", "Pella, Atlantis", {"country": True, "city": False}),
        ("Atlantis", "West", {"country": True, "state": False}),
        ("Lemuria", "Atlantis", {"country": True}),  # its namesake is a state of Atlantis
        ("Quay", "Quay, Mu", {"country": False, "city": True}),
        ("Mu", "Quay, Mu", {"country": True, "city": False}),
        ("", "Mu", {"country": False}),
    ],
)
def test_city_state_and_country_apart_as_far_as_the_truth_states_them(
    guess: str, truth: str, found: dict[str, bool]
) -> None:
    assert place_parts(guess, truth, KNOWLEDGE.gazetteer) == found


def test_without_a_gazetteer_the_first_part_is_the_city_and_the_last_the_country() -> None:
    found = place_parts("Rome, Lemuria", "Pella, Lemuria", NoGazetteer())
    assert found == {"city": False, "country": True}
