"""A pane under its heading with what can be done beside it, and two of them side by side."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from penname.desktop.widgets.flow_layout import FlowLayout
from penname.desktop.widgets.text_label import text_label

HEAD = 32  # pixels of a heading's line


class TitledPane(QWidget):
    """`beside` stands at the end of the heading's line."""

    def __init__(self, title: str, content: QWidget, beside: tuple[QWidget, ...]) -> None:
        super().__init__()
        heading = text_label(title, "heading", wraps=False)
        heading.setMinimumHeight(HEAD)
        heading.setBuddy(content)
        head = FlowLayout()
        head.addWidget(heading)
        head.add_at_end(*beside)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(head)
        layout.addWidget(content, 1)


class _Halves(QSplitter):
    """Begins with parts of the same width, whatever they hold."""

    _shared_out = False

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._shared_out:
            self._shared_out = True
            self.setSizes([1000] * self.count())


def two_columns(left: QWidget, right: QWidget) -> QSplitter:
    """Two columns, whose shares the user moves."""
    splitter = _Halves(Qt.Orientation.Horizontal)
    splitter.setChildrenCollapsible(False)
    splitter.setHandleWidth(16)
    for part in (left, right):
        splitter.addWidget(part)
        splitter.setStretchFactor(splitter.indexOf(part), 1)
    return splitter
