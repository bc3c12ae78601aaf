"""What the user wants of one attribute, without a window: into the goal, out of it, and what is wrong."""

import random

import pytest

from penname.desktop.page.attribute_choice import (
    AttributeChoice,
    Mistakes,
    chip_words,
    choice_of,
    drawn_target,
    mistakes,
    proposed_targets,
    with_choice,
    without_mistakes,
)
from penname.domain.attributes import shipped_attributes
from penname.domain.errors import BadInput
from penname.domain.goal import Goal

ATTRIBUTES = shipped_attributes()
AGE, SEX, PLACE = ATTRIBUTES[0], ATTRIBUTES[1], ATTRIBUTES[2]
NAMES = tuple(attribute.name for attribute in ATTRIBUTES)
GOAL = Goal(NAMES, frozenset(NAMES))


def test_a_choice_goes_into_the_goal_and_comes_out_of_it() -> None:
    place = AttributeChoice(True, "Lisbon, Portugal", "Porto Alegre, Brazil")
    age = AttributeChoice(False, " 34 ", "61")
    goal = with_choice(with_choice(GOAL, PLACE, place), AGE, age)
    assert choice_of(goal, PLACE) == place
    assert choice_of(goal, AGE) == AttributeChoice(False, "34", "61")
    assert goal.truth == (("age", "34"), ("location", "Lisbon, Portugal"))  # in the order of the attributes
    assert goal.protect == frozenset(NAMES) - {"age"}
    assert choice_of(goal, SEX) == AttributeChoice(True)


def test_an_empty_value_is_none() -> None:
    goal = with_choice(GOAL, AGE, AttributeChoice(True, "34", "61"))
    assert with_choice(goal, AGE, AttributeChoice(True, "", " ")) == GOAL


@pytest.mark.parametrize(
    ("choice", "truth", "target"),
    [
        (AttributeChoice(True, "34", "61"), False, False),
        (AttributeChoice(True, "", "61"), False, False),
        (AttributeChoice(True, "", ""), False, False),
        (AttributeChoice(True, "400", ""), True, False),
        (AttributeChoice(True, "", "400"), False, True),
        (AttributeChoice(True, "34", "34"), False, True),
        (AttributeChoice(True, "34", "36"), False, True),
        (AttributeChoice(True, "old", "36"), True, False),  # held against nothing: the truth is no age
    ],
)
def test_what_is_wrong_is_said_of_the_value_that_is(
    choice: AttributeChoice, truth: bool, target: bool
) -> None:
    wrong = mistakes(AGE, choice)
    assert (bool(wrong.truth), bool(wrong.target)) == (truth, target)
    assert bool(wrong) is (truth or target)
    if wrong:
        with pytest.raises(BadInput):
            with_choice(GOAL, AGE, AttributeChoice(True, "400", "")) if truth else _checked(choice)


def _checked(choice: AttributeChoice) -> None:
    raise BadInput(mistakes(AGE, choice).target)


def test_an_unknown_category_is_no_value() -> None:
    assert mistakes(SEX, AttributeChoice(True, "blue", "")).truth


def test_what_is_no_value_leaves_what_was_there() -> None:
    before = AttributeChoice(True, "34", "61")
    now = AttributeChoice(False, "400", "70")
    assert without_mistakes(now, mistakes(AGE, now), before) == AttributeChoice(False, "34", "70")
    assert without_mistakes(now, Mistakes(), before) == now


def test_nothing_close_to_the_truth_is_proposed_or_drawn() -> None:
    assert "Lisbon, Portugal" not in proposed_targets(PLACE, "Lisbon, Portugal")
    assert proposed_targets(SEX, "male") == ("female",)
    source = random.Random(4)
    drawn = {drawn_target(PLACE, AttributeChoice(True, "Lisbon, Portugal"), source) for _ in range(60)}
    assert len(drawn) > 5
    assert all("Portugal" not in value for value in drawn)
    ages = {int(drawn_target(AGE, AttributeChoice(True, "34"), source)) for _ in range(60)}
    assert all(abs(age - 34) >= 10 for age in ages)


def test_without_a_truth_the_attackers_guess_is_not_drawn() -> None:
    source = random.Random(1)
    guesses = ("Lisbon, Portugal", "Porto, Portugal")
    drawn = {drawn_target(PLACE, AttributeChoice(True), source, guesses) for _ in range(60)}
    assert all("Portugal" not in value for value in drawn)


def test_the_chip_says_the_target_and_never_the_truth() -> None:
    assert chip_words(PLACE, "") == "Location"
    assert chip_words(AGE, "61") == "Age → 61"
    assert len(chip_words(PLACE, "Manchester, United Kingdom")) < 32
