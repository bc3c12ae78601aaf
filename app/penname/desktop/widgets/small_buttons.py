"""Two quiet buttons: one that opens and closes what is below it, and one that takes something away."""

from collections.abc import Callable

from PySide6.QtWidgets import QPushButton, QToolButton


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


def close_button(explained: str, call: Callable[[], object]) -> QToolButton:
    """A cross; `explained` is its tooltip and its name for screen readers."""
    button = QToolButton()
    button.setText("×")
    button.setProperty("role", "close")
    button.setToolTip(explained)
    button.setAccessibleName(explained)
    button.clicked.connect(lambda _checked=False: call())
    return button
