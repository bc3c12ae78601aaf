"""The range holds the number of people who fit, in populations of which everybody can be counted."""

import random
import statistics
from collections.abc import Sequence

import pytest

from penname.domain.inferences import Inference
from penname.domain.matching.ages import TOLERANCE
from penname.people.counting import count_with
from penname.people.places import Places
from penname.people.readings import Reading, readings_of
from people.synthetic import ATTRIBUTES, HOME, TABLE, Person, Towns, knowledge, towns

CASES = 200
SIZES = (4_000, 9_000, 20_000)


def _inference(attribute: str, true: str, wrong: Sequence[str], chance: random.Random) -> Inference:
    """What an attacker may say: right where certain, elsewhere often, among other guesses."""
    certainty = chance.randint(1, 5)
    if attribute == "age" and certainty < 5:
        true = str(max(15, int(true) + chance.randint(-TOLERANCE, TOLERANCE)))
    guesses = [true, *chance.sample(wrong, 2)]
    if certainty < 5 and chance.random() < (0.25 if certainty > 2 else 0.7):
        guesses[:2] = [guesses[1], guesses[0]]
    return Inference(attribute, "", tuple(guesses), certainty)


def _case(country: Towns, chance: random.Random) -> tuple[tuple[Reading, ...], int]:
    """What is read of somebody, and how many people it fits."""
    home = chance.choices(list(country.people), [len(p) for p in country.people.values()])[0]
    author = chance.choice(country.people[home])
    while author["occupation"].startswith("other "):
        author = chance.choice(country.people[home])
    often = chance.uniform(0.3, 1.0)
    inferences = []
    for name in ATTRIBUTES:
        if chance.random() < often:
            others = [chance.choice(country.people[home])[name] for _ in range(30)]
            wrong = [value for value in dict.fromkeys(others) if value != author[name]]
            wrong = [value for value in wrong if not value.startswith("other ")] + ["unknown", "n/a"]
            inferences.append(_inference(name, author[name], wrong, chance))
    place = chance.choice((home, home, home, HOME, ""))
    if place:
        inferences.append(Inference("location", "", (place,) * 3, 5))
    readings = readings_of(inferences, ())
    who = country.people[home] if place == home else [p for town in country.people.values() for p in town]
    return readings, sum(_fits(person, author, readings) for person in who)


def _fits(person: Person, author: Person, readings: Sequence[Reading]) -> bool:
    """Whether somebody is like the author in all that is read; of a guessed age, within three years."""
    for reading in readings:
        name = reading.attribute
        if name == "age" and not reading.stated:
            if abs(int(person[name]) - int(author[name])) > TOLERANCE:
                return False
        elif name != "location" and person[name] != author[name]:
            return False
    return True


@pytest.mark.parametrize("dependent", [False, True], ids=["independent", "dependent"])
def test_the_range_holds_the_truth_nine_times_of_ten_and_is_no_wider_than_thirty(dependent: bool) -> None:
    held, widths = measure(dependent, CASES, seed=1)
    assert held / CASES >= 0.9
    assert statistics.median(widths) <= 30


def measure(dependent: bool, cases: int, seed: int) -> tuple[int, list[float]]:
    """How many of the ranges hold the truth, and high over low of each."""
    chance = random.Random(seed)
    held, widths = 0, []
    for number in range(cases):
        if number % 50 == 0:  # other towns, with shares of their own
            country = towns(chance, SIZES, dependent)
            known = knowledge(country)
            places = Places(country, country, TABLE)
        readings, truth = _case(country, chance)
        count = count_with(readings, known, places, TABLE)
        held += count.low <= truth <= count.high
        widths.append(count.high / count.low)
    return held, widths
