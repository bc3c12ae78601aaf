"""One of two, as a control with two parts."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSizePolicy


class TwoWayPart(QPushButton):
    """A part; up and down are for what holds the control, not the way to the next button."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            event.ignore()
        else:
            super().keyPressEvent(event)


class TwoWay(QFrame):
    """Shows what stands; what the user wants instead is told, and shown by whoever hears of it."""

    wanted = Signal(bool)  # the first of the two

    def __init__(self, first: str, second: str) -> None:
        super().__init__()
        self.setProperty("role", "two-way")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._first_stands = True
        self.first, self.second = TwoWayPart(first), TwoWayPart(second)
        row = QHBoxLayout(self)
        row.setContentsMargins(1, 1, 1, 1)
        row.setSpacing(0)
        for part, wants_first in ((self.first, True), (self.second, False)):
            part.setProperty("role", "part")
            part.setCheckable(True)
            part.clicked.connect(lambda _checked=False, first=wants_first: self._want(first))
            row.addWidget(part)
        self.show_choice(True)

    @property
    def standing(self) -> QPushButton:
        """The part that is chosen."""
        return self.first if self._first_stands else self.second

    def show_choice(self, first: bool) -> None:
        """Show that the first, or the second, stands."""
        self._first_stands = first
        self.first.setChecked(first)
        self.second.setChecked(not first)

    def explain(self, first: str, second: str) -> None:
        """What each part does, for tooltips and screen readers."""
        for part, words in ((self.first, first), (self.second, second)):
            part.setToolTip(words)
            part.setAccessibleName(f"{part.text()}: {words}")

    def _want(self, first: bool) -> None:
        differs = first != self._first_stands
        self.show_choice(self._first_stands)
        if differs:
            self.wanted.emit(first)
