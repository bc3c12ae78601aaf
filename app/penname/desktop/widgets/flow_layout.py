"""Widgets side by side in lines that wrap, as words do."""

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Lays its items out from the reading side, line by line, `gap` pixels apart."""

    def __init__(self, parent: QWidget | None = None, gap: int = 8) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._gap = gap
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def clear(self) -> None:
        """Remove the items and their widgets."""
        for item in self._items:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self._items.clear()

    def width_in_one_line(self) -> int:
        """What all items take side by side."""
        return sum(item.sizeHint().width() + self._gap for item in self._items) - self._gap

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._arrange(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._arrange(rect, move=True)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        return size

    def _arrange(self, rect: QRect, move: bool) -> int:
        mirrored = (widget := self.parentWidget()) is not None and widget.isRightToLeft()
        x, y, line = 0, 0, 0
        for item in self._items:
            hint = item.sizeHint()
            if x and x + hint.width() > rect.width():
                x, y, line = 0, y + line + self._gap, 0
            if move:
                left = rect.right() + 1 - x - hint.width() if mirrored else rect.x() + x
                item.setGeometry(QRect(QPoint(left, rect.y() + y), hint))
            x += hint.width() + self._gap
            line = max(line, hint.height())
        return y + line
