"""How far work of several steps is: one stretch a step."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QProgressBar

_GAP = 4  # pixels between two steps
_UNKNOWN = 0.45  # how strongly a step is tinted while nobody can say how far it is


class StepsBar(QProgressBar):
    """What is done is filled; a step that only begins, or that nobody can measure, is tinted as a whole, so
    that it is seen to run.
    """

    def __init__(self) -> None:
        super().__init__()
        self._steps, self._step = 1, 0
        self._done: float | None = None
        self.setRange(0, 100)
        self.setTextVisible(False)

    def show_step(self, step: int, steps: int, done: float | None) -> None:
        """The work is in `step` (from 0) of `steps`, of which `done` (0 to 1) is behind; None for unknown."""
        self._step, self._steps, self._done = step, steps, done
        self.setValue(round(100 * (step + (done or 0)) / steps))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        empty = self.palette().color(QPalette.ColorRole.Mid)
        full = self.palette().color(QPalette.ColorRole.Accent)
        running = QColor(full)
        running.setAlphaF(_UNKNOWN)
        wide = (self.width() - _GAP * (self._steps - 1)) / self._steps
        high = min(4, self.height())
        for number in range(self._steps):
            at = self._steps - 1 - number if self.isRightToLeft() else number
            place = QRectF(at * (wide + _GAP), (self.height() - high) / 2, wide, high)
            here = number == self._step
            unknown = here and not self._done
            painter.setBrush(full if number < self._step else running if unknown else empty)
            painter.drawRoundedRect(place, 2, 2)
            if here and self._done:
                part = QRectF(place)
                part.setWidth(max(high, wide * self._done))
                if self.isRightToLeft():
                    part.moveRight(place.right())
                painter.setBrush(full)
                painter.drawRoundedRect(part, 2, 2)
