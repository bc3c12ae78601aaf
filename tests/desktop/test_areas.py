"""F6 goes round the areas of the window."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from penname.desktop.main.main_window import MainWindow
from penname.desktop.session.view_state import Action, SessionState
from penname.desktop.shell.areas import Areas
from scripted import TEXT

SHIFT = Qt.KeyboardModifier.ShiftModifier


class Place(QWidget):
    """Three areas of two buttons each, and one with nothing to use in the middle."""

    def __init__(self) -> None:
        super().__init__()
        layout = QHBoxLayout(self)
        self.parts: list[QWidget] = []
        for number in range(4):
            area = QWidget()
            inside = QHBoxLayout(area)
            for name in "ab":
                inside.addWidget(QLabel("-") if number == 1 else QPushButton(f"{number}{name}"))
            layout.addWidget(area)
            self.parts.append(area)
        self.areas = Areas(lambda: self.parts)

    def button(self, text: str) -> QPushButton:
        return next(one for one in self.findChildren(QPushButton) if one.text() == text)

    @property
    def at(self) -> str:
        focused = QApplication.focusWidget()
        return focused.text() if isinstance(focused, QPushButton) else ""


@pytest.fixture
def place(qtbot: QtBot) -> Place:
    shown = Place()
    qtbot.addWidget(shown)
    shown.show()
    shown.activateWindow()
    qtbot.waitUntil(shown.isActiveWindow)
    shown.button("0a").setFocus()
    return shown


def test_round_and_back_past_what_has_nothing_to_use(place: Place) -> None:
    seen = []
    for forward in (True, True, True, False, False):
        place.areas.go(forward)
        seen.append(place.at)
    assert seen == ["2a", "3a", "0a", "3a", "2a"]


def test_an_area_is_entered_where_it_was_left(place: Place) -> None:
    place.button("0b").setFocus()
    place.areas.go(forward=True)
    place.areas.go(forward=False)
    assert place.at == "0b"
    place.areas.go(forward=True)
    place.button("0b").setEnabled(False)
    place.areas.go(forward=False)
    assert place.at == "0a"


def test_what_is_hidden_or_gone_is_passed_over(place: Place) -> None:
    place.parts[2].hide()
    place.areas.go(forward=True)
    assert place.at == "3a"
    place.parts.pop().deleteLater()
    place.areas.go(forward=True)
    assert place.at == "0a"


def test_from_outside_it_begins_at_the_end_it_comes_from(place: Place) -> None:
    place.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    place.setFocus()
    place.areas.go(forward=False)
    assert place.at == "3a"
    place.setFocus()
    place.areas.go(forward=True)
    assert place.at == "0a"


def test_the_key_goes_round_the_window(window: MainWindow, until: Callable[[SessionState], None]) -> None:
    window.place_text(TEXT)
    window.do(Action.STEP)
    until(SessionState.LEAKS)
    window.activateWindow()
    window.page.document.original.setFocus()
    usable = [area for area in window.areas if area.isVisible()]
    start = usable.index(window.page.document)
    for step in range(1, len(usable) + 1):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_F6)
        area = usable[(start + step) % len(usable)]
        assert area.isAncestorOf(QApplication.focusWidget())
    assert window.page.document.original.hasFocus()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_F6, SHIFT)
    assert usable[start - 1].isAncestorOf(QApplication.focusWidget())
