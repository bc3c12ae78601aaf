"""How much of a text may go for what it hides: a slider from keeping more to hiding more (RLAA's lambda)."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSlider, QWidget

from penname.desktop.translate import tr
from penname.desktop.widgets.boxes import horizontal
from penname.desktop.widgets.text_label import text_label
from penname.domain.goal import TRADEOFFS


class TradeoffSlider(QWidget):
    """Stands at one of `TRADEOFFS`. While it is dragged it says nothing, and stays in the user's hand."""

    wanted = Signal(float)  # the user moved it there

    def __init__(self) -> None:
        super().__init__()
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, len(TRADEOFFS) - 1)
        self.slider.setPageStep(1)
        self.slider.setTracking(False)  # where a drag ends counts, not what it passes
        self.slider.setAccessibleName(tr("How much of the text may go for what it hides"))
        self.slider.setToolTip(
            tr("To the right, words go that tell less surely, and more of the text is left out for it")
        )
        horizontal(
            text_label(tr("Keep more"), "muted", wraps=False),
            (self.slider, 1),
            text_label(tr("Hide more"), "muted", wraps=False),
            on=self,
            margins=(0, 4, 0, 0),
        )
        self.slider.valueChanged.connect(lambda step: self.wanted.emit(TRADEOFFS[step]))

    def show_tradeoff(self, tradeoff: float, usable: bool) -> None:
        """Stand where the goal does, at the nearest step, and say nothing of it."""
        if not self.slider.isSliderDown():
            self.slider.blockSignals(True)
            self.slider.setValue(min(range(len(TRADEOFFS)), key=lambda step: abs(TRADEOFFS[step] - tradeoff)))
            self.slider.blockSignals(False)
        self.setEnabled(usable)
