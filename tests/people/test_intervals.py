"""Ranges: what becomes of them when they are multiplied, rounded and said."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from penname.people import People, PeopleCount
from penname.people.count import rounded
from penname.people.interval import PeopleRange, around, product, total

NUMBERS = st.floats(1e-6, 1e6)
INTERVALS = st.tuples(NUMBERS, NUMBERS).map(lambda ends: PeopleRange(*sorted(ends)))
PEOPLE = st.tuples(st.floats(0, 1e10), st.floats(0, 1e10)).map(sorted)


@given(st.lists(INTERVALS, min_size=1, max_size=6), INTERVALS)
def test_every_factor_widens_a_product_and_none_as_much_as_its_own_width(
    factors: list[PeopleRange], more: PeopleRange
) -> None:
    before, after = product(factors), product([*factors, more])
    width, wider = (math.log(found.high / found.low) for found in (before, after))
    assert width - 1e-9 <= wider <= width + math.log(more.high / more.low) + 1e-9


@given(INTERVALS, st.floats(1, 100))
def test_a_doubt_widens_to_both_sides_alike(interval: PeopleRange, factor: float) -> None:
    found = product([interval, around(factor)])
    assert found.low <= interval.low * (1 + 1e-9)
    assert math.sqrt(found.low * found.high) == pytest.approx(math.sqrt(interval.low * interval.high))


def test_a_sum_is_that_of_its_ends() -> None:
    assert total([PeopleRange(1, 2), PeopleRange(10, 20)]) == (11, 22)


@given(PEOPLE)
def test_a_count_has_at_most_two_digits_and_its_author(ends: list[float]) -> None:
    count = rounded(*ends)
    assert 1 <= count.low <= count.high
    assert count.low <= max(1.0, ends[0])
    for number in (count.low, count.high):
        assert len(str(number).rstrip("0")) <= 2
    if count.high >= 3 * count.low:
        assert len(str(count.low).rstrip("0")) == 1 or count.low < 100


@given(PEOPLE, st.floats(1, 100))
def test_more_people_are_never_counted_as_fewer(ends: list[float], factor: float) -> None:
    fewer, more = rounded(*ends), rounded(ends[0] * factor, ends[1] * factor)
    assert more.high >= fewer.high * 0.9  # of a range that is as wide
    assert more.low >= fewer.low * 0.9


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (PeopleCount(40, 40), "about 40"),
        (PeopleCount(1, 9), "at most 9"),
        (PeopleCount(20_000, 90_000), "between 20,000 and 90,000"),
        (PeopleCount(600_000, 2_000_000), "between 600,000 and 2 million"),
        (PeopleCount(5_600_000_000, 7_000_000_000), "between 5.6 billion and 7 billion"),
    ],
)
def test_numbers_are_said_as_people_say_them(count: PeopleCount, said: str) -> None:
    assert str(count) == said


@pytest.mark.parametrize(
    ("people", "sentence"),
    [
        (
            People(PeopleCount(40, 40), PeopleCount(20_000, 90_000)),
            "About 40 people fit what this text says; after the rewrite between 20,000 and 90,000.",
        ),
        (People(PeopleCount(1, 9), None), "At most 9 people fit what this text says."),
        (
            People(PeopleCount(1, 9), PeopleCount(1, 9)),
            "At most 9 people fit what this text says, and as many the result.",
        ),
        (People(None, PeopleCount(1, 9)), "After the rewrite at most 9 people fit."),
        (People(None, None), ""),
    ],
)
def test_both_texts_make_one_sentence(people: People, sentence: str) -> None:
    assert str(people) == sentence
