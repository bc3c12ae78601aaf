"""The Settings window: changes are remembered at once, and it leads to what has a window of its own."""

from PySide6.QtWidgets import QCheckBox, QDialog, QPushButton
from pytestqt.qtbot import QtBot

from penname.desktop.main import dialogs
from penname.desktop.main.main_window import MainWindow
from penname.settings import load_settings


def opened(window: MainWindow) -> QDialog:
    dialogs.settings(window)
    return window.findChildren(QDialog)[-1]


def test_the_history_can_be_turned_on_here(window: MainWindow) -> None:
    shown = opened(window)
    before = load_settings()
    for box in shown.findChildren(QCheckBox):
        if "history" in box.text():
            box.click()
    after = load_settings()
    assert (before.keep_history, after.keep_history) == (False, True)
    assert before.keep_drafts == after.keep_drafts


def test_it_leads_to_every_window_that_was_named(qtbot: QtBot, window: MainWindow) -> None:
    called: list[str] = []
    window.more_settings = [("One…", lambda: called.append("one")), ("Two…", lambda: called.append("two"))]
    shown = opened(window)
    for button in shown.findChildren(QPushButton):
        if button.text() in ("One…", "Two…"):
            button.click()
    assert called == ["one", "two"]
