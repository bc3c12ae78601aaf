"""Other ways to change a text: which there are, and what takes their place."""

from hypothesis import given
from hypothesis import strategies as st

from penname.domain.alternatives import alternatives, in_place_of, instead, others
from penname.domain.changes import Change, apply_changes
from penname.domain.events import Attacked, Decided, HandEdited, Rewritten, Started
from penname.domain.goal import Goal
from penname.domain.proposals import Accept, ChangeGoal
from penname.domain.session import Session

TEXT = "My wife is kind. We met in Leeds. It rained."
GOAL = Goal(("location",), frozenset(("location",)))


def change(before: str, after: str, text: str = TEXT, good: float = 0.5) -> Change:
    start = text.index(before)
    return Change(start, start + len(before), before, after, ("location",), good=good)


def session(*events: object) -> Session:
    return Session([Started(TEXT, GOAL, "rational", "starter"), *events])


def rewritten(made: Change, *offered: Change) -> list[object]:
    return [Attacked((), ()), Rewritten((made,), alternatives=offered), Decided(Accept((made,)))]


def results(offered: tuple[Change, ...], standing: tuple[Change, ...] = ()) -> list[str]:
    return [apply_changes(TEXT, instead(standing, one)) for one in offered]


def test_those_of_a_first_rewrite_stand_in_the_original():
    offered = change("Leeds", "the city"), change("We met in Leeds. ", "")
    assert alternatives(session(*rewritten(change("Leeds", "town"), *offered))) == (offered[1], offered[0])


def test_later_ones_are_changes_of_the_original_too():
    made = change("Leeds", "town")
    later = apply_changes(TEXT, [made])
    offered = change("We met in town. ", "", later), change("My wife", "She", later)
    again = change("kind", "nice", later)
    events = session(*rewritten(made), *rewritten(again, *offered))
    found = alternatives(events)
    assert results(found) == ["She is kind. We met in Leeds. It rained.", "My wife is kind. It rained."]
    assert results(found, (made, change("kind", "nice"))) == [
        "She is nice. We met in town. It rained.",
        "My wife is nice. It rained.",
    ]


def test_what_is_locked_or_may_be_read_by_now_is_left_alone():
    offered = change("Leeds", "the city"), change("My wife", "She")
    events = rewritten(change("Leeds", "town"), *offered)
    locking = Decided(ChangeGoal(Goal(("location",), frozenset(("location",)), locked=("wife",))))
    assert alternatives(session(*events, locking)) == offered[:1]
    leaving = Decided(ChangeGoal(Goal(("location",), frozenset())))
    assert alternatives(session(*events, leaving)) == ()


def test_typing_at_the_end_moves_none():
    typed = HandEdited((change("My wife", "Somebody", apply_changes(TEXT, [change("Leeds", "town")])),))
    offered = change("Leeds", "the city")
    assert alternatives(session(*rewritten(change("Leeds", "town"), offered), typed)) == (offered,)


def test_one_takes_the_place_of_all_that_clash_with_it():
    standing = change("My wife", "She"), change("met", "were"), change("Leeds", "town")
    taken = instead(standing, change("We met in Leeds. ", ""))
    assert apply_changes(TEXT, taken) == "She is kind. It rained."


def test_space_between_two_that_go_goes_once():
    standing = (change("We met in Leeds. ", ""),)
    assert apply_changes(TEXT, instead(standing, change(" It rained.", ""))) == "My wife is kind. "
    assert apply_changes(TEXT, instead((change(" It rained.", ""),), standing[0])) == "My wife is kind. "


def test_what_stays_takes_the_space_that_the_other_took():
    """Else two would be left, or one at the end."""
    ends, middle = change(" It rained.", ""), change("We met in Leeds. ", "")
    less = instead(instead((ends,), middle), change("rained", "snowed"))
    assert apply_changes(TEXT, less) == "My wife is kind. It snowed."
    other = instead(instead((middle,), ends), change("Leeds", "town"))
    assert apply_changes(TEXT, other) == "My wife is kind. We met in town."


def test_what_would_change_nothing_is_no_other_way():
    offered = change("in Leeds", "in town"), change("Leeds", "the city")
    assert others(TEXT, (change("Leeds", "town"),), offered) == offered[1:]


def test_the_likeliest_comes_first():
    offered = change("Leeds", "a", good=0.3), change("in Leeds", "b", good=0.6), change("kind", "c", good=0.9)
    assert [one.after for one in in_place_of(change("Leeds", "town"), offered)] == ["b", "a"]


def test_what_goes_beside_a_change_is_no_other_way_to_make_it():
    standing = change("We met in Leeds. ", "")
    assert in_place_of(standing, (change(" It rained.", ""), change("Leeds", "town"))) == (
        change("Leeds", "town"),
    )


def test_of_many_each_is_composed_as_if_it_were_alone():
    text = "".join(f"Word {number} stands. " for number in range(300))
    made = tuple(
        Change(at, at + 4, "Word", "Something" if at % 2 else "")
        for at in range(len(text))
        if text[at : at + 4] == "Word" and at % 3
    )
    after = apply_changes(text, made)
    offered = [Change(at, at + 9, after[at : at + 9], "x", good=0.5) for at in range(0, len(after) - 9, 7)]
    events = [Started(text, GOAL, "rational", "starter"), Attacked((), ()), Rewritten(made)]
    events += [Decided(Accept(made)), Attacked((), ()), Rewritten((), alternatives=tuple(offered))]
    found = {apply_changes(text, instead(made, one)) for one in alternatives(Session(events))}
    assert len(made) > 20
    assert found == {apply_changes(after, [one]) for one in offered}


PLACES = st.tuples(st.integers(0, len(TEXT) - 1), st.integers(1, 9), st.sampled_from(["", "x", "in it"]))


@given(st.lists(PLACES, max_size=5), PLACES)
def test_what_stands_can_always_be_made(standing, one):
    made: tuple[Change, ...] = ()
    for start, length, after in (*standing, one):
        before = TEXT[start : start + length]
        made = instead(made, Change(start, start + len(before), before, after))
        apply_changes(TEXT, made)
