"""Ages as people write them, read to the year."""

import pytest

from penname.domain.matching.ages import Years, read_age


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("34", 34, 34),
        ("I'm 34 years old", 34, 34),
        ("thirty-four", 34, 34),
        ("Twenty One", 21, 21),
        ("twenty", 20, 20),
        ("fourty two", 42, 42),
        ("nineteen", 19, 19),
        ("5", 5, 5),
        ("120", 120, 120),
        ("30s", 30, 39),
        ("early 30s", 30, 33),
        ("mid-30s", 34, 36),
        ("middle 30s", 34, 36),
        ("late thirties", 37, 39),
        ("early to mid 30s", 30, 36),
        ("mid-to-late forties", 44, 49),
        ("nineties", 90, 99),
        ("thirty-something", 30, 39),
        ("40-odd", 40, 49),
        ("a teenager", 13, 19),
        ("in my teens", 13, 19),
        ("30-35", 30, 35),
        ("35 to 30", 30, 35),
        ("between 25 and 35", 25, 35),
        ("twenty or thirty", 20, 30),
        ("over 60", 60, 120),
        ("60+", 60, 120),
        ("60 or older", 60, 120),
        ("at least eighteen", 18, 120),
        ("under 30", 5, 30),
        ("up to 18", 5, 18),
        ("30 or younger", 5, 30),
    ],
)
def test_an_age_is_read_with_both_its_ends(text: str, low: int, high: int) -> None:
    assert read_age(text) == Years(low, high)


@pytest.mark.parametrize(
    "text",
    ["", "old", "4", "zero", "121", "3.4", "1985", "4-10", "100 to 121", "under 4", "over 121"],
)
def test_what_is_no_age_reads_as_none(text: str) -> None:
    assert read_age(text) is None


def test_a_range_has_a_middle_and_one_age_is_exact() -> None:
    assert (Years(30, 35).middle, Years(30, 35).exact) == (32.5, False)
    assert (Years(30, 30).middle, Years(30, 30).exact) == (30, True)
