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
        self._brought = -1  # how far bringing something into view scrolled

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
        """Show all of `part` if it fits, else from its `beginning` on; nothing above it is cut in two."""
        self.settle()
        self._show(part, beginning)

    def keep_in_view(self, part: QWidget, beginning: QWidget, scrolled: int) -> None:
        """The same where there is other room now, unless the user has scrolled on from `scrolled`."""
        if scrolled == self._brought:
            self._show(part, beginning)

    def _show(self, part: QWidget, beginning: QWidget) -> None:
        self.ensureWidgetVisible(part, 0, 8)
        self.ensureWidgetVisible(beginning, 0, 4)
        bar = self.verticalScrollBar()
        cut, top = self._cut()
        if cut is not None and cut is not part and not cut.isAncestorOf(part):
            foot = self._seen_at(part) + part.height()
            fits = foot - top <= self.viewport().height()
            bar.setValue(bar.value() + (top if fits else top + cut.height()))
        self._brought = bar.value()

    def _cut(self) -> tuple[QWidget | None, int]:
        """The part of the column that is cut by the upper edge, and where it begins."""
        for number in range(self.column.count()):
            item = self.column.itemAt(number)
            part = item.widget() if item is not None else None
            if part is not None and part.isVisible():
                top = self._seen_at(part)
                if top < 0 < top + part.height():
                    return part, top
        return None, 0

    def settle(self) -> None:
        """Lay out now what Qt would lay out a moment later."""
        self.column.activate()
        QCoreApplication.sendPostedEvents(self.viewport(), QEvent.Type.LayoutRequest)

    def _seen_at(self, part: QWidget) -> int:
        return part.mapTo(self.viewport(), QPoint(0, 0)).y()
