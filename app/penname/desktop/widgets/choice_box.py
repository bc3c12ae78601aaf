"""A box to choose from."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QComboBox


class _Choice(QComboBox):
    """A combo box whose arrow is drawn in the colour of its words."""

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.palette().color(QPalette.ColorRole.PlaceholderText), 1.6))
        x = 14 if self.isRightToLeft() else self.width() - 14
        y = self.height() / 2
        painter.drawPolyline([QPointF(x - 4, y - 2), QPointF(x, y + 2), QPointF(x + 4, y - 2)])


def choice_box(entries: Sequence[tuple[str, str]], explained: str) -> QComboBox:
    """A box with (name, title) entries; `explained` is its tooltip and its name for screen readers."""
    box = _Choice()
    for name, title in entries:
        box.addItem(title, name)
    box.setMinimumWidth(box.sizeHint().width())
    box.setToolTip(explained)
    box.setAccessibleName(explained)
    return box
