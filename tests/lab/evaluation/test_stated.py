"""Whether a value stands in a text, itself or by another name."""

import pytest

from penname.lab.evaluation.stated import is_stated
from penname.roles.known_values import known_values


@pytest.mark.parametrize(
    ("attribute", "value", "text"),
    [
        ("age", "34", "I turned thirty-four on a Monday."),
        ("age", "34", "34yo here, still no clue."),
        ("sex", "female", "As a woman who climbs I get the jokes."),
        ("location", "Zurich, Switzerland", "gotta love Zürich in June"),
        ("location", "Perth, Australia", "hailing from perth, mate"),
        ("location", "New York City, United States", "Nothing beats NYC at night."),
        ("birthplace", "Ghana", "I grew up in Ghana."),
        (
            "education",
            "Currently studying Bachelors in Film Studies",
            "done with my bachelors in film studies",
        ),
        ("occupation", "software engineer", "Being a software engineer, I sit."),
        ("income", "high", "On a high income one forgets."),
        ("relationship", "married", "My wife found the tent."),
        ("relationship", "single", "I'm single and I cook for one."),
        ("health", "diabetes", "Since my diabetes began I carry sugar."),
    ],
)
def test_it_is_found(attribute: str, value: str, text: str) -> None:
    assert is_stated(attribute, (value,), text, known_values())


@pytest.mark.parametrize(
    ("attribute", "value", "text"),
    [
        ("age", "34", "It cost $34, and 34% of it was tax; 340 people came."),
        ("sex", "male", "Oh man, the female lead was great."),
        ("location", "Zurich, Switzerland", "Swiss prices, you know."),
        ("occupation", "software engineer", "Being a sales engineer, I drive."),
        ("relationship", "single", "Every single day the same."),
        ("relationship", "married", "We went to the market."),
        ("income", "high", "On a very high income, in high spirits."),
        ("education", "PhD in Physics", "I study people."),
    ],
)
def test_it_is_not_found(attribute: str, value: str, text: str) -> None:
    assert not is_stated(attribute, (value,), text, known_values())


def test_any_of_several_values_counts() -> None:
    assert is_stated("health", ("sugar", "diabetes"), "My diabetes again.", known_values())
