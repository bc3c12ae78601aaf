"""The plot of a session: how much of the text is kept, and what can still be read, one dot a round."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from penname.desktop.session.snapshot import Point
from penname.desktop.style.theme import Theme
from penname.desktop.translate import tr


class RoundsPlot(QWidget):
    """x: share of the words kept. y: what can still be read. A line leads from the original to now."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._points: tuple[Point, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(300, 80)

    def show_points(self, points: Sequence[Point]) -> None:
        """Plot these stops; those nobody has read yet have no place in it."""
        self._points = tuple(point for point in points if point.judged)
        told = "; ".join(
            tr("{kept}% of the words kept, {count} readable", kept=round(p.kept * 100), count=_count(p))
            for p in self._points
        )
        self.setAccessibleName(told)
        self.setToolTip(told.replace("; ", "\n"))
        self.update()

    @property
    def leads_anywhere(self) -> bool:
        """Whether there is a way to show."""
        return len(self._points) > 1

    def places(self) -> list[QPointF]:
        """Where the dots are, in widget coordinates."""
        area = self._area()
        most = max((_count(point) for point in self._points), default=1) or 1
        least = self._least()
        return [
            QPointF(
                area.left() + area.width() * (point.kept - least) / (1 - least),
                area.bottom() - area.height() * _count(point) / most,
            )
            for point in self._points
        ]

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = QFont(self.font())
        font.setPixelSize(max(11, self._theme.small - 2))
        painter.setFont(font)
        area = self._area()
        painter.setPen(QPen(QColor(self._theme.line), 1))
        painter.drawLine(area.bottomLeft(), area.bottomRight())
        painter.setPen(QColor(self._theme.muted))
        high = painter.fontMetrics().height()
        most = max((_count(point) for point in self._points), default=0)
        left = QRectF(0, 0, area.left() - 8, high)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for count in sorted({0, most}):
            y = area.bottom() - area.height() * (count / most if most else 0)
            painter.drawText(left.translated(0, y - high / 2), right, str(count))
        below = QRectF(area.left() - 24, area.bottom() + 5, area.width() + 48, high)
        painter.drawText(below, Qt.AlignmentFlag.AlignLeft, f"  {round(self._least() * 100)}%")
        painter.drawText(below, Qt.AlignmentFlag.AlignHCenter, tr("of the words kept"))
        painter.drawText(below, Qt.AlignmentFlag.AlignRight, "100%  ")
        painter.save()
        painter.translate(high / 2, area.center().y())
        painter.rotate(-90)
        painter.drawText(QRectF(-44, -high / 2, 88, high), Qt.AlignmentFlag.AlignCenter, tr("readable"))
        painter.restore()
        self._paint_way(painter)

    def _paint_way(self, painter: QPainter) -> None:
        places = self.places()
        accent = QColor(self._theme.accent)
        painter.setPen(QPen(accent, 1.5))
        painter.drawPolyline(places)
        for index, place in enumerate(places):
            last = index == len(places) - 1
            painter.setPen(QPen(accent, 1.5))
            painter.setBrush(accent if last else QColor(self._theme.window))
            painter.drawEllipse(place, 4.5 if last else 3.5, 4.5 if last else 3.5)

    def _area(self) -> QRectF:
        return QRectF(44, 8, self.width() - 44 - 28, self.height() - 8 - 24)

    def _least(self) -> float:
        """The left end of the x axis: a round tenth below everything that is plotted."""
        lowest = min((point.kept for point in self._points), default=1.0)
        return max(0.0, min(0.9, int(lowest * 10 - 1e-9) / 10))


def _count(point: Point) -> int:
    return len(point.readable) + len(point.left)
