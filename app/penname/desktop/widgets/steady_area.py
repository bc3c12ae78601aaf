"""A scrolled column in which what the user looks at stays where it is while other things come and go."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

Anchor = tuple[QWidget, int]


class SteadyArea(QScrollArea):
    """Scrolls `column` up and down; take an `anchor` before it changes, and `hold` it afterwards."""

    def __init__(self) -> None:
        super().__init__()
        content = QFrame()
        content.setProperty("role", "panel")
        self.column = QVBoxLayout(content)
        self.setProperty("role", "panel")
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(content)

    @property
    def at_the_end(self) -> bool:
        """Whether the end of the column is seen."""
        return self.verticalScrollBar().value() >= self.verticalScrollBar().maximum() - 8

    def anchor(self, parts: Sequence[QWidget]) -> Anchor | None:
        """The first of `parts` that is in sight, and how far below the top it is seen."""
        for part in parts:
            y = self._seen_at(part)
            if part.isVisible() and -part.height() < y < self.viewport().height():
                return part, y
        return None

    def hold(self, anchor: Anchor) -> None:
        """Scroll so that the anchor is seen where it was."""
        self.settle()
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + self._seen_at(anchor[0]) - anchor[1])

    def go_to_the_end(self) -> None:
        """Scroll to the end of the column."""
        self.settle()
        self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())

    def bring_into_view(self, part: QWidget, beginning: QWidget) -> None:
        """Show all of `part` if it fits, else from its `beginning` on."""
        self.settle()
        self.ensureWidgetVisible(part, 0, 8)
        self.ensureWidgetVisible(beginning, 0, 4)

    def settle(self) -> None:
        """Lay out now what Qt would lay out a moment later."""
        self.column.activate()
        QCoreApplication.sendPostedEvents(self.viewport(), QEvent.Type.LayoutRequest)

    def _seen_at(self, part: QWidget) -> int:
        return part.mapTo(self.viewport(), QPoint(0, 0)).y()
