"""What takes no evidence is not made."""

from hypothesis import given
from hypothesis import strategies as st

from penname.domain.changes import Change
from penname.domain.sentences import sentences
from penname.domain.tokens import occurrences
from penname.roles.writing.grounded import grounded

TEXT = "My wife is kind. We met in Leeds, at the mill. It rained all day long. Where do you live?"
SPANS = sentences(TEXT)


def change(before: str, after: str = "", good: float | None = 0.8) -> Change:
    start = TEXT.index(before)
    return Change(start, start + len(before), before, after, ("location",), good=good)


def made(*proposed: Change, evidence: tuple[str, ...] = ("Leeds",)) -> list[tuple[str, str]]:
    where = [span for phrase in evidence for span in occurrences(TEXT, phrase)]
    return [(one.before, one.after) for one in grounded(proposed, SPANS, where)]


RAIN, TOWN = change("It rained all day long. ", good=0.9), change("Leeds", "town")


def test_what_takes_no_evidence_goes():
    assert made(RAIN, TOWN) == [("Leeds", "town")]
    assert made(RAIN) == []


def test_without_any_evidence_all_stays():
    assert made(TOWN, RAIN, evidence=()) == [("Leeds", "town"), (RAIN.before, "")]


def test_what_is_hidden_without_evidence_needs_none():
    where = occurrences(TEXT, "wife")
    assert grounded((TOWN, RAIN), SPANS, where, ("location",)) == (TOWN, RAIN)
    assert grounded((TOWN, RAIN), SPANS, where, ("age",)) == ()


def test_a_reworded_sentence_is_one_thing():
    assert made(change("We", "You"), TOWN) == [("We", "You"), ("Leeds", "town")]
    assert made(change("We", "You"), TOWN, evidence=("kind",)) == []


def test_neighbours_that_go_for_one_reason_go_together():
    first, second = change("My wife is kind. ", good=0.7), change("We met in Leeds, at the mill. ", good=0.7)
    assert made(first, second, evidence=("wife",)) == [(first.before, ""), (second.before, "")]
    apart = change(second.before, good=0.9)
    assert made(first, apart, evidence=("wife",)) == [(first.before, "")]
    unjudged = [change(one.before, good=None) for one in (first, second)]
    assert made(*unjudged, evidence=("wife",)) == [(first.before, "")]


@given(st.sets(st.sampled_from(TEXT.split())), st.lists(st.sampled_from(TEXT.split()), unique=True))
def test_what_stands_was_proposed_and_what_takes_evidence_stands(evidence, words):
    proposed = [change(word) for word in words if TEXT.count(word) == 1]
    stands = made(*proposed, evidence=tuple(evidence))
    assert {before for before, _ in stands} <= {one.before for one in proposed}
    assert {one.before for one in proposed if one.before in evidence} <= {before for before, _ in stands}
