"""The two buttons that appear beside a change: keep it, or leave the words as they were."""

from PySide6.QtCore import QEvent, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton, QWidget

from penname.desktop.style.stylesheet import GRID
from penname.desktop.translate import tr
from penname.domain.changes import Change

GRACE = 350  # milliseconds to move the pointer from the words to the buttons


class ChangeBar(QFrame):
    """Floats under the change it is for. Shown by the view whose child it is."""

    toggled = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._view = parent
        self._change: Change | None = None
        self.setProperty("floating", True)
        self._keep = self._button(tr("✓ Keep"), tr("Keep this change"))
        self._drop = self._button(tr("✗ Revert"), tr("Keep the original words"))
        row = QHBoxLayout(self)
        row.setContentsMargins(2, 2, 2, 2)
        row.setSpacing(2)
        row.addWidget(self._keep)
        row.addWidget(self._drop)
        self._going = QTimer(self)
        self._going.setSingleShot(True)
        self._going.setInterval(GRACE)
        self._going.timeout.connect(self.hide)
        self.hide()

    @property
    def change(self) -> Change | None:
        """The change it was last shown for."""
        return self._change

    def show_for(self, change: Change, stands: bool, words: QRect) -> None:
        """Show it under `words`, the place of `change` in the parent."""
        self._going.stop()
        self._change = change
        self._keep.setChecked(stands)
        self._drop.setChecked(not stands)
        self.adjustSize()
        parent = self._view.rect()
        x = min(max(words.left(), GRID), parent.right() - self.width() - GRID)
        below = words.bottom() + 4
        above = words.top() - self.height() - 2
        y = below if below + self.height() <= parent.bottom() or above < 0 else above
        self.move(QPoint(x, y))
        self.show()
        self.raise_()

    def leave(self) -> None:
        """Hide it, unless the pointer reaches it in time."""
        self._going.start()

    def enterEvent(self, event: QEnterEvent) -> None:
        self._going.stop()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self.leave()
        super().leaveEvent(event)

    def _button(self, title: str, name: str) -> QToolButton:
        button = QToolButton(self)
        button.setText(title)
        button.setCheckable(True)
        button.setAutoExclusive(True)
        button.setToolTip(name)
        button.setAccessibleName(name)
        button.setProperty("flat", True)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the keyboard's way is the list of changes
        button.clicked.connect(self._choose)
        return button

    def _choose(self) -> None:
        if self._change is not None:
            self.toggled.emit(self._change)
