"""The command palette: what is found, in which order, and that the keyboard goes back to where it was."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.scripted_sessions import ScriptedSessions
from penname.desktop.main.main_window import MainWindow
from penname.desktop.session.view_state import Action, SessionState
from penname.desktop.shell.menu_entries import menu_entries, plain_words
from penname.desktop.shell.palette import CommandPalette
from penname.desktop.shell.word_search import fit
from scripted import REWRITTEN, TEXT


@pytest.fixture
def palette(window: MainWindow) -> CommandPalette:
    """Opened by its key, over an empty text with the cursor in it."""
    window.activateWindow()
    window.page.document.original.setFocus()
    return opened(window)


def opened(window: MainWindow) -> CommandPalette:
    QTest.keyClick(QApplication.focusWidget() or window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    return window.findChildren(CommandPalette)[-1]


def titles(palette: CommandPalette) -> list[str]:
    return [entry.title for entry in palette.shown]


@pytest.mark.parametrize(
    ("typed", "title"),
    [
        ("cop res", "Copy result"),
        ("COPY", "Copy result"),
        ("res cop", "Copy result"),
        ("esult", "Copy result"),
        ("", "Copy result"),
        ("resume", "Résumé"),
    ],
)
def test_beginnings_of_words_find_a_title(typed: str, title: str) -> None:
    assert fit(typed, title) is not None


@pytest.mark.parametrize("typed", ["copy text", "x", "copyresult"])
def test_every_typed_word_has_to_be_there(typed: str) -> None:
    assert fit(typed, "Copy result") is None


def test_the_better_a_title_fits_the_earlier_it_comes() -> None:
    found = [
        fit("sa", "Save result as…"),
        fit("sa", "Undo save"),
        fit("sa", "Passages"),
        fit("sa", "Open", beside="Sample texts"),
    ]
    assert all(one is not None for one in found)
    assert found == sorted(found, key=lambda one: one or (0, 0))
    assert len(set(found)) == len(found)


def test_the_menus_are_the_only_list(window: MainWindow) -> None:
    entries = menu_entries(window.menuBar())
    assert len({entry.action for entry in entries}) == len(entries)
    assert {action for action in window.actions() if action.text()} <= {entry.action for entry in entries}
    copy = next(entry for entry in entries if entry.title == "Copy result")
    assert copy.menus == ("Edit",)
    assert copy.keys == ("Ctrl+Shift+C",)
    assert plain_words("Find && &replace") == "Find & replace"


def test_with_nothing_typed_the_order_is_that_of_the_menus(
    window: MainWindow, palette: CommandPalette
) -> None:
    possible = [entry.title for entry in menu_entries(window.menuBar()) if entry.possible]
    assert titles(palette)[: len(possible)] == possible


def test_what_cannot_be_done_now_stands_greyed_at_the_end(palette: CommandPalette) -> None:
    possible = [entry.possible for entry in palette.shown]
    assert possible == sorted(possible, reverse=True)
    assert not possible[-1]
    QTest.keyClicks(palette.search, "cop res")
    assert titles(palette)[0] == "Copy result"  # an empty text has no result
    assert palette.list.currentItem() is None
    QTest.keyClick(palette.search, Qt.Key.Key_Return)
    assert palette.isVisible()
    spoken = palette.list.item(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Copy result, Edit, Ctrl+Shift+C, not possible now"


def test_enter_does_it_where_the_cursor_was(
    window: MainWindow, until: Callable[[SessionState], None]
) -> None:
    window.place_text(TEXT)
    window.do(Action.RUN)
    until(SessionState.FINISHED)
    window.page.document.rewrite.new.setFocus()
    palette = opened(window)
    QTest.keyClicks(palette.search, "cop res")
    QTest.keyClick(palette.search, Qt.Key.Key_Return)
    assert QGuiApplication.clipboard().text() == REWRITTEN
    assert QApplication.focusWidget() is window.page.document.rewrite.new
    assert not palette.isVisible()


def test_escape_leaves_everything_as_it_was(
    window: MainWindow, qtbot: QtBot, factory: ScriptedSessions
) -> None:
    factory.wait_in = "attacker"
    window.place_text(TEXT)
    window.do(Action.RUN)
    qtbot.waitUntil(factory.waiting.is_set)
    window.page.document.original.setFocus()
    palette = opened(window)
    QTest.keyClick(palette.search, Qt.Key.Key_Escape)
    assert not palette.isVisible()
    assert QApplication.focusWidget() is window.page.document.original
    assert window.page.flow.state is SessionState.RUNNING  # where Esc stops the model


def test_no_shortcut_of_the_window_works_through_it(window: MainWindow, palette: CommandPalette) -> None:
    QTest.keyClick(palette.search, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    assert len(window.pages) == 1
    QTest.keyClick(palette.search, Qt.Key.Key_Tab)
    assert palette.search.hasFocus()


def test_arrows_go_round_what_is_possible(palette: CommandPalette) -> None:
    usable = sum(entry.possible for entry in palette.shown)
    assert palette.list.currentRow() == 0
    QTest.keyClick(palette.search, Qt.Key.Key_Up)
    assert palette.list.currentRow() == usable - 1
    QTest.keyClick(palette.search, Qt.Key.Key_Down)
    assert palette.list.currentRow() == 0
    QTest.keyClick(palette.search, Qt.Key.Key_PageDown)
    assert palette.list.currentRow() == min(11, usable - 1)


def test_a_click_beside_it_and_the_same_keys_close_it(window: MainWindow, palette: CommandPalette) -> None:
    QTest.mouseClick(palette, Qt.MouseButton.LeftButton, pos=QPoint(3, 300))
    assert not palette.isVisible()
    again = opened(window)
    QTest.keyClick(again.search, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    assert not again.isVisible()


def test_what_nothing_is_called_is_said(palette: CommandPalette) -> None:
    QTest.keyClicks(palette.search, "qqq")
    assert palette.nothing.isVisible()
    assert not palette.list.isVisible()


@pytest.mark.parametrize("size", [(1200, 780), (640, 480)])
def test_it_lies_inside_a_window_of_any_size(
    window: MainWindow, palette: CommandPalette, size: tuple[int, int]
) -> None:
    window.resize(*size)
    panel = palette.list.parentWidget()
    assert palette.rect().contains(panel.geometry())
    assert palette.size() == window.size()
