"""Where a text states a value outright, rules put the target in its place and keep the grammar."""

import pytest

from penname.domain.changes import Edit, apply_changes, changes_from_edits
from penname.domain.inferences import Inference, Validity, Verdict
from penname.roles.cues import find_cues
from penname.roles.rewrite_request import Aim
from penname.roles.target_edits import with_target_edits

NAMES = ("age", "sex", "location", "birthplace", "education", "occupation", "income", "relationship")


def misled(text: str, **targets: str) -> str:
    """The text after the rules' edits alone, for what the second reader finds in it."""
    found = find_cues(text, NAMES)
    execute = [Verdict(one.attribute, Validity.HIGH, one.quotes) for one in found]
    aims = [Aim(name, target) for name, target in targets.items()]
    edits = [
        edit
        for one in with_target_edits(text, found, execute, aims)
        if one.attribute in targets
        for edit in one.edits
    ]
    return apply_changes(text, changes_from_edits(text, edits)[0])


@pytest.mark.parametrize(
    ("before", "target", "after"),
    [
        ("I live in Lisbon.", "Porto, Portugal", "I live in Porto."),
        (
            "I live in Lisbon, and Lisbon trams are slow.",
            "Graz, Austria",
            "I live in Graz, and Graz trams are slow.",
        ),
        ("I live in Cork, Ireland.", "Graz, Austria", "I live in Graz, Austria."),
        ("We live in the UK.", "Graz, Austria", "We live in Austria."),
        ("We live in Ireland.", "Leeds, United Kingdom", "We live in the United Kingdom."),
        ("We live in the UK.", "Boston, United States", "We live in the United States."),
        ("I live in NYC these days.", "Singapore", "I live in Singapore these days."),
        ("My flat in Leeds is cold.", "Ireland", "My flat in Ireland is cold."),
    ],
)
def test_places(before: str, target: str, after: str) -> None:
    assert misled(before, location=target) == after


@pytest.mark.parametrize(
    ("before", "target", "after"),
    [
        ("I'm 34 and tired.", "58", "I'm 58 and tired."),
        ("I'm an 18 year old student.", "34", "I'm a 34 year old student."),
        ("I am a 46 year old nurse.", "81", "I am an 81 year old nurse."),
        ("I turned thirty-four last week.", "60", "I turned sixty last week."),
        ("I'm in my late thirties now.", "52", "I'm in my early fifties now."),
        ("I'm going to be 50 next year.", "30", "I'm going to be 31 next year."),
        ("I'm in my 30s, still.", "66", "I'm in my 60s, still."),
    ],
)
def test_ages(before: str, target: str, after: str) -> None:
    assert misled(before, age=target) == after


def test_a_year_of_birth_moves_by_as_many_years_as_the_age() -> None:
    text = "I was born in 1985."
    (cue,) = find_cues(text, ("age",))
    assert misled(text, age=str(int(cue.guesses[0]) + 10)) == "I was born in 1975."


@pytest.mark.parametrize(
    ("before", "targets", "after"),
    [
        ("As a woman I hate it.", {"sex": "male"}, "As a man I hate it."),
        ("I'm a guy from Leeds.", {"sex": "female"}, "I'm a woman from Leeds."),
        ("I'm a tired mother of two.", {"sex": "male"}, "I'm a tired father of two."),
        ("I (34F) need help.", {"sex": "male"}, "I (34M) need help."),
        ("I (34F) need help.", {"age": "58"}, "I (58F) need help."),
        ("I (34F) need help.", {"age": "58", "sex": "male"}, "I (58M) need help."),
        ("As a woman I say: my husband cooks.", {"sex": "male"}, "As a man I say: my wife cooks."),
        ("As a man I say: my wife cooks.", {"sex": "female"}, "As a woman I say: my husband cooks."),
    ],
)
def test_sexes_with_the_partner_that_fits(before: str, targets: dict[str, str], after: str) -> None:
    assert misled(before, **targets) == after


@pytest.mark.parametrize(
    ("before", "target", "after"),
    [
        ("My husband says no.", "divorced", "My ex-husband says no."),
        ("My wife says no.", "engaged", "My fiancée says no."),
        ("My husband says no.", "in a relationship", "My boyfriend says no."),
        ("My girlfriend says no.", "married", "My wife says no."),
        ("My late husband loved it.", "divorced", "My ex-husband loved it."),
        ("My boyfriend and I cook.", "single", "My flatmate and I cook."),
        ("I am single, sadly.", "married", "I am married, sadly."),
        ("I'm a widow.", "divorced", "I'm divorced."),
        ("Since the divorce I cook.", "married", "Since the wedding I cook."),
    ],
)
def test_relationships(before: str, target: str, after: str) -> None:
    assert misled(before, relationship=target) == after


def test_a_partner_fits_the_target_sex_where_both_change() -> None:
    text = "As a woman I say: my husband cooks."
    assert misled(text, sex="male", relationship="engaged") == "As a man I say: my fiancée cooks."


@pytest.mark.parametrize(
    ("before", "target", "after"),
    [
        ("I'm a nurse on nights.", "electrician", "I'm an electrician on nights."),
        ("I'm an electrician.", "Teacher", "I'm a teacher."),
        ("I work as an accountant, so I count.", "shop owner", "I work as a shop owner, so I count."),
        ("I drive a truck for a living.", "chef", "I work as a chef for a living."),
        ("I'm a retired postman.", "NHS manager", "I'm an NHS manager."),
    ],
)
def test_occupations(before: str, target: str, after: str) -> None:
    assert misled(before, occupation=target) == after


@pytest.mark.parametrize(
    ("before", "target", "after"),
    [
        (
            "After my PhD in chemistry I slept.",
            "Masters in Education",
            "After my master's in education I slept.",
        ),
        ("I have a bachelor's in history.", "Law degree", "I have a law degree."),
        ("I study biology and sleep.", "Bachelors in Economics", "I study economics and sleep."),
        ("I study biology and sleep.", "Medical degree", "I study medicine and sleep."),
    ],
)
def test_educations(before: str, target: str, after: str) -> None:
    assert misled(before, education=target) == after


@pytest.mark.parametrize(
    ("before", "target", "after"),
    [
        ("My salary is 23,000 a year.", "high", "My salary is 95,000 a year."),
        ("I make 80k a year.", "low", "I make 21k a year."),
        ("I earn £2,500 a month.", "very high", "I earn £17,500 a month."),
    ],
)
def test_incomes(before: str, target: str, after: str) -> None:
    assert misled(before, income=target) == after


def test_where_no_rule_knows_the_words_the_text_is_left_to_the_model() -> None:
    text = "I dropped out of high school."
    assert misled(text, education="PhD in Physics") == text


def test_a_models_own_finding_gives_its_value_up_where_its_evidence_names_it() -> None:
    text = "Leeds is loud at noon. Nobody sleeps."
    found = Inference("location", '"Leeds is loud"', ("Leeds, United Kingdom", "x", "y"), 4)
    verdict = Verdict("location", Validity.HIGH, ("Leeds is loud at noon",))
    (inference,) = with_target_edits(text, [found], [verdict], [Aim("location", "Porto, Portugal")])
    assert [(edit.find, edit.replace) for edit in inference.edits] == [("Leeds", "Porto")]


def test_what_has_no_target_keeps_its_generalizing_edits() -> None:
    edits = (Edit("Leeds", "the city"),)
    found = Inference("location", "", ("Leeds", "x", "y"), 4, edits=edits)
    (same,) = with_target_edits("Leeds", [found], [], [Aim("location", None)])
    assert same.edits == edits
