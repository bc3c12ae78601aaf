"""What the lines, letters and looks of words mean: each is drawn as in a text, and says so itself."""

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog

from penname.desktop.shell.window import Window
from penname.desktop.style.sizes import grown_size
from penname.desktop.style.theme import Theme
from penname.desktop.texts.evidence_view import EvidenceView
from penname.desktop.texts.marks import MarkStyle, TextMark, initials
from penname.desktop.texts.segments import Evidence
from penname.desktop.translate import tr
from penname.desktop.widgets.boxes import vertical
from penname.desktop.widgets.button_row import foot_of, plain_button
from penname.domain.attributes import Attribute
from penname.domain.inferences import Validity

SIZE = (560, 330)
_HEAVY = 4.0  # nats: `Strength.MUCH`


class LegendLine(NamedTuple):
    """Words that look like what they are about, and the rest of their sentence."""

    words: str
    rest: str
    look: Validity | MarkStyle
    weight: float | None = None


def legend_lines() -> tuple[LegendLine, ...]:
    """All that can be seen in a text."""
    return (
        LegendLine(tr("A solid line"), tr("marks what is plain to see."), Validity.HIGH),
        LegendLine(tr("A dashed line"), tr("marks what is likely."), Validity.MEDIUM),
        LegendLine(tr("A dotted line"), tr("marks a guess, while its finding is open."), Validity.LOW),
        LegendLine(
            tr("A thick line on grey"), tr("marks the words that give the most away."), Validity.HIGH, _HEAVY
        ),
        LegendLine(tr("Struck words"), tr("are removed."), MarkStyle.REMOVED),
        LegendLine(tr("Bold words"), tr("are added."), MarkStyle.ADDED),
        LegendLine(tr("A wave"), tr("marks new words that may sound awkward."), MarkStyle.DOUBTED),
        LegendLine(tr("Brackets"), tr("hold words that are never changed."), MarkStyle.LOCKED),
    )


class Legend(EvidenceView):
    """A text about its own marks, as all texts show them."""

    def __init__(self, attributes: Sequence[Attribute], theme: Theme) -> None:
        super().__init__(theme)
        self.setAccessibleName(tr("Lines and letters"))
        self.set_attributes(attributes)
        example = next((one for one in attributes if one.name == "location"), attributes[0])
        evidence: list[Evidence] = []
        marks: list[TextMark] = []
        text = ""
        for one in legend_lines():
            start, end = len(text), len(text) + len(one.words)
            if isinstance(one.look, Validity):
                evidence.append(Evidence(start, end, example.name, one.look, weight=one.weight))
            else:
                marks.append(TextMark(start, end, one.look, one.look))
            text += f"{one.words} {one.rest}\n"
        sign = initials([attribute.label for attribute in attributes])[example.label]
        text += tr(
            "A letter beside a line says what it gives away: {sign} is for {attribute}. “+1” stands for one "
            "more: click it.",
            sign=sign,
            attribute=example.label,
        )
        self.show_text(text)
        self.mark_evidence(evidence, others=marks)
        guess = next(mark for mark in self.marks if mark.validity is Validity.LOW)
        self._layer.evidence.focused = guess  # else a guess would have no line


def show(window: Window) -> QDialog:
    """Open the legend beside the text."""
    dialog = QDialog(window)
    dialog.setWindowTitle(tr("Lines and letters"))
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.resize(grown_size(*SIZE))
    vertical(
        (Legend(window.attributes, window.theme), 1),
        foot_of(plain_button(tr("Close"), dialog.close)),
        on=dialog,
        spacing=16,
        margins=(16, 16, 16, 16),
    )
    dialog.show()
    return dialog
