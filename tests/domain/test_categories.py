"""Sex, income and relationship in other words."""

import pytest

from penname.domain.attributes import Attribute, ValueKind, attribute_named
from penname.domain.matching.categories import category


@pytest.mark.parametrize(
    ("text", "level"),
    [
        ("$29,999", "low"),
        ("$30,000", "middle"),
        ("59,999 dollars a year", "middle"),
        ("60k", "high"),
        ("149999", "high"),
        ("150 thousand", "very high"),
        ("45 000", "middle"),
        ("45.5k", "middle"),
        ("1000", "low"),
        ("$30,000 to $60,000", "middle"),
        ("30-60k", "middle"),
        ("60k-150k", "high"),
        ("29k to 30,001", None),
        ("over 149,998", None),
        ("over 149,999", "very high"),
        ("1000 to 2000", "low"),
        ("0-30k", None),  # a zero is no amount
        ("under 30k", "low"),
        ("< 30k", "low"),
        ("under 60k", None),
        ("over 150k", "very high"),
        ("150k+", "very high"),
        ("over 149k", None),
        ("20-80k", None),
        ("30k, 40k, 50k", None),
        ("999", None),
        ("£45,000", None),
        ("45,000 a month", None),
        ("45000 euros", None),
        ("some", None),
    ],
)
def test_an_amount_lies_in_the_level_it_begins(text: str, level: str | None) -> None:
    assert category(attribute_named("income"), text) == level


@pytest.mark.parametrize(
    ("attribute", "text", "option"),
    [
        ("sex", "M.", "male"),
        ("sex", "a woman", None),
        ("sex", "Woman (guess)", "female"),
        ("relationship", "Widow", "widowed"),
        ("relationship", "Fiancé", "engaged"),
        ("relationship", "never-married", "single"),
        ("relationship", "45k", None),
        ("health", "male", None),
    ],
)
def test_a_wording_stands_for_its_option(attribute: str, text: str, option: str | None) -> None:
    assert category(attribute_named(attribute), text) == option


def test_an_option_of_the_users_own_is_met_as_it_is_written() -> None:
    mood = Attribute("mood", "Mood", "mood", ValueKind.CATEGORY, "the mood", ("Very good", "bad"))
    assert category(mood, "very GOOD!") == "Very good"
    assert category(mood, "good") is None
