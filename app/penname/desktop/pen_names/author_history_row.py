"""One row of what all texts of a pen name give away together."""

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QWidget

from penname.desktop.pen_names.author_history_words import pretended
from penname.desktop.style.theme import VERDICT_SHAPES, Theme
from penname.desktop.texts.verdict_words import verdict_explained, verdict_label
from penname.desktop.translate import tr
from penname.desktop.widgets.boxes import vertical
from penname.desktop.widgets.flow_layout import FlowLayout
from penname.desktop.widgets.text_label import text_label
from penname.desktop.widgets.wrapping import wrapping
from penname.domain.attributes import Attribute
from penname.domain.matching import Match
from penname.sessions.author_history_report import ReportedFinding


class AuthorHistoryRow(QFrame):
    """An attribute, the guess, how certain it is, and the texts with the phrases that give it away."""

    def __init__(
        self,
        attribute: Attribute,
        finding: ReportedFinding,
        places: Sequence[tuple[str, str]],
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._stroke = QColor(theme.stroke(attribute.colour))
        head = FlowLayout()
        head.addWidget(text_label(attribute.label, "attribute", wraps=False))
        if finding.validity is not None:
            said = f"{VERDICT_SHAPES[finding.validity]} {verdict_label(finding.validity)}"
            verdict = text_label(said, wraps=False)
            verdict.setStyleSheet(f"color: {theme.verdict(finding.validity)};")
            verdict.setToolTip(verdict_explained(finding.validity))
            head.addWidget(verdict)
        dots = "●" * finding.certainty + "○" * (5 - finding.certainty)
        certainty = text_label(tr("certainty {dots}", dots=dots), "muted", wraps=False)
        certainty.setAccessibleName(tr("certainty {count} of 5", count=finding.certainty))
        head.add_at_end(certainty)
        layout = vertical(head, on=self, spacing=4, margins=(16, 8, 12, 8))
        best, *others = (escape(wrapping(guess)) for guess in dict.fromkeys(finding.guesses))
        guesses = text_label("  ·  ".join((f"<b>{best}</b>", *others)), "guesses")
        guesses.setTextFormat(Qt.TextFormat.RichText)
        layout.addWidget(guesses)
        if words := pretended(finding):
            as_wanted = finding.pretended in (Match.YES, Match.LESS_PRECISE)
            layout.addWidget(text_label(words, "target" if as_wanted else "plain"))
        self.places = [": ".join(filter(None, place)) for place in places]
        for place in self.places or [tr("It does not point to any words in the texts.")]:
            layout.addWidget(text_label(wrapping(place), "muted"))
        self.setAccessibleName(f"{attribute.label}: {finding.guesses[0]}")

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        x = self.width() - 3 if self.isRightToLeft() else 0
        QPainter(self).fillRect(x, 10, 3, self.height() - 20, self._stroke)
