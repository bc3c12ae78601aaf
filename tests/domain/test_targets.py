"""Targets: drawn from the value set, never the truth and never close to it; chosen ones are checked."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from penname.domain.attributes import Attribute, ValueKind, shipped_attributes
from penname.domain.errors import BadInput
from penname.domain.matching import Match, matches
from penname.domain.targets import check_target, draw_target, targets, too_close
from penname.roles.known_values import known_values

SHIPPED = {a.name: a for a in shipped_attributes()}


@given(st.integers(5, 120), st.integers(0, 2**32))
def test_a_drawn_age_is_at_least_ten_years_off_and_adult(truth: int, seed: int) -> None:
    drawn = int(draw_target(SHIPPED["age"], str(truth), random.Random(seed)))
    assert abs(drawn - truth) >= 10
    assert 18 <= drawn <= 75


@given(st.sampled_from(sorted(set(SHIPPED) - {"age"})), st.integers(0, 99), st.integers(0, 2**32))
def test_a_draw_never_gives_the_truth(name: str, index: int, seed: int) -> None:
    attribute = SHIPPED[name]
    truth = attribute.options[index % len(attribute.options)]
    drawn = draw_target(attribute, truth, random.Random(seed))
    assert drawn in attribute.options
    assert matches(attribute, drawn, truth) is Match.NO


def test_every_allowed_value_is_drawn() -> None:
    chance = random.Random(7)
    drawn = {draw_target(SHIPPED["relationship"], "married", chance) for _ in range(200)}
    assert drawn == set(SHIPPED["relationship"].options) - {"married"}


def test_a_drawn_place_lies_in_another_country() -> None:
    left = targets(SHIPPED["location"], "Porto, Portugal")
    assert left
    assert not any("Portugal" in place for place in left)


def test_without_a_truth_the_guesses_are_avoided_best_first() -> None:
    chance = random.Random(1)
    assert draw_target(SHIPPED["sex"], None, chance, avoid=("female", "male", "female")) == "male"
    for _ in range(50):
        drawn = draw_target(SHIPPED["location"], None, chance, avoid=("Berlin, Germany", "Lyon, France"))
        assert not drawn.endswith(("Germany", "France"))


def test_a_value_set_without_a_target_says_so() -> None:
    health = Attribute("health", "Health", "health", ValueKind.TEXT, "illnesses", custom=True)
    with pytest.raises(BadInput, match=r"no value to draw for health\. Please choose"):
        draw_target(health, "asthma", random.Random(0))


@pytest.mark.parametrize(
    ("name", "target", "truth"),
    [
        ("age", "400", None),
        ("age", "38", "34"),
        ("sex", "yes", None),
        ("sex", "Female", "female"),
        ("income", "Middle", "middle"),
        ("location", "Porto, Portugal", "Lisbon, Portugal"),
        ("location", "Portugal", "Lisbon, Portugal"),
        ("education", "Bachelors in History", "Masters in History"),
        ("occupation", "primary school teacher", "teacher"),
        ("occupation", "teacher", "primary school teacher"),
    ],
)
def test_what_cannot_mislead_is_refused_in_a_sentence(name: str, target: str, truth: str | None) -> None:
    with pytest.raises(BadInput, match=r"\.$"):
        check_target(SHIPPED[name], target, truth)


@pytest.mark.parametrize(
    ("name", "target", "truth", "stored"),
    [
        ("age", " 060", "34", "60"),
        ("sex", "MALE", "female", "male"),
        ("location", "Porto,  Portugal", "Berlin, Germany", "Porto, Portugal"),
        ("occupation", "chef", None, "chef"),
        ("income", "high", "", "high"),
    ],
)
def test_a_good_target_comes_back_as_it_is_stored(
    name: str, target: str, truth: str | None, stored: str
) -> None:
    assert check_target(SHIPPED[name], target, truth) == stored


@pytest.mark.parametrize(
    ("name", "target", "truth", "reason"),
    [
        ("age", "34", "34", "it is your true value"),
        ("age", "43", "34", "it lies less than 10 years from your true age"),
        ("age", "44", "34", None),
        ("age", "25", "34", "it lies less than 10 years from your true age"),
        ("age", "24", "34", None),
        ("age", "45", "30-35", None),
        ("age", "44", "30-35", "it lies less than 10 years from your true age"),
        ("age", "44", "old", None),
        ("location", "Lisboa", "Lisbon, Portugal", "it is your true value"),
        ("location", "Porto", "Lisbon", "it lies in the same country as the true place"),
        ("location", "Madrid", "Lisbon", None),
        ("income", "high", "middle", None),
        ("occupation", "attorney", "lawyer", "it is your true value"),
        ("occupation", "plumber", "electrician", "it belongs to the same industry as your true occupation"),
        ("occupation", "chef", "electrician", None),
        (
            "occupation",
            "retired teacher",
            "teacher",
            "it belongs to the same industry as your true occupation",
        ),
        ("education", "Bachelors in Physics", "PhD in Physics", "it names the field you studied"),
        ("education", "Bachelors in History", "PhD in Physics", None),
        ("education", "PhD", "PhD in Physics", "it says nearly the same as your true value"),
        ("education", "PhD in Physics", "PhD", "it is your true value"),
    ],
)
def test_what_lies_too_close_to_the_truth_and_why(
    name: str, target: str, truth: str, reason: str | None
) -> None:
    assert too_close(SHIPPED[name], target, truth, known_values()) == reason
