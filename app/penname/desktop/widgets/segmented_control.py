"""A few words in one frame, one of them pressed: which of several views is seen."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QPushButton, QWidget


class SegmentedControl(QFrame):
    """`choices` are (name, title). Tab reaches the pressed one, the arrow keys the others."""

    chosen = Signal(str)  # the name of the one the user pressed

    def __init__(self, name: str, choices: Sequence[tuple[str, str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "segments")
        self.setAccessibleName(name)
        self.buttons: dict[str, QPushButton] = {}
        group = QButtonGroup(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(2, 2, 2, 2)
        row.setSpacing(2)
        for choice, title in choices:
            button = self.buttons[choice] = QPushButton(title)
            button.setCheckable(True)
            button.setProperty("role", "segment")
            button.clicked.connect(lambda _checked=False, choice=choice: self.chosen.emit(choice))
            group.addButton(button)
            row.addWidget(button)

    def show_choice(self, choice: str) -> None:
        """Press one, without a signal."""
        self.buttons[choice].setChecked(True)

    def offer(self, choices: Iterable[str]) -> None:
        """Let these be pressed, and no others."""
        offered = set(choices)
        for choice, button in self.buttons.items():
            button.setEnabled(choice in offered)
