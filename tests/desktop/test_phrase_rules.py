"""What the user says about phrases: in the text, in the list, and taken back."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QMenu
from pytestqt.qtbot import QtBot

from penname.desktop.main.main_window import MainWindow
from penname.desktop.session.view_state import Action, SessionState
from penname.desktop.texts.floating_bar import SelectionBar
from penname.desktop.texts.marks import MarkStyle
from penname.domain.goal import Goal
from penname.domain.phrase_rules import PhraseRule, phrase_rules, with_rule, without_rule
from scripted import TEXT

Until = Callable[[SessionState], None]


def shown(window: MainWindow) -> list[str]:
    return [button.parentWidget().findChild(QLabel).text() for button in window.page.phrases.buttons]


def test_a_saying_comes_and_goes_and_nothing_else_changes() -> None:
    goal = Goal(("age", "sex"), frozenset({"age"}))
    marked, locked = PhraseRule("my husband", "sex"), PhraseRule("34")
    said = with_rule(with_rule(goal, marked), locked)
    assert phrase_rules(said) == (marked, locked)
    assert with_rule(said, marked) == said
    assert said.protect == {"age", "sex"}
    assert phrase_rules(without_rule(said, marked)) == (locked,)
    assert phrase_rules(without_rule(said, locked)) == (marked,)
    assert without_rule(said, PhraseRule("34", "age")) == said


@pytest.fixture
def said(window: MainWindow, until: Until) -> MainWindow:
    window.place_text(TEXT)
    window.do(Action.STEP)
    until(SessionState.LEAKS)
    assert not window.page.phrases.isVisible()
    window.page.document.original.phrase_locked.emit("I am 34")
    until(SessionState.LEAKS)
    window.page.document.original.phrase_marked.emit("sleep badly", "income")
    until(SessionState.LEAKS)
    return window


def test_they_are_listed_and_seen_in_the_text(said: MainWindow) -> None:
    assert shown(said) == ["“sleep badly” gives away income", "“I am 34” stays as it is"]
    marks = {mark.style: (mark.start, mark.end) for mark in said.page.document.original.marks}
    assert marks[MarkStyle.LOCKED] == (TEXT.index("I am 34"), TEXT.index("I am 34") + 7)
    evidence = [mark.key for mark in said.page.document.original.marks if mark.style is MarkStyle.EVIDENCE]
    assert "income" in evidence


def test_each_can_be_taken_back(said: MainWindow, until: Until) -> None:
    said.page.phrases.buttons[1].click()
    until(SessionState.LEAKS)
    assert shown(said) == ["“sleep badly” gives away income"]
    said.page.phrases.buttons[0].setFocus()
    QTest.keyClick(said.page.phrases.buttons[0], Qt.Key.Key_Space)
    until(SessionState.LEAKS)
    assert not said.page.phrases.isVisible()
    said.do(Action.STEP)
    until(SessionState.REWRITE)
    assert "sleep badly" in said.page.document.rewrite.new_text
    assert "34" not in said.page.document.rewrite.new_text


def test_taking_back_can_be_undone(said: MainWindow, until: Until) -> None:
    said.page.phrases.buttons[0].click()
    until(SessionState.LEAKS)
    said.do(Action.UNDO)
    until(SessionState.LEAKS)
    assert len(shown(said)) == 2


def test_beside_a_selection_stands_what_can_be_said_of_it(
    qtbot: QtBot, window: MainWindow, until: Until
) -> None:
    window.place_text(TEXT)
    window.activateWindow()
    pane = window.page.document.original
    bar = pane.findChild(SelectionBar)
    pane.setFocus()
    pane.select(0, 6)
    assert not bar.isVisible()  # the text is still being written
    window.do(Action.STEP)
    until(SessionState.LEAKS)
    pane.setFocus()
    pane.select(TEXT.index("sleep"), TEXT.index("badly") + 5)
    assert bar.isVisible()
    assert pane.viewport().rect().contains(bar.geometry())
    bar.menu.aboutToShow.emit()
    income = next(action for action in bar.menu.actions() if action.text() == "Income")
    income.trigger()
    until(SessionState.LEAKS)
    assert not bar.isVisible()
    assert shown(window) == ["“sleep badly” gives away income"]


def test_the_menu_bar_says_the_same(window: MainWindow, until: Until) -> None:
    window.place_text(TEXT)
    window.do(Action.STEP)
    until(SessionState.LEAKS)
    window.page.document.original.select(0, 6)
    next(entry for entry in window.actions() if entry.shortcut().toString() == "Ctrl+M").trigger()
    menu = next(menu for menu in window.findChildren(QMenu) if menu.isVisible())
    next(action for action in menu.actions() if action.text() == "Never change this").trigger()
    menu.close()
    until(SessionState.LEAKS)
    assert shown(window) == ["“I love” stays as it is"]


def test_a_long_phrase_is_shortened_and_its_tooltip_is_whole(said: MainWindow, until: Until) -> None:
    said.page.document.original.phrase_locked.emit(TEXT)
    until(SessionState.LEAKS)
    label = next(label for label in said.page.phrases.findChildren(QLabel) if "…" in label.text())
    assert len(label.text()) < 60
    assert "I am 34." in label.toolTip()
