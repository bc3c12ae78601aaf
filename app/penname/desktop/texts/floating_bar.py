"""Buttons that float beside words of a text: what can be said of a selection, or done about a change."""

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtWidgets import QFrame, QMenu, QToolButton, QWidget

from penname.desktop.style.stylesheet import GRID
from penname.desktop.translate import tr
from penname.desktop.widgets.boxes import horizontal
from penname.desktop.widgets.small_buttons import sign_button


class FloatingBar(QFrame):
    """Belongs to the view whose child it is, which shows and hides it."""

    def __init__(self, view: QWidget) -> None:
        super().__init__(view)
        self._view = view
        self.setProperty("floating", True)
        self._row = horizontal(on=self, spacing=2, margins=(2, 2, 2, 2))
        self.hide()

    def show_under(self, words: QRect) -> None:
        """Show it under `words`, a place in the view; above them where there is no room."""
        self.adjustSize()
        room = self._view.rect()
        x = max(GRID, min(words.left(), room.right() - self.width() - GRID))
        below, above = words.bottom() + 4, words.top() - self.height() - 4
        self.move(QPoint(x, below if below + self.height() <= room.bottom() or above < 0 else above))
        self.show()
        self.raise_()

    def add_button(self, title: str, explained: str) -> QToolButton:
        """A button for the mouse alone: the keyboard has its own way."""
        button = sign_button(title, explained)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._row.addWidget(button)
        return button


class SelectionBar(FloatingBar):
    """What the user can say about words just selected. `menu` holds the attributes; its owner fills it."""

    lock_requested = Signal()

    def __init__(self, view: QWidget) -> None:
        super().__init__(view)
        self.menu = QMenu(self)
        gives_away = self.add_button(tr("This gives away"), tr("Have the next rewrite hide these words"))
        gives_away.setMenu(self.menu)
        gives_away.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        lock = self.add_button(tr("Never change this"), tr("Keep every rewrite away from these words"))
        lock.clicked.connect(self.lock_requested)
