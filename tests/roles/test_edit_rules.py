"""Which edits may be made: generalizing ones, and nothing else (RLAA, section 3.4)."""

import pytest

from penname.domain.changes import Edit, changes_from_edits
from penname.domain.inferences import Inference
from penname.roles.edit_rules import objection, too_common

TEXT = (
    "My husband and I moved to Leeds. I'm 34, I turned up as a nurse in my thirties. We have a dog called "
    "Rex. He is thirty-four years old. living in oslo is fine, dutch is hard. I work on Sunday!"
)
LEEDS = Inference("location", "", ("Leeds, United Kingdom",), 5)
AGE = Inference("age", "", ("34",), 5)
OSLO = Inference("location", "", ("Oslo, Norway",), 5)
RELATIONSHIP = Inference("relationship", "", ("married",), 5)


def verdict_on(find: str, replace: str, inference: Inference) -> str | None:
    changes, dropped = changes_from_edits(TEXT, [Edit(find, replace)])
    assert not dropped
    reasons = [objection(TEXT, change, find, [inference]) for change in changes]
    return next((reason for reason in reasons if reason), None)


@pytest.mark.parametrize(
    ("find", "replace", "inference"),
    [
        ("My husband and I", "My partner and I", RELATIONSHIP),
        ("My husband and I", "I", RELATIONSHIP),
        ("moved to Leeds", "moved to a big city", LEEDS),
        ("I'm 34", "I'm in my 30s", AGE),
        ("I'm 34", "I'm in my thirties", AGE),
        ("living in oslo", "living here", OSLO),
        ("a dog called Rex", "a pet", RELATIONSHIP),
        ("dog called Rex", "dog", RELATIONSHIP),
        (" on Sunday", "", RELATIONSHIP),
    ],
)
def test_generalizing_and_leaving_out_is_allowed(find, replace, inference):
    assert verdict_on(find, replace, inference) is None


@pytest.mark.parametrize(
    ("find", "replace", "inference", "reason"),
    [
        ("My husband", "My wife", RELATIONSHIP, "something else instead of less"),
        ("dog", "cat", RELATIONSHIP, "something else instead of less"),
        ("dutch", "english", OSLO, "something else instead of less"),
        ("on Sunday", "on Monday", RELATIONSHIP, "name in its place|something else"),
        ("moved to Leeds", "moved to York", LEEDS, "another name"),
        ("living in oslo", "living in stockholm", OSLO, "another name"),
        ("I'm 34", "I'm 43", AGE, "another number"),
        ("I'm 34", "I'm in my 40s", AGE, "another number"),
        ("thirty-four", "forty-one", AGE, "another number"),
        ("moved to Leeds", "moved to the city of Leeds", LEEDS, "only add words"),
        ("moved", "went to Leeds", LEEDS, "still say “Leeds”"),
        ("I work on Sunday!", "", RELATIONSHIP, "whole sentence"),
        ("living in oslo is fine, dutch is hard. I work on Sunday!", "Fine!", OSLO, "whole sentence"),
        ("oslo", "a cold and rainy town far away from the sea", OSLO, "not in the text"),
        ("a nurse", "A nurse", AGE, "change nothing"),
        ("turned up", "turned down", AGE, "small word"),
        ("in my thirties", "in their thirties", AGE, "small word"),
        ("years", "year", AGE, "bend a word"),
    ],
)
def test_swapping_inventing_repeating_and_cutting_is_not(find, replace, inference, reason):

    given = verdict_on(find, replace, inference)
    assert given is not None
    assert any(part in given for part in reason.split("|"))


def test_short_words_in_many_places_are_left_alone():
    assert too_common("I think I know what I want, so I say it", "I")
    assert not too_common("At 34 or 34 or 34", "34")
    assert not too_common("Leeds, Leeds, Leeds and Leeds", "Leeds")


def test_a_name_behind_an_abbreviation_is_a_name():
    text = "We live near St. Stephen's Green, and St Anne is not far."
    (change,), _ = changes_from_edits(text, [Edit("Stephen's Green", "Patrick's")])
    assert objection(text, change, "Stephen's Green", [LEEDS]) == "it would put another name in its place"
