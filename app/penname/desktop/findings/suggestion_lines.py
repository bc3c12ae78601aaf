"""What else could be changed, and was not good enough to be proposed: the user knows at a glance."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from penname.desktop.changes.change_words import way_words
from penname.desktop.style.stylesheet import GRID
from penname.desktop.translate import tr
from penname.desktop.widgets.boxes import horizontal, vertical
from penname.desktop.widgets.button_row import plain_button
from penname.desktop.widgets.text_label import text_label
from penname.desktop.widgets.wrapping import wrapping
from penname.domain.changes import Change
from penname.domain.policy import doubted


class SuggestionLines(QWidget):
    """A line for each: what it would do, and a button that does it."""

    taken = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._shown: tuple[Change, ...] = ()
        self.stops: list[QPushButton] = []  # what the keyboard goes through
        self._lines: list[QWidget] = []
        self._column = vertical(text_label(tr("You could hide more:"), "muted"), on=self, spacing=GRID)
        self.hide()

    def show_changes(self, changes: Sequence[Change]) -> None:
        """Offer these; nothing is seen without any."""
        if tuple(changes) != self._shown:
            self._shown = tuple(changes)
            for line in self._lines:
                line.hide()
                line.deleteLater()
            self._lines, self.stops = [], []
            for change in changes:
                self._add(change)
        self.setVisible(bool(changes))

    def _add(self, change: Change) -> None:
        words = QLabel(wrapping(way_words(change)), wordWrap=True)
        words.setTextFormat(Qt.TextFormat.PlainText)
        doubt = text_label(tr("May sound awkward"), "doubt")
        doubt.setVisible(doubted(change))
        button = plain_button(tr("Do this"), lambda: self.taken.emit(change))
        button.setAccessibleName(way_words(change))
        line = QWidget()
        horizontal(
            (vertical(words, doubt, spacing=2), 1), (button, Qt.AlignmentFlag.AlignTop), on=line, spacing=GRID
        )
        self._column.addWidget(line)
        self._lines.append(line)
        self.stops.append(button)
