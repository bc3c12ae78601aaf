"""Sessions with anything in them, drawn by Hypothesis."""

from hypothesis import strategies as st

from penname.domain.changes import Change, ChangeOrigin, Dropped, Edit
from penname.domain.events import (
    Arbitrated,
    Attacked,
    CuesListed,
    Decided,
    Event,
    HandEdited,
    PhrasesWeighed,
    Rewritten,
    Started,
    TargetsDrawn,
    TextPart,
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
from penname.domain.session import Session
from penname.domain.weights import PhraseWeight

_TEXT = st.text(max_size=12)
_NAMES = st.sampled_from(["age", "sex", "location"])
_CHANGES = st.lists(
    st.builds(
        Change,
        st.integers(0, 9),
        st.integers(0, 9),
        _TEXT,
        _TEXT,
        st.tuples(_NAMES),
        st.sampled_from(ChangeOrigin),
    ),
    max_size=2,
).map(tuple)
_PAIRS = st.lists(st.tuples(_NAMES, _TEXT), max_size=2).map(tuple)
_GOALS = st.builds(
    Goal,
    st.lists(_NAMES, unique=True).map(tuple),
    st.frozensets(_NAMES),
    st.integers(0, 10),
    st.lists(st.tuples(_TEXT, _NAMES), max_size=2).map(tuple),
    st.lists(_TEXT, max_size=2).map(tuple),
    _PAIRS,
    _PAIRS,
    st.integers(0, 2**31),
    st.integers(0, 5),
    st.integers(1, 6),
    st.frozensets(_NAMES),
)
_EDITS = st.builds(Edit, _TEXT, _TEXT, st.tuples(_NAMES), st.sampled_from(ChangeOrigin))
_INFERENCES = st.builds(
    Inference,
    _NAMES,
    _TEXT,
    st.tuples(_TEXT, _TEXT, _TEXT),
    st.integers(1, 5),
    st.sampled_from(Source),
    st.lists(_TEXT, max_size=2).map(tuple),
    st.lists(_EDITS, max_size=2).map(tuple),
)
_VERDICTS = st.builds(Verdict, _NAMES, st.sampled_from(Validity), st.tuples(_TEXT), _TEXT, _TEXT)
_SPANS = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=2).map(tuple)
_DECISIONS = st.one_of(
    st.builds(
        Proceed, st.lists(st.builds(Overrule, _NAMES, st.booleans(), st.tuples(_TEXT)), max_size=2).map(tuple)
    ),
    st.builds(Accept, _CHANGES),
    st.builds(EditByHand, _CHANGES),
    st.builds(ChangeGoal, _GOALS),
    st.sampled_from([ReadOn(), Reject(), TryAgain(), StopHere()]),
)
_MANY_INFERENCES = st.lists(_INFERENCES, max_size=2).map(tuple)
_EVENTS: st.SearchStrategy[Event] = st.one_of(
    st.builds(
        Attacked,
        _MANY_INFERENCES,
        st.lists(st.builds(TextPart, st.integers(0, 9), st.integers(0, 9), _MANY_INFERENCES), max_size=2).map(
            tuple
        ),
        _SPANS,
    ),
    st.builds(Arbitrated, st.lists(_VERDICTS, max_size=2).map(tuple)),
    st.builds(
        Rewritten, _CHANGES, _TEXT, st.tuples(st.builds(Dropped, _TEXT, _TEXT, _TEXT)), st.none() | _TEXT
    ),
    st.builds(TargetsDrawn, _PAIRS),
    st.builds(CuesListed, _MANY_INFERENCES),
    st.builds(
        PhrasesWeighed,
        st.lists(st.builds(PhraseWeight, _NAMES, _TEXT, st.floats(-9, 9)), max_size=2).map(tuple),
        st.lists(st.tuples(_NAMES, st.floats(-9, 9)), max_size=2).map(tuple),
    ),
    st.builds(Decided, _DECISIONS),
    st.builds(HandEdited, _CHANGES),
)
_STARTED = st.builds(Started, _TEXT, _GOALS, st.just("rational"), _TEXT)


@st.composite
def sessions(draw: st.DrawFn) -> Session:
    """Whatever can happen, with steps back to anywhere in between."""
    session = Session([draw(_STARTED)])
    for event in draw(st.lists(_EVENTS, max_size=6)):
        session.record(event)
        if draw(st.booleans()):
            session.record(WentBackTo(draw(st.integers(0, len(session.events) - 1))))
    return session
