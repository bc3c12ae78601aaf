"""Small buttons: a fold, a sign, a cross that takes something away, a link, and what else can be done."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QPushButton, QToolButton

from penname.desktop.translate import tr
from penname.desktop.widgets.button_row import plain_button


class FoldButton(QPushButton):
    """Its words, and an arrow that says whether what it is for is open."""

    def __init__(self, words: str = "") -> None:
        super().__init__()
        self.setProperty("role", "fold")
        self.setCheckable(True)
        self.setAutoDefault(False)
        self.toggled.connect(lambda _open: self.name(self._words))
        self.name(words)

    def name(self, words: str) -> None:
        """Give it other words."""
        self._words = words
        self.setText(("▾ " if self.isChecked() else "▸ ") + words)
        self.setAccessibleName(words)


def sign_button(sign: str, explained: str, call: Callable[[], object] | None = None) -> QToolButton:
    """A quiet button with a sign or few words; `explained` is its tooltip and its name for screen readers."""
    button = QToolButton()
    button.setText(sign)
    button.setProperty("flat", True)
    button.setToolTip(explained)
    button.setAccessibleName(explained)
    if call is not None:
        button.clicked.connect(lambda _checked=False: call())
    return button


def close_button(explained: str, call: Callable[[], object]) -> QToolButton:
    """A cross."""
    button = sign_button("×", explained, call)
    button.setProperty("flat", False)
    button.setProperty("role", "close")
    return button


def link_button(title: str, call: Callable[[], object], explained: str = "") -> QPushButton:
    """Words that look like a link, and lead to something here."""
    button = plain_button(title, call)
    button.setProperty("role", "link")
    button.setToolTip(explained)
    button.setCursor(Qt.CursorShape.PointingHandCursor)
    return button


def more_button(explained: str) -> tuple[QToolButton, QMenu]:
    """A button with what else can be done, and its menu; `explained` is its name for screen readers."""
    button = QToolButton()
    button.setText(tr("More") + " ▾")
    button.setAccessibleName(explained)
    menu = QMenu(button)
    button.setMenu(menu)
    button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
    return button, menu
