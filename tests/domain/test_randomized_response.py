"""Randomized response: what it promises (no outcome e^eps times likelier for another truth), its limits."""

import math
import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from penname.domain.attributes import Attribute, ValueKind, shipped_attributes
from penname.domain.errors import BadInput
from penname.domain.randomized_response import draw_group, group_of, groups, keep_probability, respond
from penname.roles.known_values import known_values

SHIPPED = {a.name: a for a in shipped_attributes()}
EPSILONS = st.floats(0, 20, allow_nan=False)


class Loaded(random.Random):
    """Answers `random()` with what it is told."""

    def __init__(self, answer: float) -> None:
        super().__init__(0)
        self.answer = answer

    def random(self) -> float:
        return self.answer


@given(EPSILONS, st.integers(2, 200))
def test_the_ratio_of_any_outcome_between_two_truths_is_e_to_the_epsilon(epsilon: float, k: int) -> None:
    keep = keep_probability(epsilon, k)
    other = (1 - keep) / (k - 1)
    assert keep + (k - 1) * other == pytest.approx(1)
    assert keep / other == pytest.approx(math.exp(epsilon), rel=1e-5)


@given(EPSILONS, EPSILONS, st.integers(2, 200))
def test_a_smaller_epsilon_never_keeps_the_truth_more_often(one: float, other: float, k: int) -> None:
    small, large = sorted((one, other))
    assert keep_probability(small, k) <= keep_probability(large, k)
    assert keep_probability(0, k) == pytest.approx(1 / k)


@pytest.mark.parametrize("epsilon", [0.0, 1.0, math.log(5)])
def test_the_draws_of_two_truths_differ_as_promised(epsilon: float) -> None:
    """Frequencies over 60,000 draws a truth, with a fixed seed; four standard errors are allowed."""
    draws, k = 60_000, 6
    keep = keep_probability(epsilon, k)
    chance = random.Random(20)
    counted = [Counter(draw_group(truth, k, epsilon, chance) for _ in range(draws)) for truth in range(2)]
    for truth in range(2):
        for outcome in range(k):
            expected = keep if outcome == truth else (1 - keep) / (k - 1)
            error = math.sqrt(expected * (1 - expected) / draws)
            assert abs(counted[truth][outcome] / draws - expected) < 4 * error
    assert counted[0][0] / counted[1][0] == pytest.approx(math.exp(epsilon), rel=0.06)


@pytest.mark.parametrize("name", sorted(SHIPPED))
def test_every_value_of_the_set_has_one_group_and_no_group_depends_on_the_truth(name: str) -> None:
    attribute, known = SHIPPED[name], known_values()
    fixed = groups(attribute, known)
    values = [value for group in fixed for value in group]
    assert len(values) == len(set(values))
    assert set(attribute.options) <= set(values)
    for number, group in enumerate(fixed):
        assert {group_of(attribute, value, known) for value in group} == {number}


def test_the_groups_are_what_the_window_says_they_are() -> None:
    known = known_values()
    assert len(groups(SHIPPED["sex"], known)) == 2
    assert len(groups(SHIPPED["income"], known)) == 4
    ages = groups(SHIPPED["age"], known)
    assert ages[3] == ("32", "33", "34", "35", "36")
    assert len({len(bin_) for bin_ in ages}) == 1
    places = groups(SHIPPED["location"], known)
    assert len(places) == len(SHIPPED["location"].options)  # one place a country
    jobs = groups(SHIPPED["occupation"], known)
    assert any({"plumber", "electrician"} <= set(job) for job in jobs)
    levels = groups(SHIPPED["education"], known)
    assert any({"Law degree", "Bachelors in History"} <= set(level) for level in levels)


@pytest.mark.parametrize(
    ("name", "truth", "like"),
    [
        ("age", "31", "29"),
        ("age", "91", "74"),
        ("location", "Coimbra, Portugal", "Lisbon, Portugal"),
        ("location", "Texas", "Boston, United States"),
        ("occupation", "midwife", "nurse"),
        ("education", "MSc Finance", "Masters in Education"),
    ],
)
def test_a_truth_outside_the_list_counts_with_its_group(name: str, truth: str, like: str) -> None:
    known = known_values()
    assert group_of(SHIPPED[name], truth, known) == group_of(SHIPPED[name], like, known)


def test_a_kept_truth_names_no_value_and_a_drawn_one_lies_in_another_group() -> None:
    known, age = known_values(), SHIPPED["age"]
    assert respond(age, "34", 1.0, Loaded(0.0), known).value is None
    for seed in range(100):
        value = respond(age, "34", 0.0, random.Random(seed), known).value
        assert value is None or group_of(age, value, known) != group_of(age, "34", known)


def test_close_values_are_not_ruled_out() -> None:
    drawn = {respond(SHIPPED["age"], "34", 0.0, random.Random(seed)).value for seed in range(300)}
    assert {"30", "38"} <= drawn  # less than ten years off


@pytest.mark.parametrize(
    ("name", "truth", "epsilon"),
    [
        ("location", "Reykjavik, Iceland", 1.0),
        ("occupation", "youtuber", 1.0),
        ("sex", "female", -1.0),
        ("sex", "female", math.nan),
        ("sex", "female", math.inf),
        ("age", "old", 1.0),
    ],
)
def test_what_could_not_keep_the_promise_is_refused(name: str, truth: str, epsilon: float) -> None:
    with pytest.raises(BadInput, match=r"\.$"):
        respond(SHIPPED[name], truth, epsilon, random.Random(0), known_values())


def test_an_attribute_without_values_cannot_be_drawn() -> None:
    health = Attribute("health", "Health", "health", ValueKind.TEXT, "illnesses", custom=True)
    with pytest.raises(BadInput):
        respond(health, "asthma", 1.0, random.Random(0))


def test_there_must_be_two_groups_to_draw_from() -> None:
    age = Attribute("age", "Age", "age", ValueKind.AGE, "years", ("30", "40"))
    assert [(group[0], group[-1]) for group in groups(age)] == [("25", "35"), ("36", "45")]
    one = Attribute("mood", "Mood", "mood", ValueKind.CATEGORY, "how it goes", ("good",), custom=True)
    with pytest.raises(BadInput, match=r"^There must be at least two values to draw from\.$"):
        respond(one, "good", 1.0, random.Random(0))
    for epsilon in (-0.1, 20.1):
        with pytest.raises(BadInput, match=r"^Epsilon must be a number from 0 to 20\.$"):
            keep_probability(epsilon, 2)
