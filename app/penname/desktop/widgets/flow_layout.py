"""Widgets side by side in lines that wrap, as words do."""

from collections.abc import Iterable

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Lays its items out from the reading side, line by line, `gap` pixels apart, in the line's middle."""

    def __init__(self, parent: QWidget | None = None, gap: int = 8) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._ending: list[QWidget] = []
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

    def add_at_end(self, *widgets: QWidget) -> None:
        """Widgets that stand at the far side of their line."""
        self._ending.extend(widgets)
        for widget in widgets:
            self.addWidget(widget)

    def clear(self) -> None:
        """Remove the items and their widgets."""
        for item in self._items:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self._items.clear()

    def width_in_one_line(self, part: QWidget | None = None) -> int:
        """What all items take side by side, `part` among them even while it is hidden."""
        more = part.sizeHint().width() + self._gap if part is not None and part.isHidden() else 0
        return self._width(self._seen()) + more

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
        for item in self._seen():
            size = size.expandedTo(item.minimumSize())
        return size

    def _seen(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _width(self, items: Iterable[QLayoutItem]) -> int:
        return sum(item.sizeHint().width() + self._gap for item in items) - self._gap

    def _lines(self, width: int) -> list[list[QLayoutItem]]:
        lines: list[list[QLayoutItem]] = []
        for item in self._seen():
            if lines and self._width([*lines[-1], item]) <= width:
                lines[-1].append(item)
            else:
                lines.append([item])
        return lines

    def _arrange(self, rect: QRect, move: bool) -> int:
        mirrored = (widget := self.parentWidget()) is not None and widget.isRightToLeft()
        y = 0
        for line in self._lines(rect.width()):
            high = max(item.sizeHint().height() for item in line)
            x, spare = 0, max(0, rect.width() - self._width(line))
            for item in line:
                hint = item.sizeHint().boundedTo(QSize(rect.width(), high))
                if item.widget() in self._ending:
                    x, spare = x + spare, 0
                if move:
                    left = rect.right() + 1 - x - hint.width() if mirrored else rect.x() + x
                    top = rect.y() + y + (high - hint.height()) // 2
                    item.setGeometry(QRect(QPoint(left, top), hint))
                x += hint.width() + self._gap
            y += high + self._gap
        return max(0, y - self._gap)
