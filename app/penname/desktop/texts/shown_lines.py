"""Where spans of a laid-out document are seen, line by line; nothing out of sight is measured."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from PySide6.QtCore import QPointF, QRect, QRectF
from PySide6.QtGui import QTextBlock, QTextCursor, QTextLine
from PySide6.QtWidgets import QTextEdit

Place = tuple[int, int]  # UTF-16 positions in the document


class ShownLine(NamedTuple):
    """The part of a span that stands on one line, in the document's coordinates."""

    number: int  # of the span
    line: QTextLine
    words: QRectF
    at_end: bool  # the span ends here

    @property
    def foot(self) -> float:
        """Just under the letters."""
        return self.words.top() + self.line.ascent() + self.line.descent()


def shown_lines(view: QTextEdit, places: Sequence[Place], area: QRect) -> Iterator[ShownLine]:
    """Each line of each of `places` that `area` of the viewport shows."""
    if not places:
        return
    first, last = _shown_range(view, area)
    for number, (start, end) in enumerate(places):
        if start > last or end < first:
            continue
        begin, finish = max(start, first), min(end, last)
        block = view.document().findBlock(begin)
        while block.isValid() and block.position() <= finish:
            for line, words in _lines_of(block, begin, finish):
                at_end = end <= block.position() + line.textStart() + line.textLength()
                yield ShownLine(number, line, words, at_end)
            block = block.next()


def scrolled(view: QTextEdit) -> QPointF:
    """The document's point at the viewport's corner."""
    return QPointF(view.horizontalScrollBar().value(), view.verticalScrollBar().value())


def _shown_range(view: QTextEdit, area: QRect) -> Place:
    """The positions from the first line that `area` touches to its last."""
    first, last = (view.cursorForPosition(corner) for corner in (area.topLeft(), area.bottomRight()))
    first.movePosition(QTextCursor.MoveOperation.StartOfLine)
    last.movePosition(QTextCursor.MoveOperation.EndOfLine)
    return first.position(), last.position()


def _lines_of(block: QTextBlock, start: int, end: int) -> Iterator[tuple[QTextLine, QRectF]]:
    """The lines of a laid-out block that [start, end) of the document touches, with what they cover of it."""
    layout = block.layout()
    first, last = max(start - block.position(), 0), min(end - block.position(), block.length() - 1)
    if first > last or not layout.lineCount():  # nothing of it here, or not laid out yet
        return
    origin = layout.position()
    for index in range(layout.lineForTextPosition(first).lineNumber(), layout.lineCount()):
        line = layout.lineAt(index)
        begin, finish = max(first, line.textStart()), min(last, line.textStart() + line.textLength())
        if line.textStart() > last:
            break
        if begin > finish or (begin == finish and first != last):
            continue
        left, right = _extent(block, line, begin, finish)
        if left < line.naturalTextRect().right():  # without the space at which the line was broken
            right = min(right, line.naturalTextRect().right())
        top = origin.y() + line.y()
        yield line, QRectF(origin.x() + left, top, right - left, line.height())


def _extent(block: QTextBlock, line: QTextLine, begin: int, finish: int) -> tuple[float, float]:
    if block.text().isascii():
        edges = [_x(line, begin), _x(line, finish)]
    else:  # words of right-to-left scripts do not begin on their left
        edges = [_x(line, position) for position in range(begin, finish + 1)]
    return min(edges), max(edges)


def _x(line: QTextLine, position: int) -> float:
    place: Any = line.cursorToX(position)  # Qt moves the position on, so PySide gives it back, too
    return float(place[0])
