"""The attempts of a round, read from the log: in order, as the user left each, whatever was undone."""

from penname.domain.attempts import Attempt, attempts
from penname.domain.changes import Change, ChangeOrigin
from penname.domain.events import (
    Arbitrated,
    Attacked,
    Decided,
    Event,
    HandEdited,
    Rewritten,
    Started,
    WentBackTo,
)
from penname.domain.goal import Goal
from penname.domain.proposals import Accept, ChangeGoal, Proceed, StopHere, TryAgain
from penname.domain.session import Session

GOAL = Goal(("location",), frozenset({"location"}))
TEXT = "I live in Leeds."
FIRST = Change(10, 15, "Leeds", "town", ("location",))
SECOND = Change(10, 15, "Leeds", "a city", ("location",))
TYPED = Change(0, 1, "I", "We", (), ChangeOrigin.HAND)
READ = (Started(TEXT, GOAL, "rational", "none"), Attacked((), ()), Arbitrated(()), Decided(Proceed()))
AGAIN = Decided(TryAgain())


def found(*events: Event) -> tuple[Attempt, ...]:
    return attempts(Session((*READ, *events)))


def test_without_a_rewrite_that_waits_there_are_none() -> None:
    assert attempts(Session(READ)) == ()
    assert attempts(Session(READ[:1])) == ()
    assert found(Rewritten((FIRST,)), Decided(Accept((FIRST,)))) == ()
    assert found(Rewritten((FIRST,)), Decided(StopHere())) == ()


def test_each_rewrite_of_the_round_is_one() -> None:
    assert found(Rewritten((FIRST,)), AGAIN, Rewritten((SECOND,))) == (
        Attempt(1, 4, (FIRST,), (FIRST,), False),
        Attempt(2, 6, (SECOND,), (SECOND,), True),
    )


def test_going_back_to_one_keeps_the_others() -> None:
    log = [Rewritten((FIRST,)), AGAIN, Rewritten((SECOND,)), WentBackTo(4)]
    assert [attempt.current for attempt in found(*log)] == [True, False]
    log += [HandEdited((FIRST, TYPED))]
    one, two = found(*log)
    assert (one.event, one.standing, one.current) == (8, (FIRST, TYPED), True)
    assert (two.event, two.standing) == (6, (SECOND,))
    one, two = found(*log, WentBackTo(6))
    assert (one.event, one.standing, one.current) == (8, (FIRST, TYPED), False)
    assert two.current


def test_typing_that_was_undone_does_not_stand() -> None:
    one, _ = found(Rewritten((FIRST,)), HandEdited((TYPED,)), WentBackTo(4), AGAIN, Rewritten((SECOND,)))
    assert one.standing == (FIRST,)
    assert one.event == 4


def test_what_was_taken_back_or_written_over_is_turned_down() -> None:
    (one,) = found(Rewritten((FIRST,)), HandEdited((TYPED,)))
    assert one.turned_down == (FIRST,)
    (one,) = found(Rewritten((FIRST,)), HandEdited((FIRST, TYPED)))
    assert one.turned_down == ()


def test_a_goal_changed_between_two_does_not_part_them() -> None:
    goal = Decided(ChangeGoal(GOAL))
    assert len(found(Rewritten((FIRST,)), goal, AGAIN, Rewritten((SECOND,)))) == 2


def test_the_round_before_has_attempts_of_its_own() -> None:
    log = [Rewritten((FIRST,)), AGAIN, Rewritten((SECOND,)), Decided(Accept((SECOND,))), *READ[1:]]
    assert found(*log) == ()
    assert [attempt.number for attempt in found(*log, Rewritten((TYPED,)))] == [1]
    assert [attempt.proposed for attempt in found(*log, Rewritten((TYPED,)), WentBackTo(4))] == [
        (FIRST,),
        (SECOND,),
    ]


def test_going_back_before_the_first_one_begins_no_other_round() -> None:
    assert len(found(Rewritten((FIRST,)), WentBackTo(3), Rewritten((SECOND,)))) == 2


def test_what_was_decided_anew_before_it_is_another_round() -> None:
    (one,) = found(Rewritten((FIRST,)), WentBackTo(2), Decided(Proceed()), Rewritten((SECOND,)))
    assert one.proposed == (SECOND,)
