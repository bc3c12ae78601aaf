"""What appears beside a change: keep it, leave the words as they were, or choose another way."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QWidget

from penname.desktop.changes.ways_button import WaysButton
from penname.desktop.texts.floating_bar import FloatingBar
from penname.desktop.translate import tr
from penname.domain.changes import Change

GRACE = 350  # milliseconds to move the pointer from the words to the buttons


class ChangeBar(FloatingBar):
    """Floats under the change it is for."""

    toggled = Signal(object)

    def __init__(self, view: QWidget) -> None:
        super().__init__(view)
        self.change: Change | None = None  # that it was last shown for
        self._keep = self.add_button(tr("✓ Keep"), tr("Keep this change"))
        self._drop = self.add_button(tr("✗ Undo change"), tr("Keep the original words"))
        for button in (self._keep, self._drop):
            button.setCheckable(True)
            button.setAutoExclusive(True)
            button.clicked.connect(lambda: self.toggled.emit(self.change))
        self.ways = WaysButton(self)
        self.ways.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._row.addWidget(self.ways)
        self._going = QTimer(self)
        self._going.setSingleShot(True)
        self._going.setInterval(GRACE)
        self._going.timeout.connect(self.hide)

    def show_for(self, change: Change, stands: bool, words: QRect, ways: Sequence[Change] = ()) -> None:
        """Show it under `words`, the place of `change` in the view; in its place `ways` can be taken."""
        self._going.stop()
        self.change = change
        self._keep.setChecked(stands)
        self._drop.setChecked(not stands)
        self.ways.show_ways(ways)
        self.show_under(words)

    def leave(self) -> None:
        """Hide it, unless the pointer reaches it in time."""
        self._going.start()

    def enterEvent(self, event: QEnterEvent) -> None:
        self._going.stop()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self.leave()
        super().leaveEvent(event)
