"""Levels and fields of study as they are written."""

import pytest

from penname.domain.knowledge import NOTHING_KNOWN
from penname.domain.matching import Match, matches
from penname.domain.matching.education import Education, Level, education_parts, read_education

YES, NO, LESS = Match.YES, Match.NO, Match.LESS_PRECISE


@pytest.mark.parametrize(
    ("text", "level", "field", "ongoing"),
    [
        ("PhD in Physics", Level.PHD, ("physics",), False),
        ("Ph.D. candidate, physics", Level.PHD, ("physics",), True),
        ("M.Sc. Finance", Level.MASTERS, ("finance",), False),
        ("Master’s degree in Finance", Level.MASTERS, ("finance",), False),
        ("MBA", Level.MASTERS, ("business", "administration"), False),
        ("LL.M.", Level.MASTERS, ("law",), False),
        ("Law degree", Level.DEGREE, ("law",), False),
        ("MD", Level.DEGREE, ("medicine",), False),
        ("studying law at university", Level.DEGREE, ("law",), True),
        ("Bachelor of Arts in History", Level.BACHELORS, ("history",), False),
        ("undergraduate in history", Level.BACHELORS, ("history",), True),
        ("undergraduate degree in history", Level.BACHELORS, ("history",), False),
        ("Associate's degree", Level.ASSOCIATE, (), False),
        ("college degree", Level.DEGREE, (), False),
        ("HS diploma", Level.SCHOOL, (), False),
        ("in high school", Level.IN_SCHOOL, (), False),
        ("high school dropout", Level.NONE, (), False),
        ("Apprenticeship as an electrician", Level.VOCATIONAL, ("electrician",), False),
        ("history", None, ("history",), False),
        ("", None, (), False),
    ],
)
def test_level_and_field_are_read(
    text: str, level: Level | None, field: tuple[str, ...], ongoing: bool
) -> None:
    assert read_education(text, NOTHING_KNOWN) == Education(level, field, ongoing)


@pytest.mark.parametrize(
    ("guess", "truth", "found"),
    [
        ("degree in law", "PhD in Law", LESS),
        ("PhD in Law", "degree in law", YES),
        ("degree", "HS diploma", NO),
        ("Associate degree", "college degree", NO),
        ("history", "Bachelors in History", LESS),
        ("Bachelors in History", "history", YES),
        ("history", "history", YES),
        ("history", "law", NO),
        ("at sea", "history", NO),
        ("Bachelors in History", "Bachelors", YES),
        ("Bachelors in Modern History", "Bachelors in History", YES),
        ("Bachelors in History", "Bachelors in Modern History", LESS),
        ("studying history", "studying history", YES),
    ],
)
def test_a_guess_may_say_more_than_the_truth_but_not_less(guess: str, truth: str, found: Match) -> None:
    assert matches("education", guess, truth) is found


@pytest.mark.parametrize(
    ("guess", "truth", "right"),
    [
        (
            "Masters in History",
            "Masters in Modern History",
            ["level, strict", "level, lenient", "field, lenient"],
        ),
        ("Bachelors in Law", "Masters in Law", ["level, lenient", "field, strict", "field, lenient"]),
        ("studying law", "Bachelors in Law", ["field, strict", "field, lenient"]),
        ("Bachelors in progress", "Bachelors", ["level, lenient"]),
        ("college degree", "PhD in Physics", ["level, lenient"]),
        ("HS diploma", "PhD", []),
        ("", "Bachelors in Law", []),
    ],
)
def test_level_and_field_apart(guess: str, truth: str, right: list[str]) -> None:
    found = education_parts(guess, truth, NOTHING_KNOWN)
    assert [part for part, met in found.items() if met] == right


def test_only_what_the_truth_states_is_counted() -> None:
    assert set(education_parts("PhD", "history", NOTHING_KNOWN)) == {"field, strict", "field, lenient"}
    assert set(education_parts("PhD", "Bachelors", NOTHING_KNOWN)) == {"level, strict", "level, lenient"}
