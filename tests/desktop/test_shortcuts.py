"""Keys that the user changes: what is refused, what is remembered, and that they work."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from penname.desktop.main.main_window import MainWindow
from penname.desktop.main.settings_window import SettingsWindow, show
from penname.desktop.main.shortcuts import check_keys, keys_in_use
from penname.desktop.main.shortcuts_part import ShortcutsPart
from penname.desktop.shell.menu_entries import menu_entries
from penname.desktop.shell.settings_parts import SettingsPage
from penname.domain.errors import BadInput
from penname.settings import load_settings

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def part(window: MainWindow) -> ShortcutsPart:
    shown = show(window, SettingsPage.SHORTCUTS)
    shown.activateWindow()
    return shown.findChildren(ShortcutsPart)[0]


def change(part: ShortcutsPart, usual: str, keys: str) -> None:
    field = part.fields[usual]
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


def test_changed_keys_work_and_are_remembered(qtbot: QtBot, window: MainWindow, part: ShortcutsPart) -> None:
    field = part.fields["Ctrl+N"]
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_J, CTRL)
    change(part, "Ctrl+N", "Ctrl+J")
    assert load_settings().shortcuts == {"Ctrl+N": "Ctrl+J"}
    window.findChildren(SettingsWindow)[0].reject()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    QTest.keyClick(window, Qt.Key.Key_N, CTRL)
    assert len(window.pages) == 1
    QTest.keyClick(window, Qt.Key.Key_J, CTRL)
    assert len(window.pages) == 2


def test_what_is_refused_changes_nothing(window: MainWindow, part: ShortcutsPart) -> None:
    change(part, "Ctrl+N", "Ctrl+S")
    assert "Save result" in part.refusal.text()
    assert part.refusal.isVisible()
    assert part.fields["Ctrl+N"].keySequence() == QKeySequence("Ctrl+N")
    assert load_settings().shortcuts == {}
    change(part, "Ctrl+S", "")  # frees it
    assert not part.refusal.isVisible()
    change(part, "Ctrl+N", "Ctrl+S")
    assert load_settings().shortcuts == {"Ctrl+N": "Ctrl+S", "Ctrl+S": ""}


def test_the_defaults_come_back(window: MainWindow, part: ShortcutsPart) -> None:
    assert not part.default.isEnabled()
    change(part, "Ctrl+N", "Ctrl+J")
    change(part, "Ctrl+W", "Ctrl+F4")
    change(part, "Ctrl+W", "Ctrl+W")
    assert load_settings().shortcuts == {"Ctrl+N": "Ctrl+J"}
    part.default.click()
    assert load_settings().shortcuts == {}
    assert part.fields["Ctrl+N"].keySequence() == QKeySequence("Ctrl+N")


def test_single_keys_can_be_switched_off(qtbot: QtBot, window: MainWindow, part: ShortcutsPart) -> None:
    part.single.click()
    assert not load_settings().single_keys
    window.findChildren(SettingsWindow)[0].reject()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.page.line.tools.setFocus()
    QTest.keyClicks(window.page.line.tools, "?")
    qtbot.waitUntil(lambda: not window.findChildren(SettingsWindow))
    window.change_settings(single_keys=True)
    QTest.keyClicks(window.page.line.tools, "?")
    assert window.findChildren(ShortcutsPart)
