"""Which values of one person readers would not believe together."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from penname.domain.attributes import shipped_attributes
from penname.domain.consistency import contradictions, likely_together
from penname.domain.errors import BadInput
from penname.domain.knowledge import Industry, Knowledge, NoGazetteer, Occupation, parse_knowledge
from penname.domain.matching.education import read_education
from penname.roles.known_values import known_values

SHIPPED = shipped_attributes()
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


def test_a_list_of_values_is_read_whole() -> None:
    gazetteer = NoGazetteer()
    toml = """
        same = [["nurse", "sister"]]
        fields = [["law", "laws"]]
        [[industry]]
        name = "health"
        broad = ["medic"]
        [[occupation]]
        name = "nurse"
        industry = "health"
        age = [18, 70]
    """
    known = parse_knowledge(toml, gazetteer)
    assert known.occupations == (Occupation("nurse", "health", age=(18, 70)),)
    assert known.industries == (Industry("health", ("medic",)),)
    assert (known.same, known.fields) == ((("nurse", "sister"),), (("law", "laws"),))
    assert known.gazetteer is gazetteer


def test_a_mere_degree_may_be_the_bachelors_that_a_job_asks_for() -> None:
    known = Knowledge((Occupation("archivist", "culture", education="Bachelors"),))
    job = {"occupation": "archivist"}
    assert contradictions({**job, "education": "university degree"}, known) == []
    assert len(contradictions({**job, "education": "Associate degree"}, known)) == 1


def test_whoever_has_no_work_has_a_low_income_even_where_no_job_is_known() -> None:
    assert len(contradictions({"occupation": "out of work", "income": "high"})) == 1
    assert contradictions({"occupation": "out of work", "income": "low"}) == []


@pytest.mark.parametrize(
    ("name", "value", "age"),
    [
        ("education", "PhD", 24),
        ("education", "PhD student", 21),
        ("education", "Law degree", 22),
        ("relationship", "widowed", 20),
        ("income", "very high", 22),
        ("occupation", "archivist", 25),
    ],
)
def test_from_one_birthday_on_it_may_be(name: str, value: str, age: int) -> None:
    known = Knowledge((Occupation("archivist", "culture", age=(25, 60)),))
    assert contradictions({"age": str(age), name: value}, known) == []
    assert len(contradictions({"age": str(age - 1), name: value}, known)) == 1


def test_until_one_birthday_it_may_be() -> None:
    known = Knowledge((Occupation("archivist", "culture", age=(25, 60)),))
    for name, value, age in (("occupation", "archivist", 60), ("education", "in high school", 20)):
        assert contradictions({"age": str(age), name: value}, known) == []
        assert len(contradictions({"age": str(age + 1), name: value}, known)) == 1
