"""Changes to choose from: other ways to make one, and what was not good enough to be made at all.

A reader sees at a glance which one reads well.
"""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFocusEvent
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from penname.desktop.changes.change_words import gone_and_come, way_words
from penname.desktop.style.stylesheet import GRID
from penname.desktop.translate import tr
from penname.desktop.widgets.boxes import horizontal, vertical
from penname.desktop.widgets.button_row import plain_button
from penname.desktop.widgets.text_label import text_label
from penname.desktop.widgets.wrapping import wrapping
from penname.domain.changes import Change
from penname.domain.policy import doubted

_LONGEST = 300  # characters that are shown of what would go


class SuggestionLine(QWidget):
    """What a change would do, and a button that does it; pointed at, it asks for its place in the text."""

    taken = Signal(object)
    pointed = Signal(object)  # the Change, or None once it is left

    def __init__(self, change: Change) -> None:
        super().__init__()
        self._change = change
        before, after = gone_and_come(change, _LONGEST)
        said = tr("“{before}” → “{after}”", before=before, after=after) if after else f"“{before}”"
        words = QLabel(wrapping(said), wordWrap=True)
        words.setTextFormat(Qt.TextFormat.PlainText)
        doubt = text_label(tr("May sound awkward"), "doubt")
        title = tr("Use this") if after else tr("Leave out")
        self.button: QPushButton = plain_button(title, lambda: self.taken.emit(change))
        self.button.setAccessibleName(way_words(change))
        self.button.installEventFilter(self)
        column = vertical(words, doubt, spacing=2)
        horizontal((column, 1), (self.button, Qt.AlignmentFlag.AlignTop), on=self, spacing=GRID)
        doubt.setVisible(doubted(change))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QFocusEvent):
            self.pointed.emit(self._change if event.gotFocus() else None)
        return super().eventFilter(watched, event)

    def enterEvent(self, event: QEnterEvent) -> None:
        self.pointed.emit(self._change)
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self.pointed.emit(None)
        super().leaveEvent(event)


class SuggestionLines(QWidget):
    """A line for each, below a title where there is one."""

    taken = Signal(object)
    pointed = Signal(object)
    left = Signal()  # the line that had the keyboard goes

    def __init__(self, title: str = "") -> None:
        super().__init__()
        self._shown: tuple[Change, ...] = ()
        self._lines: list[SuggestionLine] = []
        self._column = vertical(*([text_label(title, "muted")] if title else ()), on=self, spacing=GRID)
        self.hide()

    @property
    def stops(self) -> list[QPushButton]:
        """What the keyboard goes through."""
        return [line.button for line in self._lines]

    def show_changes(self, changes: Sequence[Change]) -> None:
        """Offer these; nothing is seen without any."""
        if tuple(changes) != self._shown:
            self._shown = tuple(changes)
            if any(button.hasFocus() for button in self.stops):
                self.left.emit()
            for line in self._lines:
                line.hide()
                line.deleteLater()
            self._lines = [SuggestionLine(change) for change in changes]
            for line in self._lines:
                line.taken.connect(self.taken)
                line.pointed.connect(self.pointed)
                self._column.addWidget(line)
            self.pointed.emit(None)
        self.setVisible(bool(changes))
