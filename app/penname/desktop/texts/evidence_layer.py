"""The evidence of one view: one line under each of its segments, whose form says how well it is supported.

How much rests on the words is said by how thick the line is, and at rest by a grey shade behind them.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QTextEdit

from penname.desktop.style.theme import Theme
from penname.desktop.texts.mark_painter import ROUND, UNDERLINE, around
from penname.desktop.texts.marks import MarkStyle, TextMark
from penname.desktop.texts.offsets import Display
from penname.desktop.texts.segments import Claim, Evidence, Segment, segments
from penname.desktop.texts.shown_lines import Place, ShownLine, shown_lines
from penname.domain.inferences import Validity
from penname.domain.weights import Strength

DASHES = {  # in widths of the line
    Validity.HIGH: (),
    Validity.MEDIUM: (3.5, 1.5),
    Validity.LOW: (1.0, 1.5),
    Validity.NOT_JUDGED: (),
}
THICK = {Strength.NONE: 1.0, Strength.SOME: 1.5, Strength.MUCH: 2.0}  # in widths of the thinnest
GAP = 2.0  # pixels between two segments that touch


class Stroke(NamedTuple):
    """How a segment is drawn: its line's colour and form, what lies behind the words, if anything, and how
    much rests on them.
    """

    colour: str
    validity: Validity
    tint: str = ""
    strength: Strength = Strength.NONE


class EvidenceLayer:
    """Neutral at rest, and without what is only a guess, or was changed (not judged). What is read of the
    `selected` attribute, or from `focused`, takes its own colour.
    """

    def __init__(self, view: QTextEdit, theme: Theme) -> None:
        self._view = view
        self.theme = theme
        self.selected = ""  # an attribute's name
        self.gone: frozenset[str] = frozenset()  # attributes that the newest reading no longer finds
        self.focused: TextMark | None = None  # the phrase under the pointer
        self.known: dict[str, TextMark] = {}  # one mark of each attribute, with its colour and initial
        self._segments: tuple[Segment, ...] = ()
        self._places: list[Place] = []

    def set_marks(self, marks: Sequence[TextMark], display: Display) -> None:
        """Show the evidence among `marks`, and no other."""
        told = [mark for mark in marks if mark.style is MarkStyle.EVIDENCE and mark.validity]
        self.known = {str(mark.key): mark for mark in told}
        self.focused = None
        self._segments = segments(
            Evidence(mark.start, mark.end, str(mark.key), mark.validity, weight=mark.weight)
            for mark in told
            if mark.validity
        )
        self._places = [(display.position(one.start), display.position(one.end)) for one in self._segments]

    def strokes(self) -> Iterator[tuple[ShownLine, Segment, Stroke]]:
        """What is painted on each line that is seen."""
        for shown in shown_lines(self._view, self._places, self._view.viewport().rect()):
            segment = self._segments[shown.number]
            if (stroke := self._stroke(segment)) is not None:
                yield shown, segment, stroke

    def lines(self) -> list[tuple[QRectF, tuple[str, ...]]]:
        """Each seen line with evidence, in the document's coordinates, and what is read there, in the order
        of the text; a phrase on several lines counts on its first.
        """
        rows: dict[float, tuple[QRectF, dict[str, None]]] = {}
        before: Segment | None = None
        for shown in shown_lines(self._view, self._places, self._view.viewport().rect()):
            segment = self._segments[shown.number]
            goes_on = before is not None and before.end in (segment.start, segment.end)
            told = {name for name, _ in before.claims} if before is not None and goes_on else set()
            row, names = rows.get(shown.words.top(), (shown.words, {}))
            names |= {one[0]: None for one in segment.claims if self._is_shown(one) and one[0] not in told}
            rows[row.top()] = row.united(shown.words), names
            before = segment
        return [(row, tuple(names)) for _top, (row, names) in sorted(rows.items()) if names]

    def paint_behind(self, painter: QPainter) -> None:
        """The tint behind what is selected, and behind what something rests on."""
        painter.setPen(Qt.PenStyle.NoPen)
        for shown, _segment, stroke in self.strokes():
            if stroke.tint:
                painter.setBrush(QColor(stroke.tint))
                painter.drawRoundedRect(around(shown.words), ROUND, ROUND)

    def paint_over(self, painter: QPainter) -> None:
        """The lines."""
        for shown, _segment, stroke in self.strokes():
            thick = THICK[stroke.strength]
            pen = QPen(QColor(stroke.colour), UNDERLINE * thick)
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            if DASHES[stroke.validity]:
                pen.setDashPattern([part / thick for part in DASHES[stroke.validity]])  # as long as any
            painter.setPen(pen)
            y = round(shown.foot) + UNDERLINE * thick / 2
            gap = GAP if shown.at_end and not stroke.tint else 0
            painter.drawLine(QLineF(shown.words.left(), y, shown.words.right() - gap, y))

    def _is_shown(self, claim: Claim) -> bool:
        attribute, validity = claim
        return validity is not Validity.LOW or attribute == self.selected

    def _stroke(self, segment: Segment) -> Stroke | None:
        focused, verdicts = self.focused, dict(segment.claims)
        lit = self.selected if self.selected in verdicts else ""
        if focused and focused.start <= segment.start and segment.end <= focused.end:
            lit = str(focused.key) if focused.key in verdicts else lit
        if lit:
            tint = self.theme.tint(self.known[lit].colour)
            own = self.theme.stroke(self.known[lit].colour, tint)
            return Stroke(own, verdicts[lit], tint, segment.strength)
        if segment.strongest in (Validity.LOW, Validity.NOT_JUDGED):
            return None
        if self.selected:
            return Stroke(self.theme.faded, segment.strongest, strength=segment.strength)
        if segment.strength is Strength.NONE:
            return Stroke(self.theme.muted, segment.strongest)
        tint = self.theme.weight_tint(segment.strength)
        return Stroke(self.theme.stroke(self.theme.muted, tint), segment.strongest, tint, segment.strength)
