"""The second reader's own edits: what they leave, and that they hold for any text."""

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from penname.domain.changes import ChangeOrigin, Edit, apply_changes, changes_from_edits
from penname.domain.tokens import occurrences
from penname.roles.cues import find_cues

EIGHT = ("age", "sex", "location", "birthplace", "education", "occupation", "income", "relationship")

GENERALIZED = [
    ("I'm 34 and tired.", "age", "I'm an adult and tired."),
    ("I'm 16 and bored.", "age", "I'm young and bored."),
    ("I'm an 18 year old beginner.", "age", "I'm a beginner."),
    ("As a 45 year old, I know.", "age", "As an adult, I know."),
    ("I (34F) cannot sleep.", "age", "I cannot sleep."),
    ("I turned 40 last week.", "age", "I had a birthday last week."),
    ("At 52 I still run, 52 steps a day.", "age", "These days I still run, 52 steps a day."),
    ("As a woman I know the woman next door.", "sex", "As a person I know the woman next door."),
    ("I'm a father of two.", "sex", "I'm a parent of two."),
    ("My flat in Lisbon. Lisbon is loud.", "location", "My flat in the city. The city is loud."),
    ("I live in Lisbon. Portugal is kind.", "location", "I live in the city. This country is kind."),
    ("I live in Lisbon, Portugal.", "location", "I live in the city."),
    ("I live in Austin. An Austin bar is fine.", "location", "I live in the city. A local bar is fine."),
    ("I live in Lisbon; Lisbon's trams squeal.", "location", "I live in the city; the city's trams squeal."),
    ("I was born and raised in Dundee.", "birthplace", "I was born and raised in a city."),
    ("After my PhD in chemistry I cooked.", "education", "After my degree I cooked."),
    ("I'm studying law at a university.", "education", "I'm studying at a university."),
    ("I'm an au pair on a low income.", "income", "I'm an au pair on an income."),
    ("I'm head chef here.", "occupation", "I'm a professional here."),
    ("Here in my Oslo it snows.", "location", "Here in my city it snows."),
    ("I'm a nurse. Nurses know.", "occupation", "I'm a professional. Professionals know."),
    ("I work as an accountant, so no.", "occupation", "I work, so no."),
    ("I'm an engineer and my sister is an engineer.", "occupation",
     "I'm a professional and my sister is a professional."),
    ("I drive a truck for a living.", "occupation", "I work for a living."),
    ("I make 85k a year and rent.", "income", "I earn a living and rent."),
    ("My salary is 23,000 a year before tax.", "income", "My salary is what it is before tax."),
    ("My husband and I were late.", "relationship", "We were late."),
    ("My wife's car and my wife.", "relationship", "Someone else's car and someone close to me."),
    ("I am single, and there is nobody.", "relationship", "I am my own person, and there is nobody."),
    ("Since my divorce I cook.", "relationship", "Since that time I cook."),
]  # fmt: skip


def generalized(text: str, edits: tuple[Edit, ...]) -> str:
    changes, dropped = changes_from_edits(text, edits)
    assert not dropped
    return apply_changes(text, changes)


@pytest.mark.parametrize(("text", "attribute", "after"), GENERALIZED)
def test_generalizes_in_place(text: str, attribute: str, after: str) -> None:
    (found,) = find_cues(text, [attribute])
    assert generalized(text, found.edits) == after
    assert all(edit.origin is ChangeOrigin.RULE and edit.attributes == (attribute,) for edit in found.edits)


@pytest.mark.parametrize(("text", "attribute", "after"), GENERALIZED)
def test_nothing_is_left_to_find(text: str, attribute: str, after: str) -> None:
    assert find_cues(after, [attribute]) == ()


def test_edits_of_all_attributes_fit_together() -> None:
    text = "I am a 46 year old woman and I work as an accountant. My husband and I live in Leeds."
    edits = tuple(edit for found in find_cues(text, EIGHT) for edit in found.edits)
    assert generalized(text, edits) == "I am a person and I work. We live in the city."


CLAUSES = st.sampled_from(
    [
        *(text for text, _, _ in GENERALIZED),
        "I'm 34", "i live in lisbon", "my wife", "My ex-husband", "as a nurse", "I’m 52 years old",
        "I (29M)", "born in Rome", "My sister is a nurse in Leeds.", "my PhD", "I make 40k", "he is 34",
        '"I\'m 20"', "> I'm 20", "I live in Washington, D.C.", "Lisbon", "34", "woman", "nurse", "nurses",
        "Paris,", "my", "in", "and", "a", "I'm a", "as a", "living in", "🙂", "é", "\u0301", "\xa0", "«",
        "\r\n", "\n\n", "(", ")", "'", "…", "-", "İstanbul", "i live in İstanbul", "ﬁnance",
        "I'm a single 34-year-old father of two from Cork, Ireland!",
    ]
)  # fmt: skip
TEXTS = st.lists(CLAUSES, max_size=12).flatmap(
    lambda clauses: st.sampled_from([" ", "", "\n", ". ", ", "]).map(lambda joint: joint.join(clauses))
)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.one_of(TEXTS, st.text(max_size=80)))
@example("I live in Lisbon. I live in Lisbon")
@example("I'm 34. He said \"I'm 34\"")
def test_quotes_and_edits_stand_in_the_text_and_edits_remove_the_quotes(text: str) -> None:
    for found in find_cues(text, EIGHT):
        assert len(found.guesses) == 3
        assert found.edits
        for quote in found.quotes:
            assert occurrences(text, quote)
        for edit in found.edits:
            assert occurrences(text, edit.find)
        changes, _ = changes_from_edits(text, found.edits)
        after = apply_changes(text, changes)
        for quote in found.quotes:
            assert not occurrences(after, quote)


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.lists(st.sampled_from([text for text, _, _ in GENERALIZED]), min_size=1, max_size=6, unique=True))
def test_no_sentence_disappears(clauses: list[str]) -> None:
    text = " ".join(clauses)
    edits = tuple(edit for found in find_cues(text, EIGHT) for edit in found.edits)
    changes, _ = changes_from_edits(text, edits)
    after = apply_changes(text, changes)
    assert len(re.findall(r"\w[.;](?: |$)", after)) == len(re.findall(r"\w[.;](?: |$)", text))
