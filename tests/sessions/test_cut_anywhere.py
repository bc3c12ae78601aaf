"""Cut a session at every event, restart from there, make the same decisions: the same session."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from penname.domain.cancellation import Cancellation
from penname.domain.changes import Change, edit_by_hand
from penname.domain.errors import Cancelled
from penname.domain.events import (
    Arbitrated,
    Attacked,
    CuesListed,
    Decided,
    Event,
    HandEdited,
    Rewritten,
    Started,
    TargetsDrawn,
    WentBackTo,
)
from penname.domain.goal import Goal
from penname.domain.inferences import Validity
from penname.domain.proposals import (
    Accept,
    ChangeGoal,
    Decision,
    EditByHand,
    LeaksProposal,
    Outcome,
    Overrule,
    Proceed,
    ReadOn,
    Reject,
    RewriteProposal,
    StopHere,
    TryAgain,
)
from penname.domain.rounds import rounds, standing
from penname.domain.session import Session
from penname.methods.registry import method_named
from penname.sessions.driver import SessionDriver
from scripted import ScriptedRoles

NAMES = ("sex", "location", "occupation", "age")
TEXT = "I nursed all night in Leeds, mate.\r\nLeeds is loud\u00a0at 34 👩\u200d👧."
LEAKS = {
    "sex": ("mate", "friend", Validity.LOW),
    "location": ("Leeds", "Leedsish", Validity.HIGH),
    "occupation": ("nursed", "worked", Validity.MEDIUM),
    "age": ("34", "34", Validity.HIGH),  # the model never gets rid of it
}
GOALS = st.builds(
    Goal,
    st.just(NAMES),
    st.frozensets(st.sampled_from(NAMES), min_size=1),
    st.integers(1, 3),
    st.sampled_from([(), (("mate", "sex"),)]),
    st.sampled_from([(), ("Leeds",)]),
    st.sampled_from([(), (("location", "Graz"),)]),
    st.sampled_from([(), (("occupation", "nursed"), ("location", "York"))]),
    certainty=st.sampled_from([0, 3, 5]),
    condition=st.integers(1, 6),
    randomized=st.sampled_from([frozenset(), frozenset({"location"})]),
)
each_method = pytest.mark.parametrize(
    ("method", "needs_verdicts"),
    [
        ("rational", False),
        ("misleading", False),
        ("misleading", True),
        ("adversarial", False),
        ("adversarial", True),
        ("base", False),
    ],
)
WORKED_OUT = (Attacked, Arbitrated, TargetsDrawn, CuesListed, Rewritten)


def _scripted(needs_verdicts: bool, before: Callable[[str], None] = lambda role: None) -> ScriptedRoles:
    return ScriptedRoles(LEAKS, before, reads=40, needs_verdicts=needs_verdicts)


def _driver(events: list[Event], roles: ScriptedRoles) -> SessionDriver:
    started = events[0]
    assert isinstance(started, Started)
    return SessionDriver(Session(events), method_named(started.method), roles, Cancellation())


def _live(data: st.DataObject, goal: Goal, method: str, needs_verdicts: bool) -> list[Event]:
    """A session as a restless user makes it."""

    def stop_now_and_then(role: str) -> None:
        if data.draw(st.integers(0, 9), label="stopped?") == 0:
            raise Cancelled

    roles = _scripted(needs_verdicts, stop_now_and_then)
    driver = _driver([Started(TEXT, goal, method, "scripted")], roles)
    for _ in range(data.draw(st.integers(1, 8))):
        try:
            _one_step(driver, data)
        except Cancelled:
            continue
    return list(driver.session.events)


def _one_step(driver: SessionDriver, data: st.DataObject) -> None:
    choice = data.draw(st.sampled_from(["answer", "answer", "answer", "undo", "redo", "back", "goal"]))
    if choice == "undo":
        return driver.undo()
    if choice == "redo":
        return driver.redo()
    if choice == "back":
        return driver.go_back_to(data.draw(st.integers(0, len(driver.session.events) - 1)))
    step = driver.advance()
    if choice == "goal":
        if isinstance(step, Outcome):
            driver.undo()
            driver.advance()
        driver.decide(ChangeGoal(data.draw(GOALS)))
    elif isinstance(step, Outcome):
        driver.edit_result(_typing(step.text, (), data))
    else:
        driver.decide(_answer(step, data))
    return None


def _typing(text: str, changes: tuple[Change, ...], data: st.DataObject) -> tuple[Change, ...]:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 5)))
    return edit_by_hand(text, changes, start, end, data.draw(st.sampled_from(["", "x", " Leeds ", "\r\n"])))


def _answer(step: LeaksProposal | RewriteProposal, data: st.DataObject) -> Decision:
    if data.draw(st.integers(0, 4)) == 0:
        return EditByHand(_typing(step.text, (), data))
    if isinstance(step, LeaksProposal):
        overrule = Overrule(data.draw(st.sampled_from(NAMES)), data.draw(st.booleans()))
        return data.draw(st.sampled_from([Proceed(), Proceed(), Proceed((overrule,)), ReadOn(), StopHere()]))
    some = tuple(change for change in step.changes if data.draw(st.booleans()))
    return data.draw(
        st.sampled_from(
            [Accept(step.changes), Accept(step.changes), Accept(some), TryAgain(some), Reject(), StopHere()]
        )
    )


def _relive(events: list[Event], length: int, needs_verdicts: bool) -> list[Event]:
    """Start from the first `length` events and do again what made the others."""

    def stop_where_it_was_stopped(role: str) -> None:
        here = len(driver.session.events)
        if here >= len(events) or not isinstance(events[here], WORKED_OUT):
            raise Cancelled

    driver = _driver(events[:length], _scripted(needs_verdicts, stop_where_it_was_stopped))
    while len(driver.session.events) < len(events):
        here = len(driver.session.events)
        following = events[here]
        try:
            match following:
                case WentBackTo(event=event):
                    driver.go_back_to(event)
                case Decided(decision=decision):
                    driver.advance()
                    driver.decide(decision)
                case HandEdited(changes=changes):
                    if isinstance(driver.advance(), Outcome):
                        driver.edit_result(changes)
                    else:
                        driver.decide(EditByHand(changes))
                case _:
                    driver.advance()
        except Cancelled:
            assert len(driver.session.events) > here, "a model was asked for what the session holds"
    return list(driver.session.events)


def _cut_anywhere(data: st.DataObject, method: str, needs_verdicts: bool) -> None:
    events = _live(data, data.draw(GOALS), method, needs_verdicts)
    for length in range(1, len(events) + 1):
        assert _relive(events, length, needs_verdicts) == events


@each_method
@settings(max_examples=40)
@given(data=st.data())
def test_a_session_cut_anywhere_and_restarted_is_the_same_session(
    method: str, needs_verdicts: bool, data: st.DataObject
) -> None:
    _cut_anywhere(data, method, needs_verdicts)


@pytest.mark.soak("5000 sessions a method, each cut at every event")
@pytest.mark.timeout(4 * 3600)
@each_method
@settings(max_examples=5000)
@given(data=st.data())
def test_many_sessions_cut_anywhere_and_restarted_are_the_same(
    method: str, needs_verdicts: bool, data: st.DataObject
) -> None:
    _cut_anywhere(data, method, needs_verdicts)


@each_method
@settings(max_examples=40)
@given(data=st.data())
def test_the_rounds_of_a_session_lead_to_the_text_the_method_stands_on(
    method: str, needs_verdicts: bool, data: st.DataObject
) -> None:
    events = _live(data, data.draw(GOALS), method, needs_verdicts)
    session = Session(events)
    text = TEXT
    for round_ in rounds(session):
        assert round_.text == text
        text = round_.text_after
    assert standing(session).text == text

    driver = _driver(events, _scripted(needs_verdicts))
    step = driver.advance()
    assert step.text == text
    now = standing(driver.session)
    assert now.text == text
    if isinstance(step, LeaksProposal):
        assert (now.inferences, now.verdicts, now.judged) == (step.inferences, step.verdicts, True)


@each_method
@settings(max_examples=30)
@given(data=st.data())
def test_undo_to_the_start_and_redo_to_the_end_is_where_it_was(
    method: str, needs_verdicts: bool, data: st.DataObject
) -> None:
    events = _live(data, data.draw(GOALS), method, needs_verdicts)
    driver = _driver(events, _scripted(needs_verdicts))
    before = driver.advance()
    steps = 0
    while driver.can_undo:
        driver.undo()
        driver.advance()
        steps += 1
        assert steps <= len(driver.session.events)
    later = driver.session.path_events[1:]
    assert not any(isinstance(event, Decided | HandEdited) for event in later)
    for _ in range(steps):
        assert driver.can_redo
        driver.redo()
    assert not driver.can_redo
    assert driver.advance() == before
