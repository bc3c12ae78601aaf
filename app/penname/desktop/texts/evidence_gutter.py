"""The narrow column right of a text: beside each line with evidence, the signs of what it gives away."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, QPoint, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from penname.desktop.style.theme import Theme
from penname.desktop.texts.evidence_layer import EvidenceLayer
from penname.desktop.texts.shown_lines import scrolled
from penname.desktop.texts.text_view import TextView
from penname.desktop.translate import tr

MOST = 2  # signs on a line
EDGE = 6  # pixels beside the signs
SPACE = 2  # between two


class Sign(NamedTuple):
    """A place in the gutter, and the attributes it stands for: one, or all of its line behind "+n"."""

    place: QRectF
    attributes: tuple[str, ...]
    words: str


class EvidenceGutter(QWidget):
    """Stands in the margin of `view`, there before anything is found: no line breaks anew."""

    clicked = Signal(str)  # the attribute of a sign
    more_wanted = Signal(QPoint, object)  # where on the screen "+n" was clicked, and its line's attributes
    asked = Signal(QPoint, object)  # where on the screen a tooltip is wanted, and the attributes it is about

    def __init__(self, view: TextView, evidence: EvidenceLayer) -> None:
        super().__init__(view)
        self._view = view
        self._evidence = evidence
        self._initials: tuple[str, ...] = ()
        self.setMouseTracking(True)
        self.setAccessibleName(tr("What each line gives away; +1 stands for one clue more"))
        view.verticalScrollBar().valueChanged.connect(self.update)
        self.hide()

    def expect(self, initials: Sequence[str]) -> None:
        """What may be found has these initials."""
        self._initials = tuple(initials)
        self.fit()

    def fit(self) -> None:
        """Take a place beside the text, as wide as the fullest line can need; the line on top stays there."""
        wanted, margins = self.room, self._view.viewportMargins()
        if wanted != margins.right():
            here = self._view.top_line()
            margins.setRight(wanted)
            self._view.setViewportMargins(margins)
            self._view.scroll_to(*here)
        text = self._view.viewport().geometry()
        self.setGeometry(text.right() + 1, text.top(), wanted, text.height())
        self.setVisible(bool(self._evidence.known))
        self.update()

    def signs(self) -> Iterator[Sign]:
        """The signs that are seen, line by line; what is selected comes first."""
        if not self._evidence.known:
            return
        top, size, width = scrolled(self._view).y(), self._size(), self._sign_width()
        for line, found in self._evidence.lines():
            names = sorted(found, key=lambda name: name != self._evidence.selected)
            place = QRectF(EDGE, line.center().y() - top - size / 2, width, size)
            for name in names[:MOST]:
                yield Sign(place, (name,), self._evidence.known[name].initial)
                place = place.translated(width + SPACE, 0)
            if len(names) > MOST:
                words = f"+{len(names) - MOST}"
                place = place.translated(SPACE, 0)
                place.setWidth(self._measure(words))
                yield Sign(place, tuple(names), words)

    def sign_at(self, point: QPoint) -> Sign | None:
        """The sign under a point."""
        return next((sign for sign in self.signs() if sign.place.contains(point)), None)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._letters())
        for sign in self.signs():
            fill, ink = self._colours(sign)
            if fill:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor(fill))
                painter.drawRoundedRect(sign.place, self._size() / 2, self._size() / 2)
            painter.setPen(QColor(ink))
            painter.drawText(sign.place, Qt.AlignmentFlag.AlignCenter, sign.words)

    def wheelEvent(self, event: QWheelEvent) -> None:
        self._view.wheelEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()  # a click here means a sign, not the text

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        over = self.sign_at(event.position().toPoint())
        self.setCursor(Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        sign = self.sign_at(event.position().toPoint())
        if sign and len(sign.attributes) == 1:
            self.clicked.emit(sign.attributes[0])
        elif sign:
            self.more_wanted.emit(self.mapToGlobal(sign.place.bottomLeft().toPoint()), sign.attributes)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            sign = self.sign_at(event.pos())
            self.asked.emit(event.globalPos(), sign.attributes if sign else ())
            return True
        return super().event(event)

    @property
    def room(self) -> int:
        """How wide the margin is; 0 where nothing is looked for."""
        if not self._initials:
            return 0
        more = self._measure("+9") + SPACE
        return round(2 * EDGE + MOST * (self._sign_width() + SPACE) + more)

    def _colours(self, sign: Sign) -> tuple[str, str]:
        theme: Theme = self._evidence.theme
        if len(sign.attributes) > 1:
            return "", theme.muted
        colour = self._evidence.known[sign.attributes[0]].colour
        selected = self._evidence.selected
        if theme.sharp and selected == sign.attributes[0]:
            return theme.text, theme.surface  # as all that is chosen; there the others do not fade
        if selected != sign.attributes[0] and sign.attributes[0] in self._evidence.gone:
            colour = theme.muted  # settled: what still tells stands out
            return theme.tint(colour), theme.ink(colour, theme.tint(colour))
        if selected not in ("", sign.attributes[0]) and not theme.sharp:
            return theme.tint(colour), theme.ink(colour, theme.tint(colour))
        return theme.ink(colour), theme.surface

    def _size(self) -> int:
        return round(self._view.font().pixelSize() * 1.1)

    def _sign_width(self) -> float:
        longest = max(map(self._measure, self._initials))
        return max(self._size(), longest + self._size() / 3)

    def _letters(self) -> QFont:
        font = QFont(self._view.font())
        font.setPixelSize(round(self._size() * 0.66))
        font.setBold(True)
        return font

    def _measure(self, words: str) -> float:
        return QFontMetricsF(self._letters()).horizontalAdvance(words)
