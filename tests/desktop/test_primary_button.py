"""The one button that goes on, the arrow beside it, and Ctrl+Enter."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from desktop.scripted_sessions import ScriptedSessions
from desktop.test_keyboard import press
from penname.desktop.main.main_window import MainWindow
from penname.desktop.session.view_state import Action, SessionState
from penname.desktop.widgets.primary_button import PrimaryButton
from scripted import REWRITTEN, TEXT

Until = Callable[[SessionState], None]


def titles(menu: QMenu) -> list[str]:
    return [entry.text() for entry in menu.actions()]


def test_one_combination_of_keys_does_the_whole_job(window: MainWindow, until: Until) -> None:
    window.activateWindow()
    button = window.page.bar.next.button
    QGuiApplication.clipboard().setText(TEXT)
    said = [button.text()]
    assert window.menus.next.text() == button.text()
    press(window, "Ctrl+Return")
    assert window.page.flow.state is SessionState.READY
    for state in (SessionState.LEAKS, SessionState.REWRITE, SessionState.LEAKS, SessionState.FINISHED):
        said.append(button.text())
        assert window.menus.next.text() == button.text()
        press(window, "Ctrl+Return")
        until(state)
    assert said == ["Paste text", "Show what this gives away", "Hide 3 clues", "Accept 3 changes", "Finish"]
    assert button.text() == "Copy"
    press(window, "Ctrl+Return")
    assert QGuiApplication.clipboard().text() == REWRITTEN


def test_it_pastes_into_an_empty_text(window: MainWindow, qtbot: QtBot) -> None:
    button, pane = window.page.bar.next.button, window.page.document.original
    QGuiApplication.clipboard().setText(TEXT)
    assert button.text() == "Paste text"
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert window.page.flow.text == TEXT
    assert button.text() == "Show what this gives away"
    assert pane.viewportMargins().top() == 0  # the text has all of the pane


def test_it_says_where_there_is_nothing_to_paste(window: MainWindow, qtbot: QtBot) -> None:
    button = window.page.bar.next.button
    told: list[str] = []
    window.page.told.connect(told.append)
    QGuiApplication.clipboard().setText(" \n")
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert told == ["There is no text on the clipboard"]
    assert (window.page.flow.text, button.text()) == ("", "Paste text")


def test_once_it_has_copied_the_button_says_so_for_a_moment(window: MainWindow, until: Until) -> None:
    window.place_text(TEXT)
    window.do(Action.RUN)
    until(SessionState.FINISHED)
    bar = window.page.bar
    button = bar.next.button
    QApplication.processEvents()
    places = [part.geometry() for part in (bar.next, *bar.buttons.values())]
    button.click()
    QApplication.processEvents()
    window.page.render_state()
    assert (button.text(), button.accessibleName()) == ("✓ Copied", "Copied")
    assert [part.geometry() for part in (bar.next, *bar.buttons.values())] == places
    button.end_moment()
    assert (button.text(), button.accessibleName()) == ("Copy", "")
    button.click()
    window.do(Action.UNDO)
    until(SessionState.LEAKS)
    assert (button.text(), button.accessibleName()) == ("Finish", "")


def test_stop_stands_where_the_button_stood(
    qtbot: QtBot, window: MainWindow, until: Until, factory: ScriptedSessions
) -> None:
    factory.wait_in = "attacker"
    window.place_text(TEXT)
    step = window.page.bar.next
    qtbot.mouseClick(step.button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(factory.waiting.is_set)
    assert step.button.text() == "Stop"
    assert not step.button.property("primary")
    assert step.arrow.isHidden()
    assert window.page.bar.activity.isVisible()
    qtbot.mouseClick(step.button, Qt.MouseButton.LeftButton)
    until(SessionState.STOPPED)
    assert step.button.text() == "Continue"
    assert step.button.property("primary")
    assert not window.page.bar.activity.isVisible()


def test_the_arrow_has_what_else_can_be_done(window: MainWindow, until: Until) -> None:
    window.place_text(TEXT)
    step = window.page.bar.next
    assert titles(step.menu) == ["Run all rounds"]
    step.menu.actions()[0].trigger()
    until(SessionState.FINISHED)
    assert window.page.flow.result == REWRITTEN
    assert titles(step.menu) == ["Save as…"]


def test_the_quiet_buttons_answer_a_rewrite(window: MainWindow, until: Until) -> None:
    bar = window.page.bar

    def seen() -> list[Action]:
        return [action for action, button in bar.buttons.items() if button.isVisible()]

    window.place_text(TEXT)
    window.do(Action.STEP)
    until(SessionState.LEAKS)
    assert seen() == []
    window.do(Action.STEP)
    until(SessionState.REWRITE)
    assert seen() == [Action.REJECT, Action.TRY_AGAIN]
    bar.buttons[Action.REJECT].click()
    until(SessionState.FINISHED)
    assert window.page.flow.result == TEXT
    assert bar.next.button.text() == "Try another version"


def test_it_is_not_pressed_behind_a_page_for_a_chatbot(window: MainWindow) -> None:
    window.place_text(TEXT)
    window.chatbot.show()
    press(window, "Ctrl+Return")
    assert window.page.flow.state is SessionState.READY
    assert not window.menus.next.isEnabled()


@pytest.mark.parametrize("offered", [{}, {"Other": lambda: None}])
def test_an_arrow_without_a_menu_is_not_there(qtbot: QtBot, offered: dict[str, Callable[[], None]]) -> None:
    step = PrimaryButton()
    qtbot.addWidget(step)
    step.show_step("Go", "Goes", accented=True)
    step.offer(offered)
    step.show()
    assert step.arrow.isVisible() is bool(offered)
