"""The event log: its JSON round trip, its path after steps back, and what it refuses."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from penname.domain.changes import Change, Dropped, Edit, Origin
from penname.domain.events import (
    Arbitrated,
    Attacked,
    CuesListed,
    Decided,
    Event,
    HandEdited,
    Part,
    Rewritten,
    Started,
    TargetsDrawn,
    WentBackTo,
)
from penname.domain.goal import Goal
from penname.domain.inferences import Inference, Source, Validity, Verdict
from penname.domain.proposals import (
    Accept,
    ChangeGoal,
    EditByHand,
    Overrule,
    Proceed,
    ReadOn,
    Reject,
    StopHere,
    TryAgain,
)
from penname.domain.session import DamagedSession, Session

TEXT = st.text(max_size=12)
NAMES = st.sampled_from(["age", "sex", "location"])
CHANGES = st.lists(
    st.builds(
        Change, st.integers(0, 9), st.integers(0, 9), TEXT, TEXT, st.tuples(NAMES), st.sampled_from(Origin)
    ),
    max_size=2,
).map(tuple)
PAIRS = st.lists(st.tuples(NAMES, TEXT), max_size=2).map(tuple)
GOALS = st.builds(
    Goal,
    st.lists(NAMES, unique=True).map(tuple),
    st.frozensets(NAMES),
    st.integers(0, 10),
    st.lists(st.tuples(TEXT, NAMES), max_size=2).map(tuple),
    st.lists(TEXT, max_size=2).map(tuple),
    PAIRS,
    PAIRS,
    st.integers(0, 2**31),
    st.integers(0, 5),
    st.integers(1, 6),
    st.frozensets(NAMES),
)
EDITS = st.builds(Edit, TEXT, TEXT, st.tuples(NAMES), st.sampled_from(Origin))
INFERENCES = st.builds(
    Inference,
    NAMES,
    TEXT,
    st.tuples(TEXT, TEXT, TEXT),
    st.integers(1, 5),
    st.sampled_from(Source),
    st.lists(TEXT, max_size=2).map(tuple),
    st.lists(EDITS, max_size=2).map(tuple),
)
VERDICTS = st.builds(Verdict, NAMES, st.sampled_from(Validity), st.tuples(TEXT), TEXT, TEXT)
SPANS = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=2).map(tuple)
DECISIONS = st.one_of(
    st.builds(
        Proceed, st.lists(st.builds(Overrule, NAMES, st.booleans(), st.tuples(TEXT)), max_size=2).map(tuple)
    ),
    st.builds(Accept, CHANGES),
    st.builds(EditByHand, CHANGES),
    st.builds(ChangeGoal, GOALS),
    st.sampled_from([ReadOn(), Reject(), TryAgain(), StopHere()]),
)
MANY_INFERENCES = st.lists(INFERENCES, max_size=2).map(tuple)
EVENTS: st.SearchStrategy[Event] = st.one_of(
    st.builds(
        Attacked,
        MANY_INFERENCES,
        st.lists(st.builds(Part, st.integers(0, 9), st.integers(0, 9), MANY_INFERENCES), max_size=2).map(
            tuple
        ),
        SPANS,
    ),
    st.builds(Arbitrated, st.lists(VERDICTS, max_size=2).map(tuple)),
    st.builds(Rewritten, CHANGES, TEXT, st.tuples(st.builds(Dropped, TEXT, TEXT, TEXT)), st.none() | TEXT),
    st.builds(TargetsDrawn, PAIRS),
    st.builds(CuesListed, MANY_INFERENCES),
    st.builds(Decided, DECISIONS),
    st.builds(HandEdited, CHANGES),
)
STARTED = st.builds(Started, TEXT, GOALS, st.just("rational"), TEXT)


@given(STARTED, st.lists(EVENTS, max_size=6), st.data())
def test_a_session_comes_back_from_its_json(
    started: Started, events: list[Event], data: st.DataObject
) -> None:
    session = Session([started])
    for event in events:
        session.record(event)
        if data.draw(st.booleans()):
            session.record(WentBackTo(data.draw(st.integers(0, len(session.events) - 1))))
    again = Session.from_json(session.to_json())
    assert again.events == session.events
    assert again.path == session.path
    assert again.goal == session.goal


def test_a_goal_from_before_there_were_targets_can_still_be_read() -> None:
    older = b'{"attributes":["age"],"protect":["age"],"rounds":3,"marked":[],"locked":[],"seed":7}'
    assert msgspec.json.decode(older, type=Goal) == Goal(("age",), frozenset({"age"}), rounds=3, seed=7)


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


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "its file is damaged"),
        (b"[]", "its beginning is missing"),
        (b"{}", "its file is damaged"),
        (b'[{"type":"Attacked","inferences":[],"parts":[]}]', "its beginning is missing"),
        (b"\xff", "its file is damaged"),
        (b'[{"type":"Nonsense"}]', "its file is damaged"),
    ],
)
def test_what_is_no_session_is_refused_in_a_sentence(data: bytes, why: str) -> None:
    with pytest.raises(DamagedSession, match=f"^This session cannot be opened: {why}\\.$"):
        Session.from_json(data)


def test_a_step_back_to_nowhere_is_refused_and_not_kept() -> None:
    session = Session([STORY])
    for nowhere in (7, 1, -1):
        with pytest.raises(DamagedSession, match=r"^This session .*: a step back leads nowhere\.$"):
            session.record(WentBackTo(nowhere))
        assert session.events == (STORY,)
        with pytest.raises(DamagedSession, match="leads nowhere"):
            Session.from_json(msgspec.json.encode([STORY, WentBackTo(nowhere)]))


def test_each_recorded_event_is_told_once() -> None:
    told: list[Event] = []
    session = Session([STORY], told.append)
    session.record(LOOKED)
    assert told == [LOOKED]
    again = Session.from_json(session.to_json(), told.append)
    assert told == [LOOKED]  # what is read is no news
    again.record(LOOKED)
    assert told == [LOOKED, LOOKED]
