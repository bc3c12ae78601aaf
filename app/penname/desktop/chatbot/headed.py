"""A pane or list under its heading, with what can be done beside it."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSplitter, QVBoxLayout, QWidget

HEAD = 32  # pixels of a heading's line


class Headed(QWidget):
    """`beside` stands at the end of the heading's line, `below` under the content."""

    def __init__(
        self, title: str, content: QWidget, beside: tuple[QWidget, ...] = (), below: tuple[QWidget, ...] = ()
    ) -> None:
        super().__init__()
        self.heading = QLabel(title)
        self.heading.setProperty("role", "heading")
        self.heading.setMinimumHeight(HEAD)
        self.heading.setBuddy(content)
        head = QHBoxLayout()
        head.setContentsMargins(0, 0, 0, 0)
        head.setSpacing(8)
        head.addWidget(self.heading)
        head.addStretch(1)
        for part in beside:
            head.addWidget(part)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(head)
        layout.addWidget(content, 1)
        for part in below:
            layout.addWidget(part)


def split(orientation: Qt.Orientation, *parts: QWidget) -> QSplitter:
    """Parts beside or below each other, whose shares the user moves."""
    splitter = QSplitter(orientation)
    splitter.setChildrenCollapsible(False)
    splitter.setHandleWidth(16)
    for part in parts:
        splitter.addWidget(part)
        splitter.setStretchFactor(splitter.indexOf(part), 1)
    return splitter
