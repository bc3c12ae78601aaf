"""The text that stands, with its heading."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from penname.desktop.page.first_text import FirstText
from penname.desktop.style.theme import Theme
from penname.desktop.texts.original_pane import OriginalPane
from penname.desktop.translate import tr

HEAD = 32  # pixels of a heading's line, with or without buttons in it


class TextSection(QWidget):
    """Heading and pane; beside the heading what can be done with the text before it is read."""

    open_requested = Signal()
    edit_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.heading = QLabel()
        self.heading.setProperty("role", "heading")
        self.heading.setMinimumHeight(HEAD)
        self.pane = OriginalPane(theme)
        self.pane.setPlaceholderText(tr("Paste or type your text here, or drop a text file."))
        self.pane.setAccessibleName(tr("Your text"))
        self.first = FirstText(self.pane)
        self.open = _quiet(tr("Open…"), tr("Open a text file"))
        self.edit = _quiet(
            tr("Edit as new text"), tr("Put this text into a new tab, to edit it and read it again")
        )
        self.open.clicked.connect(self.open_requested)
        self.edit.clicked.connect(self.edit_requested)
        head = QHBoxLayout()
        head.setContentsMargins(0, 0, 0, 0)
        head.setSpacing(8)
        head.addWidget(self.heading)
        head.addStretch(1)
        for button in (self.open, self.edit):
            head.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(head)
        layout.addWidget(self.pane, 1)


def _quiet(text: str, explained: str) -> QPushButton:
    button = QPushButton(text)
    button.setProperty("flat", True)
    button.setToolTip(explained)
    return button
