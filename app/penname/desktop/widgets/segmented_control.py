"""A few words in one frame, one of them pressed: a view of several, or one of two answers."""

from collections.abc import Iterable, Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QPushButton, QSizePolicy, QWidget

from penname.desktop.widgets.boxes import horizontal


class ControlPart(QPushButton):
    """A part; up and down are for what holds the control, not the way to the next part."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            event.ignore()
        else:
            super().keyPressEvent(event)


class SegmentedControl(QFrame):
    """`choices` are (name, title). Shows what stands; what the user wants instead is told, and shown by
    whoever hears of it. Tab reaches the pressed part, left and right the others.
    """

    chosen = Signal(str)  # the name of a part that is not the pressed one

    def __init__(self, name: str, choices: Sequence[tuple[str, str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "segments")
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.buttons: dict[str, QPushButton] = {}
        self.choice = choices[0][0]
        group = QButtonGroup(self)
        row = horizontal(on=self, spacing=2, margins=(2, 2, 2, 2))
        for choice, title in choices:
            button = self.buttons[choice] = ControlPart(title)
            button.setCheckable(True)
            button.setAutoDefault(False)
            button.setProperty("role", "segment")
            button.clicked.connect(lambda _checked=False, choice=choice: self._want(choice))
            group.addButton(button)
            row.addWidget(button)
        self.show_choice(self.choice)

    @property
    def pressed(self) -> QPushButton:
        """The part that stands."""
        return self.buttons[self.choice]

    def show_choice(self, choice: str) -> None:
        """Press one, without a signal."""
        self.choice = choice
        self.pressed.setChecked(True)

    def explain(self, words: Mapping[str, str]) -> None:
        """What each part does, for tooltips and screen readers."""
        for choice, said in words.items():
            button = self.buttons[choice]
            button.setToolTip(said)
            button.setAccessibleName(f"{button.text()}: {said}")

    def offer(self, choices: Iterable[str]) -> None:
        """Let these be pressed, and no others."""
        offered = set(choices)
        for choice, button in self.buttons.items():
            button.setEnabled(choice in offered)

    def _want(self, choice: str) -> None:
        differs = choice != self.choice
        self.show_choice(self.choice)
        if differs:
            self.chosen.emit(choice)
