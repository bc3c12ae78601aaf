"""Draws a pen name's value with a known chance (randomized response), and says what that promises."""

import math
import random

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QPushButton

from penname.desktop.background.job_thread import Job, JobThread
from penname.desktop.session.known_values import knowledge
from penname.desktop.style.sizes import grown
from penname.desktop.translate import tr
from penname.desktop.widgets.boxes import vertical
from penname.desktop.widgets.button_row import foot_of, plain_button
from penname.desktop.widgets.segmented_control import SegmentedControl
from penname.desktop.widgets.text_label import text_label
from penname.desktop.widgets.value_field import ValueField
from penname.domain.attributes import Attribute
from penname.domain.errors import PennameError
from penname.domain.pen_names import PenName
from penname.domain.randomized_response import EPSILONS, groups, keep_probability
from penname.domain.suggestions import with_randomized

WIDTH = 480
USUAL = "little"


class ChanceDialog(QDialog):
    """The draw is made here, once: `drawn` has the pen name with it, which is to be kept whatever it is."""

    drawn = Signal(object)  # PenName

    def __init__(
        self, jobs: JobThread, pen_name: PenName, attribute: Attribute, truth: str, parent: QDialog
    ) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._pen_name = pen_name
        self._attribute = attribute
        self.setWindowTitle(tr("Draw at random: {attribute}", attribute=attribute.label))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setFixedWidth(grown(WIDTH))
        k = len(groups(attribute, knowledge()))
        self.truth = ValueField(tr("True value"), secret=True)
        self.truth.offer(attribute.options)
        self.truth.show_value(truth)
        self.truth.explain(tr("It takes part in the draw and is not kept with the pen name."))
        self.truth.edited.connect(lambda: self._complain(""))
        asked = tr("How much the outcome may reveal about it")
        self.choice = SegmentedControl(
            asked, (("nothing", tr("Nothing")), ("little", tr("Little")), ("some", tr("Some")))
        )
        self._meanings = {name: _chance(EPSILONS[name], k) for name in self.choice.buttons}
        self.choice.explain(self._meanings)
        self.choice.chosen.connect(self._choose)
        self._meaning = text_label(role="muted")
        self.draw = QPushButton(tr("Draw once"))
        self.draw.setProperty("primary", True)
        self.draw.setDefault(True)
        self.draw.clicked.connect(self._draw)
        self.cancel = plain_button(tr("Cancel"), self.reject)
        vertical(
            self.truth,
            text_label(asked, "heading", wraps=False),
            self.choice,
            self._meaning,
            text_label(_promise(), "muted"),
            text_label(_not_promised(), "muted"),
            foot_of(self.cancel, self.draw),
            on=self,
            spacing=12,
            margins=(24, 24, 24, 16),
        )
        self._choose(USUAL)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fit()

    def _choose(self, name: str) -> None:
        self.choice.show_choice(name)
        self._meaning.setText(self._meanings[name])
        self._fit()

    def _fit(self) -> None:
        """As high as the words need: Qt takes wrapped ones for fewer lines."""
        layout = self.layout()
        assert layout is not None
        layout.activate()
        self.setFixedHeight(layout.totalHeightForWidth(self.width()))

    def _complain(self, sentence: str) -> None:
        self.truth.complain(sentence)
        self._fit()

    def _draw(self) -> None:
        truth = self.truth.value.strip()
        if not truth:
            self._complain(tr("Enter the true value; without it there is nothing to draw."))
            return
        pen_name, attribute, epsilon = self._pen_name, self._attribute, EPSILONS[self.choice.choice]

        def work() -> PenName:
            from penname.roles.known_values import known_values  # all places there are: takes a moment

            true = attribute.normalize(truth)
            return with_randomized(pen_name, attribute, true, epsilon, random.SystemRandom(), known_values())

        self._wait(True)
        self._jobs.submit(Job(work).success(self._done).failure(self._failed))

    def reject(self) -> None:
        """Leave, unless a draw is being made: it counts."""
        if self.draw.isEnabled():
            super().reject()

    def _wait(self, waits: bool) -> None:
        for part in (self.draw, self.cancel, self.truth, self.choice):
            part.setEnabled(not waits)

    def _done(self, pen_name: PenName) -> None:
        self.drawn.emit(pen_name)
        self.accept()

    def _failed(self, error: PennameError) -> None:
        self._wait(False)
        self._complain(str(error))


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
        "What it promises: whoever learns the value that was drawn learns only that little about the true "
        "one. So it is drawn once, for all texts of this pen name, and cannot be taken back."
    )


def _not_promised() -> str:
    return tr(
        "What it does not promise: anything about clues in your texts, or about what is finer than the draw, "
        "such as the town in a country. If your own value wins, texts keep your own words; where those are "
        "in none of Penname's lists, that looks different from a value that was drawn."
    )
