"""Paints marks on the visible part of a text, behind and over the words; the document knows nothing of it."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from penname.desktop.style.theme import Theme
from penname.desktop.texts.marks import MarkStyle, TextMark
from penname.desktop.texts.shown_lines import ShownLine

UNDERLINE = 2.0  # pixels
WAVE = 3.0  # pixels of half a wave
CARET = 8.0  # width of the wedge where a mark has no words
ROUND = 3.0  # corners of what lies behind words


def around(words: QRectF) -> QRectF:
    """What a tint covers: no sign beside the words."""
    return words.adjusted(0, -1, 0, 2)


def paint_behind(painter: QPainter, theme: Theme, mark: TextMark, words: QRectF, current: bool) -> None:
    """The tint under the words of one line."""
    tints = {
        MarkStyle.STAND_IN: theme.tint(mark.colour) if mark.colour else theme.surface,
        MarkStyle.REMOVED: theme.removed_tint,
        MarkStyle.ADDED: theme.added_tint,
        MarkStyle.DOUBTED: theme.doubted_tint,
        MarkStyle.LOCKED: theme.locked_tint,
    }
    box = around(words)
    if mark.start != mark.end and mark.style in tints:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(tints[mark.style]))
        painter.drawRoundedRect(box, ROUND, ROUND)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if mark.style is MarkStyle.DROPPED and mark.start != mark.end:
        painter.setPen(QPen(QColor(theme.muted), 1.2))
        painter.drawRoundedRect(box, ROUND, ROUND)
    if current:
        painter.setPen(QPen(QColor(theme.accent), 1.5))
        painter.drawRoundedRect(box.adjusted(-0.5, -0.5, 0.5, 0.5), ROUND + 1, ROUND + 1)


def paint_over(painter: QPainter, theme: Theme, mark: TextMark, shown: ShownLine) -> None:
    """The underline of a stand-in, the wave under doubtful words, locked words' brackets, and the
    wedge where words are gone.
    """
    words, line = shown.words, shown.line
    if mark.style is MarkStyle.STAND_IN:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.stroke(mark.colour, theme.tint(mark.colour))))
        painter.drawRect(QRectF(words.left(), shown.foot, words.width(), UNDERLINE))
    elif mark.style is MarkStyle.LOCKED:
        painter.setPen(QPen(QColor(theme.muted), 1.4))
        upper, lower = words.top() + 1, shown.foot + 1
        for side, inwards in ((words.left() - 1, 3), (words.right() + 1, -3)):
            ends = (side + inwards, upper), (side, upper), (side, lower), (side + inwards, lower)
            painter.drawPolyline([QPointF(*end) for end in ends])
    elif mark.style is MarkStyle.DOUBTED and mark.start != mark.end:
        painter.setPen(QPen(QColor(theme.doubted), 1.2))
        steps = max(2, round(words.width() / WAVE))
        xs = (words.left() + words.width() * step / steps for step in range(steps + 1))
        top = shown.foot + UNDERLINE  # an underline is seen, too
        painter.drawPolyline([QPointF(x, top + (2 if step % 2 else 0)) for step, x in enumerate(xs)])
    elif mark.start == mark.end:
        # Nothing added at this place means that words are gone; nothing removed, that words came.
        colours = {
            MarkStyle.ADDED: theme.removed,
            MarkStyle.DOUBTED: theme.doubted,
            MarkStyle.REMOVED: theme.added,
        }
        foot = QPointF(words.left(), words.top() + line.ascent() + 1)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.get(mark.style, theme.muted)))
        painter.drawPolygon([foot, foot + QPointF(-CARET / 2, CARET), foot + QPointF(CARET / 2, CARET)])
