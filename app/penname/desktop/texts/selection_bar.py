"""What the user can say about words just selected, beside them: that they give something away, or that they
stay.
"""

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QToolButton, QWidget

from penname.desktop.style.stylesheet import GRID
from penname.desktop.translate import tr


class SelectionBar(QFrame):
    """Floats under the selection. `menu` holds the attributes and is filled by its owner."""

    lock_requested = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._view = parent
        self.setProperty("floating", True)
        self.menu = QMenu(self)
        gives_away = self._button(tr("This gives away"), tr("Have the next rewrite hide these words"))
        gives_away.setMenu(self.menu)
        gives_away.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        lock = self._button(tr("Never change this"), tr("Keep every rewrite away from these words"))
        lock.clicked.connect(self.lock_requested)
        row = QHBoxLayout(self)
        row.setContentsMargins(2, 2, 2, 2)
        row.setSpacing(2)
        row.addWidget(gives_away)
        row.addWidget(lock)
        self.hide()

    def show_under(self, words: QRect) -> None:
        """Show it under `words`, the selection's place in the parent; above them where there is no room."""
        self.adjustSize()
        parent = self._view.rect()
        x = max(GRID, min(words.left(), parent.right() - self.width() - GRID))
        below, above = words.bottom() + 4, words.top() - self.height() - 4
        y = below if below + self.height() <= parent.bottom() or above < 0 else above
        self.move(QPoint(x, y))
        self.show()
        self.raise_()

    def _button(self, title: str, explained: str) -> QToolButton:
        button = QToolButton(self)
        button.setText(title)
        button.setToolTip(explained)
        button.setAccessibleName(title)
        button.setProperty("flat", True)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the keyboard's way are the menus
        return button
