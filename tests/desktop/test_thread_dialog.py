"""In reply to…: what a text answers, given before or after it was read."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from desktop.scripted_sessions import ScriptedSessions
from penname.desktop.main.main_window import MainWindow
from penname.desktop.page.thread_dialog import ThreadDialog
from penname.desktop.session.view_state import Action, SessionState
from penname.domain.thread import NO_THREAD, Thread
from scripted import TEXT

Until = Callable[[SessionState], None]
STATES = (SessionState.LEAKS, SessionState.REWRITE, SessionState.LEAKS, SessionState.FINISHED)
POST = "Any nurses here?\nWhat keeps you awake?"


def ask(qtbot: QtBot, window: MainWindow) -> ThreadDialog:
    qtbot.mouseClick(window.page.line.reply, Qt.MouseButton.LeftButton)
    return next(one for one in window.page.findChildren(ThreadDialog) if one.isVisible())


def use(dialog: ThreadDialog, post: str, date: str = "") -> None:
    dialog.post.setPlainText(post)
    dialog.date.setText(date)
    dialog.ok.click()


def test_it_belongs_to_one_text_alone(qtbot: QtBot, window: MainWindow) -> None:
    window.place_text(TEXT)
    assert window.page.line.reply.text() == "In reply to…"
    use(ask(qtbot, window), POST, "2020-03-01")
    assert window.page.flow.goal.thread == Thread(POST, "2020-03-01")
    assert window.page.line.reply.text() == "In reply to a post"
    assert window.page.flow.text == TEXT
    assert window.new_text().flow.goal.thread == NO_THREAD


def test_what_is_no_date_is_said_and_nothing_is_used(qtbot: QtBot, window: MainWindow) -> None:
    window.place_text(TEXT)
    dialog = ask(qtbot, window)
    use(dialog, POST, "yesterday")
    assert "“yesterday” is not a date" in dialog.wrong.text()
    assert window.page.flow.goal.thread == NO_THREAD
    dialog.reject()


@pytest.mark.parametrize("steps", [1, 2, 4])
def test_a_text_that_was_read_without_it_is_read_again(
    qtbot: QtBot, window: MainWindow, until: Until, factory: ScriptedSessions, steps: int
) -> None:
    """While its leaks wait, while a rewrite waits, and at the end."""
    window.place_text(TEXT)
    for state in (SessionState.LEAKS, SessionState.REWRITE, SessionState.LEAKS, SessionState.FINISHED)[
        :steps
    ]:
        window.do(Action.STEP)
        until(state)
    asked = factory.begun.count("attacker")
    window.page.ask_about_thread()
    use(next(iter(window.page.findChildren(ThreadDialog))), POST)
    until(SessionState.LEAKS)
    assert factory.begun.count("attacker") == asked + 1
    assert window.page.flow.goal.thread == Thread(POST)
    view = window.page.flow.view
    assert view is not None
    assert view.goal.thread == Thread(POST)
    assert window.page.line.reply.isVisible()
