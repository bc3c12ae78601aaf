"""Paints marks on the visible part of a text, behind and over the words; the document knows nothing of it."""

from collections.abc import Iterator
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QTextBlock, QTextLine

from penname.desktop.style.theme import Theme
from penname.desktop.texts.marks import MarkStyle, TextMark

UNDERLINE = 2.0  # pixels
CARET = 8.0  # width of the wedge where a mark has no words


def lines_of(block: QTextBlock, start: int, end: int) -> Iterator[tuple[QTextLine, QRectF]]:
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


def paint_behind(painter: QPainter, theme: Theme, mark: TextMark, words: QRectF, current: bool) -> None:
    """The tint under the words of one line."""
    tints = {
        MarkStyle.EVIDENCE: theme.tint(mark.colour) if mark.colour else theme.surface,
        MarkStyle.REMOVED: theme.removed_tint,
        MarkStyle.ADDED: theme.added_tint,
        MarkStyle.DROPPED: theme.surface,
        MarkStyle.LOCKED: theme.locked_tint,
    }
    box = words.adjusted(-1.5, -1, 1.5, 2)
    painter.setPen(Qt.PenStyle.NoPen)
    if mark.start != mark.end:
        painter.setBrush(QColor(tints[mark.style]))
        painter.drawRoundedRect(box, 3, 3)
    if mark.style is MarkStyle.DROPPED:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(theme.muted), 1.2, Qt.PenStyle.DotLine))
        painter.drawRoundedRect(box, 3, 3)
    if current:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(theme.accent), 1.5))
        painter.drawRoundedRect(box.adjusted(-0.5, -0.5, 0.5, 0.5), 4, 4)


def paint_over(
    painter: QPainter, theme: Theme, mark: TextMark, line: QTextLine, words: QRectF, at_end: bool
) -> None:
    """The underline and initial of evidence, and the wedge where words are gone."""
    if mark.style is MarkStyle.EVIDENCE:
        _paint_evidence(painter, theme, mark, line, words, at_end)
    elif mark.style is MarkStyle.LOCKED:
        painter.setPen(QPen(QColor(theme.muted), 1.4))
        upper, lower = words.top() + 1, words.top() + line.ascent() + line.descent() + 1
        for side, inwards in ((words.left() - 1, 3), (words.right() + 1, -3)):
            ends = (side + inwards, upper), (side, upper), (side, lower), (side + inwards, lower)
            painter.drawPolyline([QPointF(*end) for end in ends])
    elif mark.start == mark.end:
        # Nothing added at this place means that words are gone; nothing removed, that words came.
        colours = {MarkStyle.ADDED: theme.removed, MarkStyle.REMOVED: theme.added}
        foot = QPointF(words.left(), words.top() + line.ascent() + 1)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.get(mark.style, theme.muted)))
        painter.drawPolygon([foot, foot + QPointF(-CARET / 2, CARET), foot + QPointF(CARET / 2, CARET)])


def _paint_evidence(
    painter: QPainter, theme: Theme, mark: TextMark, line: QTextLine, words: QRectF, at_end: bool
) -> None:
    behind = theme.tint(mark.colour)
    y = words.top() + line.ascent() + line.descent() + mark.level * (UNDERLINE + 1)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.stroke(mark.colour, behind)))
    painter.drawRect(QRectF(words.left(), y, words.width(), UNDERLINE))
    if at_end:
        font = QFont(painter.font())
        font.setPixelSize(max(9, round(theme.small * 0.75)))
        font.setBold(True)
        painter.setFont(font)
        painter.setPen(QColor(theme.ink(mark.colour)))
        width = QFontMetricsF(font).horizontalAdvance(mark.initial)
        x = words.right() - width + mark.level * (width + 2)
        painter.drawText(QPointF(x, words.top() + 1), mark.initial)
