"""Jobs and their branches, with a short list of their own."""

import pytest

from penname.domain.knowledge import Industry, Knowledge, Occupation
from penname.domain.matching import Match, matches
from penname.domain.matching.texts import industry_of, occupation_named

KNOWN = Knowledge(
    (
        Occupation("school teacher", "schools", also=("schoolmaster",)),
        Occupation("primary teacher", "nurseries"),
        Occupation("teacher", "teaching"),
        Occupation("weaver", "cloth"),
    ),
    (Industry("cloth", ("textile worker",), ("loom", "silk dyer")), Industry("teaching", ("educator",))),
    same=(("loom", "weaving frame"), ("weaver", "webster")),
)


@pytest.mark.parametrize(
    ("text", "job"),
    [
        ("teacher", "teacher"),
        ("Schoolmaster", "school teacher"),
        ("webster", "weaver"),
        ("hand weaver", "weaver"),
        ("evening school teacher", "school teacher"),  # the most that is said of it
        ("primary school teacher", "school teacher"),  # of two that say as much the first
        ("teacher trainer", None),
        ("", None),
    ],
)
def test_a_job_is_known_by_itself_or_as_a_kind_of_one(text: str, job: str | None) -> None:
    found = occupation_named(text, KNOWN)
    assert (found.name if found else None) == job


@pytest.mark.parametrize(
    ("text", "industry"),
    [
        ("weaver", "cloth"),
        ("loom mechanic", "cloth"),
        ("mechanic of a weaving frame", "cloth"),
        ("dyer of silk", "cloth"),
        ("dyer", None),
        ("educator", "teaching"),
        ("chef", None),
    ],
)
def test_a_branch_is_known_by_the_job_or_a_typical_word(text: str, industry: str | None) -> None:
    assert industry_of(text, KNOWN) == industry


@pytest.mark.parametrize(
    ("guess", "truth", "found"),
    [
        ("textile worker", "weaver", Match.LESS_PRECISE),
        ("weaver", "textile worker", Match.YES),
        ("textile worker", "retired weaver", Match.NO),
        ("educator", "weaver", Match.NO),
        ("unemployed", "weaver", Match.NO),
        ("weaver", "out of work", Match.NO),
        ("jobless", "out of work", Match.YES),
    ],
)
def test_a_name_for_all_of_a_branch_says_less_than_the_job(guess: str, truth: str, found: Match) -> None:
    assert matches("occupation", guess, truth, knowledge=KNOWN) is found
