"""A pane or list under its heading, with what can be done beside it."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QLabel, QSplitter, QVBoxLayout, QWidget

from penname.desktop.page.text_section import HEAD
from penname.desktop.widgets.flow_layout import FlowLayout


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
        head = FlowLayout()
        head.addWidget(self.heading)
        head.add_at_end(*beside)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(head)
        layout.addWidget(content, 1)
        for part in below:
            layout.addWidget(part)


class _Halves(QSplitter):
    """Begins with parts of the same width, whatever they hold."""

    def __init__(self, orientation: Qt.Orientation) -> None:
        super().__init__(orientation)
        self._shared_out = orientation == Qt.Orientation.Vertical

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._shared_out:
            self._shared_out = True
            self.setSizes([1000] * self.count())


def split(orientation: Qt.Orientation, *parts: QWidget) -> QSplitter:
    """Parts beside or below each other, whose shares the user moves."""
    splitter = _Halves(orientation)
    splitter.setChildrenCollapsible(False)
    splitter.setHandleWidth(16)
    for part in parts:
        splitter.addWidget(part)
        splitter.setStretchFactor(splitter.indexOf(part), 1)
    return splitter
