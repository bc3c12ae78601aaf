"""Draws a pen name's value with a known chance (randomized response), and says what that promises."""

import math
import random

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPushButton, QRadioButton, QVBoxLayout

from penname.desktop.known_values import knowledge
from penname.desktop.translate import tr
from penname.desktop.value_field import ValueField
from penname.domain.attributes import Attribute
from penname.domain.errors import BadInput
from penname.domain.pen_names import PenName
from penname.domain.randomized_response import EPSILONS, groups, keep_probability
from penname.domain.suggestions import with_randomized

WIDTH = 480
USUAL = "little"


class ChanceDialog(QDialog):
    """The draw is made here, once: `drawn` has the pen name with it, which is to be kept whatever it is."""

    drawn = Signal(object)  # PenName

    def __init__(self, pen_name: PenName, attribute: Attribute, truth: str, parent: QDialog) -> None:
        super().__init__(parent)
        self._pen_name = pen_name
        self._attribute = attribute
        self.setWindowTitle(tr("Draw by chance: {attribute}", attribute=attribute.label))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setFixedWidth(WIDTH)
        k = len(groups(attribute, knowledge()))
        self.truth = ValueField(tr("What is true"), secret=True)
        self.truth.offer(attribute.options)
        self.truth.show_value(truth)
        self.truth.explain(tr("It takes part in the draw and is not kept with the pen name."))
        self.truth.edited.connect(lambda: self.truth.complain(""))
        self.choices = {name: QRadioButton(title) for name, title in _titles().items()}
        self.choices[USUAL].setChecked(True)
        self.draw = QPushButton(tr("Draw once"))
        self.draw.setProperty("primary", True)
        self.draw.setDefault(True)
        self.draw.clicked.connect(self._draw)
        cancel = QPushButton(tr("Cancel"))
        cancel.setAutoDefault(False)
        cancel.clicked.connect(self.reject)
        foot = QHBoxLayout()
        foot.setSpacing(8)
        foot.addStretch(1)
        foot.addWidget(cancel)
        foot.addWidget(self.draw)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 16)
        layout.setSpacing(12)
        layout.addWidget(self.truth)
        heading = QLabel(tr("How much the outcome may tell about it"))
        heading.setProperty("role", "heading")
        layout.addWidget(heading)
        for name, button in self.choices.items():
            sentence = _chance(EPSILONS[name], k)
            button.setAccessibleDescription(sentence)
            choice = QVBoxLayout()
            choice.setSpacing(0)
            choice.addWidget(button)
            explained = _muted(sentence)
            explained.setIndent(24)
            choice.addWidget(explained)
            layout.addLayout(choice)
        layout.addWidget(_muted(_promise()))
        layout.addWidget(_muted(_not_promised()))
        layout.addLayout(foot)

    def _draw(self) -> None:
        name = next(name for name, button in self.choices.items() if button.isChecked())
        truth = self.truth.value.strip()
        if not truth:
            self.truth.complain(tr("Without what is true there is nothing to hide by chance."))
            return
        try:
            pen_name = with_randomized(
                self._pen_name,
                self._attribute,
                self._attribute.normalize(truth),
                EPSILONS[name],
                random.SystemRandom(),
                knowledge(),
            )
        except BadInput as error:
            self.truth.complain(str(error))
            return
        self.drawn.emit(pen_name)
        self.accept()


def _titles() -> dict[str, str]:
    return {"nothing": tr("Nothing"), "little": tr("Little"), "some": tr("Some")}


def _chance(epsilon: float, k: int) -> str:
    kept = tr("yours stays in {percent} of 100 draws", percent=_percent(keep_probability(epsilon, k)))
    if epsilon == 0:
        return tr("All {count} outcomes have the same chance: {kept}.", count=k, kept=kept)
    return tr(
        "No outcome is more than {ratio} times likelier for one true value than for another: {kept}.",
        ratio=f"{math.exp(epsilon):.1f}".removesuffix(".0"),
        kept=kept,
    )


def _percent(chance: float) -> str:
    return f"{100 * chance:.0f}" if chance >= 0.01 else tr("less than 1")


def _promise() -> str:
    return tr(
        "What it promises: who learns the value that was drawn learns that little about the true one. So it "
        "is drawn once, for all texts of this pen name, and cannot be taken back."
    )


def _not_promised() -> str:
    return tr(
        "What it does not promise: anything about clues in your texts, or about what is finer than the draw, "
        "such as the town in a country. If your own value wins, texts keep your own words; where those are "
        "in none of Penname's lists, that looks different from a value that was drawn."
    )


def _muted(words: str) -> QLabel:
    label = QLabel(words, wordWrap=True)
    label.setProperty("role", "muted")
    return label
