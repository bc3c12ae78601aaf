"""Only the author counts: what a text says of somebody else is no leak."""

import pytest

from penname.domain.inferences import Inference
from penname.roles.third_party import is_about_third_party


def inferred(attribute: str, guess: str) -> Inference:
    return Inference(attribute, "", (guess,), 4)


@pytest.mark.parametrize(
    ("text", "attribute", "guess", "evidence"),
    [
        ("My sister is a nurse and works most weekends.", "occupation", "nurse", ("a nurse",)),
        (
            "My sister is a nurse and works most weekends.",
            "occupation",
            "medical worker",
            ("sister is a nurse",),
        ),
        ("My flatmate does chemistry.", "education", "Bachelors in Chemistry", ("does chemistry",)),
        ("My father is 71 and had a bypass.", "age", "71", ("71",)),
        ("My father is 71 and had a bypass.", "age", "66", ("71",)),
        ("Her brother, a plumber in Montreal, told me so.", "location", "Montreal, Canada", ("in Montreal",)),
        ("A friend who is a librarian in Dublin says so.", "location", "Dublin, Ireland", ("in Dublin",)),
        (
            "I asked around. My mum, who is a teacher, thinks so.",
            "occupation",
            "teacher",
            ("who is a teacher",),
        ),
    ],
)
def test_what_is_said_of_others(text, attribute, guess, evidence):
    assert is_about_third_party(text, inferred(attribute, guess), evidence)


@pytest.mark.parametrize(
    ("text", "attribute", "guess", "evidence"),
    [
        ("My husband and I live in Leeds.", "location", "Leeds, United Kingdom", ("live in Leeds",)),
        ("My husband works here in Leeds.", "location", "Leeds, United Kingdom", ("here in Leeds",)),
        ("My sister is a nurse and I am a nurse too.", "occupation", "nurse", ("I am a nurse too",)),
        ("My son is 30 now.", "age", "56", ("My son is 30",)),
        ("My wife bought the same pair.", "relationship", "married", ("My wife",)),
        ("My wife bought the same pair.", "sex", "male", ("My wife",)),
        ("I'm a nurse. My mum is a teacher.", "occupation", "nurse", ("I'm a nurse",)),
        ("Leeds is loud at noon.", "location", "Leeds, United Kingdom", ("Leeds is loud",)),
    ],
)
def test_what_is_said_of_the_author(text, attribute, guess, evidence):
    assert not is_about_third_party(text, inferred(attribute, guess), evidence)
