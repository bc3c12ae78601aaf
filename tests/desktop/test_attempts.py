"""Try again keeps the rewrites before: the user switches between them and takes any."""

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from desktop.scripted_sessions import ScriptedSessions
from penname.desktop.main.main_window import MainWindow
from penname.desktop.session.view_state import Action, SessionState
from penname.domain.inferences import Validity
from scripted import REWRITTEN, TEXT

Until = Callable[[SessionState], None]
SECOND = REWRITTEN.replace("an adult", "no child")


@pytest.fixture
def two(window: MainWindow, until: Until, factory: ScriptedSessions) -> MainWindow:
    """A window with two attempts, the second one waiting."""
    factory.second = {"age": ("34", "no child", Validity.MEDIUM)}
    window.place_text(TEXT)
    for state in (SessionState.LEAKS, SessionState.REWRITE):
        window.do(Action.STEP)
        until(state)
    assert not window.page.line.attempts.isVisible()
    window.do(Action.TRY_AGAIN)
    until(SessionState.REWRITE)
    assert window.page.document.rewrite.new_text == SECOND
    return window


def test_both_are_kept_and_either_is_accepted(
    qtbot: QtBot, two: MainWindow, until: Until, factory: ScriptedSessions
) -> None:
    row = two.page.line.attempts
    assert row.isVisible()
    assert [button.isChecked() for button in row.buttons if button.isVisible()] == [False, True]
    asked = len(factory.begun)
    row.buttons[0].click()
    until(SessionState.REWRITE)
    assert two.page.document.rewrite.new_text == REWRITTEN
    assert [button.isChecked() for button in row.buttons if button.isVisible()] == [True, False]
    two.do(Action.OTHER_ATTEMPT)
    until(SessionState.REWRITE)
    assert two.page.document.rewrite.new_text == SECOND
    two.do(Action.OTHER_ATTEMPT)
    until(SessionState.REWRITE)
    assert len(factory.begun) == asked  # no model is asked to show what it made before
    two.do(Action.ACCEPT)
    until(SessionState.LEAKS)
    assert two.page.flow.result == REWRITTEN
    assert not row.isVisible()


def test_each_keeps_what_was_typed_and_taken_back_in_it(qtbot: QtBot, two: MainWindow, until: Until) -> None:
    pane = two.page.document.rewrite
    two.page.rail.change_toggled.emit(0, False)
    pane.typed.emit(0, 1, "We")
    edited = pane.new_text
    assert edited.startswith("We")
    two.page.line.attempts.buttons[0].click()
    until(SessionState.REWRITE)
    assert pane.new_text == REWRITTEN
    two.page.line.attempts.buttons[1].click()
    until(SessionState.REWRITE)
    assert pane.new_text == edited


def test_a_third_one_follows_the_newest_whichever_is_looked_at(two: MainWindow, until: Until) -> None:
    two.page.line.attempts.buttons[0].click()
    until(SessionState.REWRITE)
    two.do(Action.TRY_AGAIN)
    until(SessionState.REWRITE)
    assert [attempt.number for attempt in two.page.flow.attempts] == [1, 2, 3]
    assert two.page.flow.attempts[-1].current
    assert two.page.flow.facts.rounds == 0


def test_what_was_taken_back_is_not_proposed_again(two: MainWindow, until: Until) -> None:
    age = next(change for change in two.page.flow.changes if "age" in change.attributes)
    two.page.rail.change_toggled.emit(two.page.flow.offered.index(age), False)
    two.do(Action.TRY_AGAIN)
    until(SessionState.REWRITE)
    assert "I am something." in two.page.document.rewrite.new_text


def test_undo_and_redo_go_through_attempts(two: MainWindow, until: Until) -> None:
    pane = two.page.document.rewrite
    two.do(Action.UNDO)
    until(SessionState.REWRITE)
    assert pane.new_text == REWRITTEN
    assert len(two.page.flow.attempts) == 2
    two.do(Action.REDO)
    until(SessionState.REWRITE)
    assert pane.new_text == SECOND
    two.page.line.attempts.buttons[0].click()
    until(SessionState.REWRITE)
    two.do(Action.REDO)  # a look at another one can be taken back like every step
    until(SessionState.REWRITE)
    assert pane.new_text == SECOND


def test_a_goal_changed_meanwhile_holds_for_all_attempts(two: MainWindow, until: Until) -> None:
    next(chip for chip in two.page.protect.chips if chip.attribute.name == "age").click()
    until(SessionState.REWRITE)
    two.page.line.attempts.buttons[0].click()
    until(SessionState.REWRITE)
    assert "age" not in two.page.flow.goal.protect
    assert "I am 34." in two.page.document.rewrite.new_text
