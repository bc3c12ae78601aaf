"""The keyboard alone does everything, and every control has a name."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLabel, QWidget
from pytestqt.qtbot import QtBot

from desktop.scripted_sessions import ScriptedSessions
from penname.desktop.main.main_window import MainWindow
from penname.desktop.main.menus import KEYS
from penname.desktop.main.shortcuts_part import ShortcutsPart
from penname.desktop.session.view_state import Action, SessionState
from penname.desktop.shell.menu_entries import menu_entries
from scripted import REWRITTEN, TEXT

Until = Callable[[SessionState], None]

# Asked for by the mouse, or by keys inside a pane or a row; each has another way in the menu or by Tab.
IN_PLACE = {Action.OVERRULE, Action.CHANGE_GOAL, Action.EDIT_ORIGINAL, Action.EDIT_REWRITE}
WITHOUT_ENTRY = IN_PLACE | {Action.PASTE}  # which Ctrl+Enter does, as the one button says


def press(window: MainWindow, keys: str) -> None:
    target = QApplication.focusWidget() or window
    combination = QKeySequence(keys)[0]
    QTest.keyClick(target, combination.key(), combination.keyboardModifiers())


def test_every_action_has_a_place_in_the_menu_and_a_shortcut_of_its_own(window: MainWindow) -> None:
    assert set(KEYS) == set(Action) - WITHOUT_ENTRY
    in_menus = {entry for menu in window.menuBar().actions() for entry in menu.menu().actions()}
    assert set(window.menus.actions.values()) <= in_menus
    keys = [key.toString() for entry in window.actions() for key in entry.shortcuts()]
    assert len(keys) == len(set(keys))


def test_a_letter_opens_one_entry_of_a_menu(window: MainWindow) -> None:
    bar = window.menuBar()
    for menu in (bar, *(entry.menu() for entry in bar.actions())):
        keys = [QKeySequence.mnemonic(entry.text()).toString() for entry in menu.actions()]
        letters = [key for key in keys if key]
        assert len(letters) == len(set(letters)), letters


def test_the_sheet_lists_every_key_under_its_menu(window: MainWindow) -> None:
    part = ShortcutsPart(window, window.menus)
    words = " ".join(label.text() for label in part.findChildren(QLabel))
    for menu in ("File", "Edit", "Work", "Hide", "View", "Help", "Among the findings", "J and K"):
        assert menu in words
    listed = {field.keySequence().toString() for field in part.fields.values()}
    for entry in menu_entries(window.menuBar()):
        first, *others = entry.keys or ("",)
        assert not first or first in listed or first in words
        assert all(f"{entry.title} (also" in words and key in words for key in others)


def test_a_question_mark_opens_the_sheet_except_where_it_is_typed(window: MainWindow) -> None:
    window.activateWindow()
    pane = window.page.document.original
    pane.setFocus()
    QTest.keyClicks(pane, "Why?")
    assert pane.text == "Why?"
    assert not window.findChildren(ShortcutsPart)
    window.page.line.tools.setFocus()
    QTest.keyClicks(window.page.line.tools, "?")
    sheet = window.findChildren(ShortcutsPart)[0]
    assert sheet.isVisible()
    assert any(label.text() == "Next and previous finding" for label in sheet.findChildren(QLabel))


def test_the_whole_job_without_a_mouse(qtbot: QtBot, window: MainWindow, until: Until) -> None:
    window.activateWindow()
    window.page.document.original.setFocus()
    QGuiApplication.clipboard().setText(TEXT)
    press(window, "Ctrl+V")
    assert window.page.flow.state is SessionState.READY
    press(window, "Ctrl+Return")
    until(SessionState.LEAKS)
    press(window, "Alt+1")  # the chip for age
    until(SessionState.LEAKS)
    assert window.page.bar.next.button.text() == "Hide 2 clues"
    press(window, "Alt+1")
    until(SessionState.LEAKS)
    press(window, "Ctrl+Shift+Return")
    until(SessionState.REWRITE)
    press(window, "Ctrl+Shift+T")
    until(SessionState.REWRITE)
    press(window, "Ctrl+Shift+A")
    until(SessionState.LEAKS)
    press(window, "Alt+Left")
    until(SessionState.LEAKS)
    assert window.page.document.original.text == TEXT
    press(window, "Ctrl+Y")
    until(SessionState.LEAKS)
    press(window, "F5")
    until(SessionState.FINISHED)
    press(window, "Ctrl+Return")
    assert QGuiApplication.clipboard().text() == REWRITTEN


def test_escape_stops(qtbot: QtBot, window: MainWindow, until: Until, factory: ScriptedSessions) -> None:
    factory.wait_in = "attacker"
    window.place_text(TEXT)
    window.page.document.original.setFocus()
    press(window, "F5")
    qtbot.waitUntil(factory.waiting.is_set)
    press(window, "Esc")
    until(SessionState.STOPPED)


def test_tab_reaches_every_control_that_can_be_used(window: MainWindow, until: Until) -> None:
    window.place_text(TEXT)
    window.do(Action.STEP)
    until(SessionState.LEAKS)
    wanted = {
        widget
        for widget in window.findChildren(QAbstractButton) + window.findChildren(QComboBox)
        if widget.isVisible() and widget.isEnabled() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
    }
    reached: set[QWidget] = set()
    window.page.line.tools.setFocus()
    for _ in range(200):
        focused = QApplication.focusWidget()
        assert focused is not None
        reached.add(focused)
        QTest.keyClick(focused, Qt.Key.Key_Tab)
    assert wanted <= reached, [
        (w.metaObject().className(), w.accessibleName() or w.text()) for w in wanted - reached
    ]


@pytest.mark.parametrize(
    "state", [SessionState.READY, SessionState.LEAKS, SessionState.REWRITE, SessionState.FINISHED]
)
def test_every_control_has_a_name(window: MainWindow, until: Until, state: SessionState) -> None:
    window.place_text(TEXT)
    for reached in (SessionState.LEAKS, SessionState.REWRITE, SessionState.LEAKS, SessionState.FINISHED):
        if window.page.flow.state is state:
            break
        window.do(Action.STEP)
        until(reached)
    for button in window.findChildren(QAbstractButton):
        if button.isVisible():
            assert button.text() or button.accessibleName(), button.metaObject().className()
    for box in window.findChildren(QComboBox):
        assert box.accessibleName()
