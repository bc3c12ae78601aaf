"""The marks of one view: which are there, where they are seen, and their painting."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF
from PySide6.QtGui import QPainter, QTextDocument
from PySide6.QtWidgets import QTextEdit

from penname.desktop.style.theme import Theme
from penname.desktop.texts.evidence_layer import EvidenceLayer
from penname.desktop.texts.mark_painter import paint_behind, paint_over
from penname.desktop.texts.marked_words import MarkedWords
from penname.desktop.texts.marks import TextMark
from penname.desktop.texts.offsets import Display
from penname.desktop.texts.shown_lines import Place, ShownLine, scrolled, shown_lines


class MarkLayer:
    """Lies behind and over the words of `view`. Only what is seen is measured and painted."""

    def __init__(self, view: QTextEdit, theme: Theme, bold: bool = True) -> None:
        self._view = view
        self._theme = theme
        self._words = MarkedWords(view.document(), theme, bold)
        self.evidence = EvidenceLayer(view, theme)
        self.marks: tuple[TextMark, ...] = ()
        self.places: list[Place] = []
        self.current: object = None  # the key of the marks that are outlined

    def set_document(self, document: QTextDocument, marks: Sequence[TextMark], display: Display) -> None:
        """Go on with another document, before it is laid out, and these marks of it."""
        self._words.set_document(document)
        self.set_marks(marks, display)

    def set_theme(self, theme: Theme) -> None:
        """Apply another theme's colours."""
        self._theme = self.evidence.theme = theme
        self._words.set_theme(theme)
        self._view.viewport().update()

    def set_marks(self, marks: Sequence[TextMark], display: Display) -> None:
        """Show these marks and no others."""
        self.marks = tuple(sorted(marks, key=lambda mark: (mark.start, mark.end)))
        self.places = [(display.position(mark.start), display.position(mark.end)) for mark in self.marks]
        self._words.set_marks(self.marks, self.places)
        self.evidence.set_marks(self.marks, display)
        self._view.viewport().update()

    def place_of(self, key: object) -> Place | None:
        """From where the first mark of `key` begins to where the last one ends."""
        pairs = zip(self.marks, self.places, strict=True)
        places = [place for mark, place in pairs if mark.key == key]
        return (places[0][0], max(end for _start, end in places)) if places else None

    def stop_beside(self, here: Place, forward: bool) -> int | None:
        """The number of the mark to go to from `here`, round the end of the text; None without marks."""
        stops = [place for mark, place in zip(self.marks, self.places, strict=True) if not mark.continues]
        if not stops:
            return None
        stop = bisect_right(stops, here) % len(stops) if forward else bisect_left(stops, here) - 1
        return self.places.index(stops[stop])

    def at(self, point: QPoint) -> list[TextMark]:
        """The marks under a point of the viewport, innermost first."""
        place = QPointF(point) + scrolled(self._view)
        lines = self._visible(QRect(point, point))
        found = [mark for mark, shown in lines if _reach(mark, shown.words).contains(place)]
        return sorted(found, key=lambda mark: mark.end - mark.start)

    def box_of(self, key: object) -> QRect | None:
        """Where the visible marks of `key` lie in the viewport."""
        lines = self._visible(self._view.viewport().rect())
        boxes = [shown.words for mark, shown in lines if mark.key == key]
        if not boxes:
            return None
        united = boxes[0]
        for box in boxes[1:]:
            united = united.united(box)
        return united.translated(-scrolled(self._view)).toAlignedRect()

    def paint_behind(self) -> None:
        """What lies behind the words."""
        painter = self._painter()
        for mark, shown in self._visible(self._view.viewport().rect()):
            current = self.current is not None and mark.key == self.current
            paint_behind(painter, self._theme, mark, shown.words, current)
        self.evidence.paint_behind(painter)
        painter.end()

    def paint_over(self) -> None:
        """What lies over them."""
        painter = self._painter()
        self.evidence.paint_over(painter)
        for mark, shown in self._visible(self._view.viewport().rect()):
            paint_over(painter, self._theme, mark, shown)
        painter.end()

    def _painter(self) -> QPainter:
        painter = QPainter(self._view.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(-scrolled(self._view))
        return painter

    def _visible(self, area: QRect) -> Iterator[tuple[TextMark, ShownLine]]:
        """Each line of each mark that `area` of the viewport shows."""
        for shown in shown_lines(self._view, self.places, area):
            yield self.marks[shown.number], shown


def _reach(mark: TextMark, words: QRectF) -> QRectF:
    """Where the pointer means `mark`: a little more than its words, and more where it has none."""
    side = 3 if mark.start < mark.end else 8
    return words.adjusted(-side, -2, side, 6)
