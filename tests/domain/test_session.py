"""The event log: its path after steps back, and what it refuses."""

import msgspec
import pytest

from penname.domain.changes import Change
from penname.domain.events import Arbitrated, Attacked, Decided, Event, Rewritten, Started, WentBackTo
from penname.domain.goal import Goal
from penname.domain.proposals import ChangeGoal, Proceed, StopHere
from penname.domain.session import DamagedSession, Session


def test_a_goal_from_before_there_were_targets_can_still_be_read() -> None:
    older = b'{"attributes":["age"],"protect":["age"],"rounds":3,"marked":[],"locked":[],"seed":7}'
    assert msgspec.json.decode(older, type=Goal) == Goal(("age",), frozenset({"age"}), rounds=3, seed=7)


def test_a_change_from_before_there_was_a_critic_can_still_be_read() -> None:
    older = b'{"type":"Rewritten","changes":[{"start":0,"end":1,"before":"I","after":"We"}]}'
    assert msgspec.json.decode(older, type=Event).changes == (Change(0, 1, "I", "We", good=None),)
    newer = Rewritten((Change(0, 1, "I", "We", good=0.7),))
    assert msgspec.json.decode(msgspec.json.encode(newer), type=Event) == newer


STORY = Started("I live in Lisbon.", Goal(("location",), frozenset({"location"})), "rational", "a model")
LOOKED = Attacked((), ())


def test_the_path_forgets_what_was_undone_and_the_log_does_not() -> None:
    session = Session([STORY, LOOKED, Arbitrated(()), Decided(Proceed())])
    session.record(WentBackTo(2))
    assert session.path == (0, 1, 2)
    session.record(Decided(StopHere()))
    assert session.path == (0, 1, 2, 5)
    session.record(WentBackTo(3))
    assert session.path == (0, 1, 2, 3)
    session.record(WentBackTo(4))
    assert session.path == (0, 1, 2)
    assert len(session.events) == 8


def test_the_goal_is_the_newest_on_the_path() -> None:
    narrower = Goal(("location",), frozenset())
    session = Session([STORY, LOOKED, Arbitrated(()), Decided(ChangeGoal(narrower))])
    assert session.goal == narrower
    session.record(WentBackTo(2))
    assert session.goal == STORY.goal


def test_a_step_back_to_nowhere_is_refused_and_not_kept() -> None:
    session = Session([STORY])
    for nowhere in (7, 1, -1):
        with pytest.raises(DamagedSession, match=r"^This session .*: a step back leads nowhere\.$"):
            session.record(WentBackTo(nowhere))
        assert session.events == (STORY,)


def test_each_recorded_event_is_told_once() -> None:
    told: list[Event] = []
    session = Session([STORY], told.append)
    session.record(LOOKED)
    assert told == [LOOKED]
