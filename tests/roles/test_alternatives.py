"""What is offered beside a rewrite: the best of what was looked at, sentence by sentence."""

from hypothesis import given
from hypothesis import strategies as st

from penname.domain.changes import Change, apply_changes
from penname.domain.sentences import sentences
from penname.roles.writing.alternatives import Alternatives

TEXT = "My wife is kind. We met in Leeds. It rained."


def change(before: str, after: str, good: float | None = 0.8) -> Change:
    start = TEXT.index(before)
    return Change(start, start + len(before), before, after, ("location",), good=good)


def offered(*found: Change, proposed: tuple[Change, ...] = ()) -> list[tuple[str, str]]:
    alternatives = Alternatives(TEXT, sentences(TEXT))
    for one in found:
        alternatives.add(one)
    return [(one.before, one.after) for one in alternatives.beside(proposed)]


def test_the_best_of_a_sentence_come_first():
    found = [change("Leeds", "town", 0.4), change("Leeds", "the city", 0.9), change("My wife", "She", 0.5)]
    assert offered(*found) == [("My wife", "She"), ("Leeds", "the city"), ("Leeds", "town")]


def test_what_costs_many_words_has_to_be_better():
    found = [change("We met in Leeds. ", "", 0.82), change(" in Leeds", "", 0.81)]
    assert offered(*found)[0] == (" in Leeds", "")


def test_hardly_good_ones_and_unchecked_ones_are_not_offered():
    found = [change("Leeds", "x", 0.2), change("Leeds", "y", None), change("Leeds", "Leeds", 0.9)]
    assert offered(*found) == []


def test_what_is_proposed_is_none_however_it_is_cut():
    proposed = (change("in Leeds", "there"),)
    assert offered(change("met in Leeds", "met there"), change("Leeds", "town"), proposed=proposed) == [
        ("Leeds", "town")
    ]


def test_one_result_is_offered_once_and_four_a_sentence():
    same = [change("Leeds", "town"), change("in Leeds", "in town")]
    assert offered(*same) == [("Leeds", "town")]
    assert len(offered(*(change("Leeds", "x" * size) for size in range(1, 9)))) == 4


def test_only_one_of_a_sentence_takes_others_along():
    runs = [change("We met in Leeds. It rained.", ""), change("We met in Leeds. It rained.", "It did.")]
    assert len(offered(*runs, change("We met in Leeds. ", ""))) == 2


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 6), st.sampled_from(["", "a", "in"]))))
def test_each_can_be_made(places):
    alternatives = Alternatives(TEXT, sentences(TEXT))
    for start, length, after in places:
        before = TEXT[start : start + length]
        alternatives.add(Change(start, start + len(before), before, after, good=0.5))
    for one in alternatives.beside(()):
        assert apply_changes(TEXT, [one]) != TEXT
