"""Ctrl+F: finds as one types, in the text that has the keyboard, on and back and round its end."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.scripted_sessions import ScriptedSessions
from desktop.test_keyboard import press
from penname.desktop.main.main_window import MainWindow
from penname.desktop.session.view_state import Action, DocumentView, SessionState
from penname.desktop.texts.find_bar import FindBar
from penname.desktop.texts.text_view import TextView
from scripted import TEXT

Until = Callable[[SessionState], None]


def found(view: TextView) -> tuple[int, str]:
    start, end = view.selected
    return start, view.text[start:end]


@pytest.fixture
def bar(window: MainWindow) -> FindBar:
    window.activateWindow()
    window.place_text(TEXT)
    window.page.document.original.setFocus()
    press(window, "Ctrl+F")
    assert window.page.find_bar.isVisible()
    return window.page.find_bar


def test_it_finds_while_typing_and_goes_round(window: MainWindow, bar: FindBar) -> None:
    pane = window.page.document.original
    assert QApplication.focusWidget() is bar.field
    QTest.keyClicks(bar.field, "I ")
    assert bar.count.text() == "1 of 3"
    assert found(pane) == (0, "I ")
    assert len(pane.extraSelections()) == 3
    places = [TEXT.index("I sleep"), TEXT.index("I am"), 0]
    for place in places:
        QTest.keyClick(bar.field, Qt.Key.Key_Return)
        assert found(pane)[0] == place
    press(window, "Shift+F3")
    assert found(pane)[0] == TEXT.index("I am")
    assert bar.count.text() == "3 of 3"
    press(window, "F3")
    assert found(pane)[0] == 0


def test_what_is_not_there_is_said(bar: FindBar) -> None:
    QTest.keyClicks(bar.field, "Porto")
    assert bar.count.text() == "Not found"
    assert not bar.on.isEnabled()


def test_case_matters_when_asked(window: MainWindow, bar: FindBar) -> None:
    QTest.keyClicks(bar.field, "lisbon")
    assert bar.count.text() == "1 of 1"
    bar.case.click()
    assert bar.count.text() == "Not found"


def test_escape_closes_it_at_what_was_found_and_stops_nothing(
    qtbot: QtBot, window: MainWindow, bar: FindBar, factory: ScriptedSessions
) -> None:
    factory.wait_in = "attacker"
    window.do(Action.RUN)
    qtbot.waitUntil(factory.waiting.is_set)
    bar.field.setFocus()
    QTest.keyClicks(bar.field, "flat")
    press(window, "Esc")
    assert not bar.isVisible()
    assert window.page.flow.state is SessionState.RUNNING
    pane = window.page.document.original
    assert QApplication.focusWidget() is pane
    assert found(pane) == (TEXT.index("flat"), "flat")
    assert pane.extraSelections() == []


def test_a_text_that_changes_is_looked_through_again(qtbot: QtBot, window: MainWindow, bar: FindBar) -> None:
    QTest.keyClicks(bar.field, "lisbon")
    window.page.put_text("Lisbon, Lisbon")
    qtbot.waitUntil(lambda: bar.count.text() == "1 of 2")
    window.page.document.original.setFocus()
    QTest.keyClicks(window.page.document.original, "Lisbon ")
    qtbot.waitUntil(lambda: bar.count.text().endswith("of 3"))


@pytest.mark.parametrize("view", [DocumentView.CHANGES, DocumentView.RESULT])
def test_it_looks_in_the_rewrite_when_that_has_the_keyboard(
    window: MainWindow, until: Until, bar: FindBar, view: DocumentView
) -> None:
    for state in (SessionState.LEAKS, SessionState.REWRITE):
        window.do(Action.STEP)
        until(state)
    pane = window.page.document.rewrite
    window.page.show_view(view)
    shown = pane.shown
    shown.setFocus()
    press(window, "Ctrl+F")
    bar.field.clear()
    QTest.keyClicks(bar.field, "adult")
    assert found(shown)[1] == "adult"
    assert window.page.document.original.extraSelections() == []


def test_the_selection_is_looked_for(window: MainWindow, bar: FindBar) -> None:
    window.page.document.original.select(TEXT.index("ward"), TEXT.index("ward") + 4)
    window.page.document.original.setFocus()
    press(window, "Ctrl+F")
    assert bar.field.text() == "ward"
    assert bar.count.text() == "1 of 1"
