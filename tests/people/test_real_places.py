"""The places of the list that ships with Penname: about as many people as really live there."""

import pytest

from penname.people import Reading, count_people
from penname.people.places import Places
from penname.people.table import shipped_table
from penname.roles.known_values import inhabitants, known_values


@pytest.mark.parametrize(
    ("place", "people"),
    [
        ("Lisbon, Portugal", 550_000),
        ("Paris, Texas", 24_000),
        ("Portland, Maine", 68_000),
        ("Texas, United States", 29_500_000),
        ("Scotland", 5_400_000),
        ("Ontario, Canada", 14_200_000),
        ("Switzerland", 8_800_000),
        ("nowhere at all", 8_100_000_000),
    ],
)
def test_the_range_holds_the_people_of_a_place(place: str, people: int) -> None:
    found = Places(known_values().gazetteer, inhabitants(), shipped_table()).living_in([place])
    assert found.low <= people <= found.high


def test_a_nurse_of_a_known_age_in_a_city_is_one_of_few() -> None:
    read = {"location": "Leeds, United Kingdom", "age": "34", "sex": "female", "occupation": "nurse"}
    found = count_people([Reading(name, (value,), stated=True) for name, value in read.items()])
    assert found.low >= 1
    assert 50 <= found.high <= 1000
    assert count_people([]).low > 4_000_000_000
