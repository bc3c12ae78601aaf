"""From inferences to a count: what counts, what each value is worth, and which way more of it moves it."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from penname.domain.errors import BadInput
from penname.domain.inferences import Inference, Validity, Verdict
from penname.locations import resource
from penname.people.count import PeopleCount
from penname.people.counting import count_with
from penname.people.places import Places
from penname.people.readings import Reading, readings_of
from penname.people.shares import share_of, share_of_ages
from penname.people.table import parse_table
from people.synthetic import HOME, TABLE, Towns, knowledge, towns

COUNTRY: Towns = towns(random.Random(1), (300, 900), dependent=False)
KNOWN = knowledge(COUNTRY)
PLACES = Places(COUNTRY, COUNTRY, TABLE)
READ = {
    "age": "34",
    "sex": "female",
    "location": "Town A",
    "birthplace": "Town B",
    "education": "Bachelors in History",
    "occupation": "nurse",
    "income": "middle",
    "relationship": "married",
}


def count(*readings: Reading) -> PeopleCount:
    return count_with(readings, KNOWN, PLACES, TABLE)


def stated(attribute: str, *guesses: str) -> Reading:
    return Reading(attribute, guesses, stated=True)


def test_what_is_not_certain_or_not_supported_does_not_count() -> None:
    inferences = [Inference(name, "", (value, "unknown"), 5) for name, value in READ.items()]
    inferences[0] = Inference("age", "", ("34",), 2)
    inferences[1] = Inference("sex", "", ("unknown",), 5)
    verdicts = [Verdict("income", Validity.LOW), Verdict("education", Validity.INVALID)]
    verdicts.append(Verdict("occupation", Validity.NOT_JUDGED))
    found = readings_of(inferences, verdicts, {"relationship"})
    assert [reading.attribute for reading in found] == ["location", "birthplace", "occupation"]
    assert all(reading.stated and len(reading.guesses) == 1 for reading in found)


def test_a_guess_that_is_not_stated_brings_the_others_along() -> None:
    (found,) = readings_of([Inference("location", "", ("Town A", "Town B", "Town A"), 4)], ())
    assert found == Reading("location", ("Town A", "Town B"), stated=False)
    assert count(found).high > count(stated("location", "Town A")).high
    assert count(found).low <= count(stated("location", "Town A")).low


def test_a_wider_name_for_the_first_guess_adds_nobody() -> None:
    assert count(Reading("location", ("Town A", HOME), False)) == count(stated("location", "Town A"))


@given(st.sets(st.sampled_from(sorted(READ))), st.sampled_from(sorted(READ)))
def test_the_more_is_read_the_fewer_people_are_left(names: set[str], more: str) -> None:
    fewer = count(*(stated(name, READ[name]) for name in sorted(names | {more})))
    many = count(*(stated(name, READ[name]) for name in sorted(names - {more})))
    assert fewer.high <= many.high
    assert fewer.low <= many.low


@given(st.dictionaries(st.sampled_from(sorted(READ)), st.text(min_size=1, max_size=12)), st.booleans())
def test_no_guess_is_too_odd(values: dict[str, str], sure: bool) -> None:
    found = count(*(Reading(name, (value, READ[name]), sure) for name, value in values.items()))
    assert 1 <= found.low <= found.high <= 2 * COUNTRY.world()


def test_an_unknown_place_is_the_world_and_a_town_nobody_lists_is_small() -> None:
    assert count(stated("location", "Erewhon")) == count()
    assert count(Reading("location", ("Town A", "Erewhon"), False)) == count(stated("location", "Town A"))
    assert PLACES.living_in([f"Little Snoring, {HOME}"]).low == 500


def test_nothing_read_leaves_everybody() -> None:
    assert count().low <= 1200 <= count().high


def test_an_age_is_a_year_where_it_is_stated_and_seven_where_it_is_guessed() -> None:
    year, guessed = (
        share_of_ages(stated("age", "34"), TABLE),
        share_of_ages(Reading("age", ("34",), False), TABLE),
    )
    assert year
    assert guessed
    assert guessed.low == pytest.approx(7 * year.low)
    thirties = share_of_ages(stated("age", "in her thirties"), TABLE)
    assert thirties
    assert thirties.high == pytest.approx(10 * year.high)
    assert share_of_ages(stated("age", "an adult"), TABLE) is None


def test_what_an_age_says_already_is_not_counted_as_if_it_did_not() -> None:
    student, retired = stated("occupation", "student"), stated("occupation", "retired")
    for reading, told, untold in ((student, "19", "45"), (retired, "71", "45")):
        young, old = (share_of(reading, TABLE, KNOWN, {"age": stated("age", age)}) for age in (told, untold))
        assert young
        assert old
        assert young.low > old.high


def test_who_studies_is_counted_once() -> None:
    student = stated("occupation", "student")
    assert count(stated("education", "studying law"), student) == count(stated("education", "studying law"))


@pytest.mark.parametrize(
    ("narrow", "wide"),
    [
        (("occupation", "nurse"), ("occupation", "healthcare worker")),
        (("occupation", "radiologist"), ("occupation", "healthcare worker")),
        (("education", "Bachelors in History"), ("education", "Bachelors")),
        (("education", "PhD"), ("education", "Masters")),
        (("income", "very high"), ("income", "60k")),
        (("relationship", "widow"), ("relationship", "wife")),
    ],
)
def test_a_narrower_value_fits_fewer(narrow: tuple[str, str], wide: tuple[str, str]) -> None:
    few, many = (share_of(stated(*value), TABLE, KNOWN) for value in (narrow, wide))
    assert few
    assert many
    assert few.low < many.low
    assert few.high < many.high


def test_an_attribute_of_the_users_own_and_a_job_nobody_knows_have_a_wide_range() -> None:
    for reading in (stated("health", "asthma"), stated("occupation", "unicorn tamer")):
        share = share_of(reading, TABLE, KNOWN)
        assert share
        assert share.high / share.low >= 50


def test_every_number_has_a_source_and_every_branch_a_number() -> None:
    toml_text = resource("people.toml").read_text(encoding="utf-8")
    for industry in KNOWN.industries:
        assert TABLE.share("occupation", industry.name), industry.name
    for broken in (
        toml_text.replace('source = "estimate"', 'source = " "', 1),
        toml_text.replace("low = 0.72", "low = 0.92"),
        toml_text.replace("[adults]", "[adults]\nhigher = 1", 1),
        toml_text.replace("low = 0.72", "low ="),
    ):
        with pytest.raises(BadInput, match="table of shares"):
            parse_table(broken)
