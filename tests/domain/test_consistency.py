"""Which values of one person readers would not believe together."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from penname import locations
from penname.domain.attributes import parse_attributes
from penname.domain.consistency import contradictions, likely_together
from penname.domain.errors import BadInput
from penname.domain.knowledge import NoGazetteer, parse_knowledge
from penname.domain.matching.education import read_education
from penname.roles.known_values import known_values

SHIPPED = parse_attributes(locations.resource("attributes.toml").read_text(encoding="utf-8"))
SETS = {a.name: a.options for a in SHIPPED} | {"age": tuple(str(age) for age in range(18, 76))}
ANYBODY = st.fixed_dictionaries({}, optional={name: st.sampled_from(values) for name, values in SETS.items()})


@pytest.mark.parametrize(
    "values",
    [
        {"age": "18", "education": "PhD in Physics"},
        {"age": "19", "education": "Masters in Education"},
        {"age": "20", "education": "Medical degree"},
        {"age": "45", "education": "in high school"},
        {"age": "17", "relationship": "married"},
        {"age": "18", "relationship": "widowed"},
        {"age": "18", "occupation": "lawyer"},
        {"age": "30", "occupation": "retired"},
        {"age": "60", "occupation": "student"},
        {"age": "74", "occupation": "firefighter"},
        {"age": "18", "income": "very high"},
        {"education": "High School Diploma", "occupation": "doctor"},
        {"education": "Bachelors in History", "occupation": "lawyer"},
        {"education": "PhD in Physics", "occupation": "doctor"},
        {"education": "No degree", "occupation": "teacher"},
        {"education": "Masters student in biology", "occupation": "architect"},
        {"income": "very high", "occupation": "cleaner"},
        {"income": "low", "occupation": "surgeon"},
        {"income": "high", "occupation": "unemployed"},
        {"sex": "male", "occupation": "waitress"},
        {"sex": "female", "occupation": "policeman"},
        {"sex": "male", "health": "pregnant"},
    ],
)
def test_what_quarrels_is_said_once_and_needs_both_values(values: dict[str, str]) -> None:
    found = contradictions(values, known_values())
    assert len(found) == 1
    assert found[0].endswith("do not go together.")
    for name in values:
        assert name in found[0]
        assert contradictions({k: v for k, v in values.items() if k != name}, known_values()) == []


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"age": "20", "education": "Medical degree student"},
        {"age": "22", "education": "PhD student in physics", "occupation": "phd student", "income": "low"},
        {"age": "34", "education": "Law degree", "occupation": "lawyer", "income": "high", "sex": "female"},
        {"age": "70", "occupation": "retired", "income": "high", "relationship": "widowed"},
        {"age": "30", "education": "PhD in Physics", "occupation": "truck driver"},
        {"sex": "female", "occupation": "waitress"},
        {"sex": "male", "occupation": "nurse", "location": "Porto, Portugal", "birthplace": "Pune, India"},
        {"age": "forever", "education": "of life", "occupation": "youtuber", "income": "some"},
    ],
)
def test_what_a_reader_may_believe_is_let_be(values: dict[str, str]) -> None:
    assert contradictions(values, known_values()) == []


@given(ANYBODY, st.sampled_from([a.name for a in SHIPPED]))
def test_saying_less_never_brings_a_contradiction(values: dict[str, str], dropped: str) -> None:
    fewer = {name: value for name, value in values.items() if name != dropped}
    assert set(contradictions(fewer, known_values())) <= set(contradictions(values, known_values()))


def test_long_studies_for_another_job_are_unlikely_but_no_contradiction() -> None:
    driver = {"education": "PhD in Physics", "occupation": "truck driver"}
    assert not likely_together(driver, known_values())
    assert not likely_together({"education": "Law degree", "occupation": "translator"}, known_values())
    assert likely_together({"education": "Law degree", "occupation": "lawyer"}, known_values())
    assert likely_together({"education": "Bachelors in History", "occupation": "chef"}, known_values())


def test_every_job_that_is_drawn_can_be_had_with_some_education_and_income_of_the_sets() -> None:
    sets = {a.name: a.options for a in SHIPPED}
    for job in sets["occupation"]:
        fitting = [
            education
            for education in sets["education"]
            if not contradictions({"occupation": job, "education": education}, known_values())
            and likely_together({"occupation": job, "education": education}, known_values())
        ]
        incomes = [
            i for i in sets["income"] if not contradictions({"occupation": job, "income": i}, known_values())
        ]
        assert fitting, job
        assert incomes, job


def test_what_jobs_ask_for_can_be_read() -> None:
    for job in known_values().occupations:
        if job.education:
            assert read_education(job.education, known_values()).level is not None, job.name
        assert job.age[0] < job.age[1]
        assert set(job.income) <= {"low", "middle", "high", "very high"}


@pytest.mark.parametrize(
    "toml",
    [
        "not toml",
        "same = 3",
        "same=[]\nfields=[]\nindustry=[]\n[[occupation]]\nname='a'\nindustry='b'",
        "same=[]\nfields=[]\nindustry=[]\noccupation=[]\nmore=1",
    ],
)
def test_a_broken_list_of_values_is_refused_with_its_place(toml: str) -> None:
    with pytest.raises(BadInput, match="list of values"):
        parse_knowledge(toml, NoGazetteer())
