"""Keys that the user changes: what is refused, what is remembered, and that they work."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTextBrowser
from pytestqt.qtbot import QtBot

from penname.desktop.main.main_window import MainWindow
from penname.desktop.main.shortcuts import check_keys, keys_in_use
from penname.desktop.main.shortcuts_dialog import ShortcutsDialog
from penname.desktop.shell.menu_entries import menu_entries
from penname.domain.errors import BadInput
from penname.settings import load_settings

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def dialog(window: MainWindow) -> ShortcutsDialog:
    shown = ShortcutsDialog(window, window.menus)
    shown.show()
    shown.activateWindow()
    return shown


def change(dialog: ShortcutsDialog, usual: str, keys: str) -> None:
    field = dialog.fields[usual]
    field.setKeySequence(QKeySequence(keys))
    field.editingFinished.emit()


def test_an_action_keeps_its_keys_until_it_is_given_others() -> None:
    usual = ("Ctrl+Return", "F5")
    assert keys_in_use(usual, {}, True) == usual
    assert keys_in_use(usual, {"F5": "F7"}, True) == usual
    assert keys_in_use(usual, {"Ctrl+Return": "F7"}, True) == ("F7",)
    assert keys_in_use(usual, {"Ctrl+Return": ""}, True) == ()
    assert keys_in_use((), {"": "F7"}, True) == ()
    assert keys_in_use(("F1", "?"), {}, False) == ("F1",)
    assert keys_in_use(("Esc",), {}, False) == ("Esc",)


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ("Ctrl+S", "“Ctrl+S” belongs to “Save result as…”. Choose other keys, or change those first."),
        ("F5", "“F5” belongs to “Run to the end”. Choose other keys, or change those first."),
        ("J", "“J” is needed for typing. Add Ctrl or Alt."),
        ("Shift+J", "“Shift+J” is needed for typing. Add Ctrl or Alt."),
        ("Space", "“Space” is needed for typing. Add Ctrl or Alt."),
    ],
)
def test_keys_that_are_taken_are_refused_in_a_sentence(window: MainWindow, keys: str, said: str) -> None:
    entries = menu_entries(window.menuBar())
    new = next(entry for entry in entries if entry.title == "New text")
    with pytest.raises(BadInput) as refused:
        check_keys(QKeySequence(keys), new, entries)
    assert str(refused.value) == said
    for free in ("Ctrl+J", "F12", "Alt+Shift+1", "", "Ctrl+N"):
        check_keys(QKeySequence(free), new, entries)


def test_changed_keys_work_and_are_remembered(
    qtbot: QtBot, window: MainWindow, dialog: ShortcutsDialog
) -> None:
    field = dialog.fields["Ctrl+N"]
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_J, CTRL)
    change(dialog, "Ctrl+N", "Ctrl+J")
    assert load_settings().shortcuts == {"Ctrl+N": "Ctrl+J"}
    dialog.reject()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    QTest.keyClick(window, Qt.Key.Key_N, CTRL)
    assert len(window.pages) == 1
    QTest.keyClick(window, Qt.Key.Key_J, CTRL)
    assert len(window.pages) == 2


def test_what_is_refused_changes_nothing(window: MainWindow, dialog: ShortcutsDialog) -> None:
    change(dialog, "Ctrl+N", "Ctrl+S")
    assert "Save result" in dialog.refusal.text()
    assert dialog.refusal.isVisible()
    assert dialog.fields["Ctrl+N"].keySequence() == QKeySequence("Ctrl+N")
    assert load_settings().shortcuts == {}
    change(dialog, "Ctrl+S", "")  # frees it
    assert not dialog.refusal.isVisible()
    change(dialog, "Ctrl+N", "Ctrl+S")
    assert load_settings().shortcuts == {"Ctrl+N": "Ctrl+S", "Ctrl+S": ""}


def test_the_defaults_come_back(window: MainWindow, dialog: ShortcutsDialog) -> None:
    assert not dialog.default.isEnabled()
    change(dialog, "Ctrl+N", "Ctrl+J")
    change(dialog, "Ctrl+W", "Ctrl+F4")
    change(dialog, "Ctrl+W", "Ctrl+W")
    assert load_settings().shortcuts == {"Ctrl+N": "Ctrl+J"}
    dialog.default.click()
    assert load_settings().shortcuts == {}
    assert dialog.fields["Ctrl+N"].keySequence() == QKeySequence("Ctrl+N")


def test_single_keys_can_be_switched_off(qtbot: QtBot, window: MainWindow, dialog: ShortcutsDialog) -> None:
    dialog.single.click()
    assert not load_settings().single_keys
    dialog.reject()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.page.line.tools.setFocus()
    QTest.keyClicks(window.page.line.tools, "?")
    assert not window.findChildren(QTextBrowser)
    window.change_settings(single_keys=True)
    QTest.keyClicks(window.page.line.tools, "?")
    assert window.findChildren(QTextBrowser)
