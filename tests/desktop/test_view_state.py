"""Each cell of the table: what every state offers, and what it does not."""

import dataclasses

import pytest

from penname.desktop.session.view_state import (
    Action,
    DocumentView,
    Facts,
    SessionState,
    can_close_at_once,
    enabled,
    explained,
    front_view,
    other_actions,
    primary,
    primary_label,
    situation,
    undo_label,
)
from penname.domain.changes import Change
from penname.domain.proposals import (
    NOTHING_LEFT,
    REWRITE_REFUSED,
    ROUND_LIMIT,
    STOPPED_BY_USER,
    Accept,
    Decision,
    Proceed,
    Reject,
    StopHere,
    TryAgain,
)

FACTS = {
    SessionState.EMPTY: Facts(SessionState.EMPTY),
    SessionState.READY: Facts(SessionState.READY),
    SessionState.RUNNING: Facts(SessionState.RUNNING, session=True, rounds=1, can_undo=True),
    SessionState.LEAKS: Facts(SessionState.LEAKS, session=True, to_fix=2),
    SessionState.REWRITE: Facts(SessionState.REWRITE, session=True, changes=2, can_undo=True),
    SessionState.FINISHED: Facts(
        SessionState.FINISHED, session=True, rounds=1, can_undo=True, stopped=NOTHING_LEFT
    ),
    SessionState.STOPPED: Facts(SessionState.STOPPED, session=True, rounds=1, can_undo=True),
    SessionState.ENGINE_DOWN: Facts(SessionState.ENGINE_DOWN, session=True, rounds=1, can_undo=True),
}

# One line an action: the states, in the order above, that offer it ("x") or not (".").
TABLE = """
paste           x . . . . . . .
run             . x . x x . x x
step            . x . x x . x x
stop            . . x . . . . .
accept          . . . . x . . .
reject          . . . . x . . .
try again       . . . . x . . .
other attempt   . . . . . . . .
finish here     . . . . . . . .
overrule        . . . x x x . .
change goal     x x . x x x x x
edit original   x x . . . . . .
edit rewrite    . . . . x x . .
edit as new text . . . x x x x x
open            x x x x x x x x
undo            . . . . x x x x
redo            . . . . . . . .
go back to a round . . . x x x x x
copy result     . . . x x x x x
save result     . . . x x x x x
save decisions  . . . x x x x x
details         . . . x x x x x
close           x x x x x x x x
"""


def _cells() -> list[tuple[SessionState, Action, bool]]:
    cells = []
    for line in filter(None, TABLE.splitlines()):
        *name, _1, _2, _3, _4, _5, _6, _7, _8 = line.split()
        marks = line.split()[-8:]
        action = Action(" ".join(name))
        cells += [(state, action, mark == "x") for state, mark in zip(FACTS, marks, strict=True)]
    return cells


@pytest.mark.parametrize(("state", "action", "offered"), _cells())
def test_cell(state: SessionState, action: Action, offered: bool) -> None:
    assert (action in enabled(FACTS[state])) is offered


def test_the_table_has_every_action_and_state() -> None:
    assert {action for _, action, _ in _cells()} == set(Action)
    assert set(FACTS) == set(SessionState)


@pytest.mark.parametrize("state", list(SessionState))
def test_every_state_has_words(state: SessionState) -> None:
    facts = FACTS[state]
    assert situation(facts)
    assert primary_label(facts)
    wanted = primary(facts)
    assert wanted in enabled(facts)
    assert explained(wanted, facts)
    others = other_actions(facts)
    assert set(others) <= enabled(facts)
    assert wanted not in others
    assert len(set(others.values())) == len(others)


@pytest.mark.parametrize("state", [s for s in SessionState if s is not SessionState.RUNNING])
def test_redo_is_offered_when_something_was_undone(state: SessionState) -> None:
    facts = dataclasses.replace(FACTS[state], can_redo=True)
    assert (Action.REDO in enabled(facts)) is facts.session


def test_a_rewrite_without_changes_can_only_be_tried_again_or_rejected() -> None:
    facts = dataclasses.replace(FACTS[SessionState.REWRITE], changes=0, refused=True)
    offered = enabled(facts)
    assert {Action.TRY_AGAIN, Action.REJECT} <= offered
    assert offered.isdisjoint({Action.ACCEPT, Action.RUN, Action.STEP})
    assert primary(facts) is Action.TRY_AGAIN
    assert "cannot be used" in situation(facts)
    assert "undid" in situation(dataclasses.replace(facts, refused=False))


@pytest.mark.parametrize("state", list(SessionState))
def test_other_attempts_are_offered_where_there_are_some(state: SessionState) -> None:
    facts = dataclasses.replace(FACTS[state], attempts=2)
    assert (Action.OTHER_ATTEMPT in enabled(facts)) is (state is SessionState.REWRITE)


def test_ending_early_is_offered_once_a_round_is_accepted() -> None:
    assert Action.FINISH in enabled(dataclasses.replace(FACTS[SessionState.LEAKS], rounds=1))


@pytest.mark.parametrize(
    ("stopped", "again"),
    [(NOTHING_LEFT, False), (ROUND_LIMIT, False), (REWRITE_REFUSED, True), (STOPPED_BY_USER, True)],
)
def test_a_rewrite_that_was_turned_down_can_be_asked_for_again(stopped: str, again: bool) -> None:
    facts = dataclasses.replace(FACTS[SessionState.FINISHED], stopped=stopped)
    assert (Action.TRY_AGAIN in enabled(facts)) is again
    assert situation(facts)


def test_a_failed_model_without_a_session_leaves_the_text_to_be_written() -> None:
    offered = enabled(Facts(SessionState.ENGINE_DOWN))
    assert {Action.EDIT_ORIGINAL, Action.RUN, Action.STEP, Action.OPEN} <= offered
    assert offered.isdisjoint({Action.COPY, Action.GO_BACK, Action.DETAILS, Action.EDIT_AS_NEW})


def test_an_edited_result_can_be_edited_on() -> None:
    facts = dataclasses.replace(FACTS[SessionState.STOPPED], edited_result=True)
    assert Action.EDIT_REWRITE in enabled(facts)
    assert "edited" in situation(facts)


@pytest.mark.parametrize(
    ("facts", "action", "said"),
    [
        (FACTS[SessionState.EMPTY], Action.PASTE, "Paste text"),
        (FACTS[SessionState.READY], Action.STEP, "Show what this gives away"),
        (FACTS[SessionState.RUNNING], Action.STOP, "Stop"),
        (FACTS[SessionState.LEAKS], Action.STEP, "Hide 2 clues"),
        (Facts(SessionState.LEAKS, session=True, to_fix=1), Action.STEP, "Hide 1 clue"),
        (Facts(SessionState.LEAKS, session=True), Action.STEP, "Finish"),
        (Facts(SessionState.LEAKS, session=True, to_fix=2, last=True), Action.STEP, "Finish"),
        (FACTS[SessionState.REWRITE], Action.ACCEPT, "Accept 2 changes"),
        (Facts(SessionState.REWRITE, session=True, changes=1), Action.ACCEPT, "Accept 1 change"),
        (Facts(SessionState.REWRITE, session=True), Action.TRY_AGAIN, "Try another version"),
        (FACTS[SessionState.FINISHED], Action.COPY, "Copy"),
        (Facts(SessionState.FINISHED, session=True, stopped=NOTHING_LEFT), Action.COPY, "Copy"),
        (
            Facts(SessionState.FINISHED, session=True, stopped=STOPPED_BY_USER),
            Action.TRY_AGAIN,
            "Try another version",
        ),
        (FACTS[SessionState.STOPPED], Action.STEP, "Continue"),
        (Facts(SessionState.STOPPED, session=True, edited_result=True), Action.STEP, "Read it again"),
        (FACTS[SessionState.ENGINE_DOWN], Action.STEP, "Try again"),
    ],
)
def test_the_one_button_says_what_it_does(facts: Facts, action: Action, said: str) -> None:
    assert primary(facts) is action
    assert primary_label(facts) == said


@pytest.mark.parametrize(
    ("undoes", "said"),
    [
        (Accept((Change(0, 1, "a", "b"), Change(2, 3, "c", "d"))), "Undo: accept 2 changes"),
        (Accept(()), "Back to changes"),
        (Proceed(), "Back to changes"),
        (StopHere(), "Back to changes"),
        (Reject(), "Bring back the changes"),
        (TryAgain(), "Undo last step"),
    ],
)
def test_the_button_that_undoes_says_what(undoes: Decision, said: str) -> None:
    assert undo_label(dataclasses.replace(FACTS[SessionState.FINISHED], undoes=undoes, compares=True)) == said


def test_undo_does_not_lead_back_to_changes_where_there_are_none() -> None:
    facts = dataclasses.replace(FACTS[SessionState.FINISHED], undoes=Proceed(), compares=False)
    assert undo_label(facts) == "Undo last step"


def test_its_menu_has_the_rest() -> None:
    assert other_actions(FACTS[SessionState.READY]) == {Action.RUN: "Run all rounds"}
    assert other_actions(FACTS[SessionState.RUNNING]) == {}
    assert other_actions(FACTS[SessionState.LEAKS])[Action.RUN] == "Run to the end"
    rewrite = set(other_actions(FACTS[SessionState.REWRITE]))
    assert {Action.RUN, Action.REJECT, Action.TRY_AGAIN, Action.SAVE} <= rewrite
    assert Action.STEP not in rewrite  # which accepts, as the button does
    ending = set(other_actions(Facts(SessionState.LEAKS, session=True, rounds=1)))
    assert ending.isdisjoint({Action.RUN, Action.FINISH})  # which finish, as the button does


@pytest.mark.parametrize(
    ("facts", "view"),
    [
        (FACTS[SessionState.EMPTY], DocumentView.ORIGINAL),
        (FACTS[SessionState.READY], DocumentView.ORIGINAL),
        (FACTS[SessionState.RUNNING], DocumentView.ORIGINAL),
        (dataclasses.replace(FACTS[SessionState.RUNNING], compares=True), None),
        (dataclasses.replace(FACTS[SessionState.LEAKS], compares=True), DocumentView.RESULT),
        (FACTS[SessionState.REWRITE], DocumentView.CHANGES),
        (Facts(SessionState.REWRITE, session=True, refused=True, compares=True), DocumentView.ORIGINAL),
        (dataclasses.replace(FACTS[SessionState.FINISHED], compares=True), DocumentView.RESULT),
        (Facts(SessionState.FINISHED, session=True), DocumentView.ORIGINAL),
        (dataclasses.replace(FACTS[SessionState.STOPPED], compares=True), None),
        (dataclasses.replace(FACTS[SessionState.ENGINE_DOWN], compares=True), None),
    ],
)
def test_a_state_brings_its_view_to_the_front(facts: Facts, view: DocumentView | None) -> None:
    assert front_view(facts) is view


def test_closing_asks_only_when_rounds_would_be_lost() -> None:
    assert can_close_at_once(Facts(SessionState.READY))
    assert can_close_at_once(FACTS[SessionState.LEAKS])
    assert not can_close_at_once(FACTS[SessionState.FINISHED])
