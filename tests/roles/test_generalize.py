"""Spans of time and years that become general by rule."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from penname.roles.generalize import generalized_age, generalized_amount


@pytest.mark.parametrize(
    ("phrase", "general"),
    [
        ("34 years", "many years"),
        ("Forty-four years", "Many years"),
        ("three months on the boats", "a few months on the boats"),
        ("1.5 years", None),
        ("2.5 years", "a few years"),
        ("since 1988", "since the eighties"),
        ("class of 2019", "class of the 2010s"),
        ("in 1913", "in the 1910s"),
        ("a two-year diploma", "a longer diploma"),
        ("last year", None),
        ("one year", None),
        ("1 year", None),
        ("the 1980s", None),
        ("34 years old", None),
        ("room 1988a", None),
        ("flat 19881", None),
        ("nothing of the kind", None),
        ("", None),
    ],
)
def test_amounts_are_generalized_and_all_else_stays(phrase: str, general: str | None) -> None:
    assert generalized_amount(phrase) == general


@given(st.integers(2, 99), st.sampled_from(["year", "month", "week"]), st.integers(1900, 2099))
def test_no_amount_and_no_year_is_left(count: int, unit: str, year: int) -> None:
    after = generalized_amount(f"{count} {unit}s until {year}")
    assert after is not None
    assert str(count) not in after.partition(" until ")[0]
    assert after.endswith(("ies", f"{year // 10}0s")), "a decade"
    assert generalized_amount(after) is None, "what is vague stays as it is"


@pytest.mark.parametrize(
    ("phrase", "general"),
    [("29", "twenty-something"), ("84", "eighty-something"), ("19", None), ("29 years", None), ("299", None)],
)
def test_an_age_in_figures_becomes_its_decade(phrase: str, general: str | None) -> None:
    assert generalized_age(phrase) == general
