"""The rewrites of one round side by side: each shows its own, and the one shown is taken."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from penname.desktop.translate import tr, tr_count
from penname.desktop.widgets.boxes import horizontal
from penname.desktop.widgets.segmented_control import SegmentedControl
from penname.desktop.widgets.text_label import text_label
from penname.domain.attempts import Attempt

MOST = 6  # buttons that fit beside the title; of more attempts the newest are offered


class AttemptRow(QWidget):
    """One button an attempt; takes no room while there is nothing to choose."""

    chosen = Signal(int)  # the attempt's number

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._control = SegmentedControl(
            tr("Attempts of this round"), [(str(place), "") for place in range(MOST)]
        )
        self.buttons = list(self._control.buttons.values())
        self._control.chosen.connect(lambda place: self.chosen.emit(int(self.buttons[int(place)].text())))
        horizontal(text_label(tr("Attempt"), "muted", wraps=False), self._control, on=self, spacing=4)
        self.hide()

    def show_attempts(self, attempts: Sequence[Attempt], usable: bool) -> None:
        """Offer these, with the one that waits pressed."""
        for place, button in enumerate(self.buttons):
            button.setVisible(place < len(attempts))
        for place, (button, attempt) in enumerate(zip(self.buttons, attempts[-MOST:], strict=False)):
            made = tr_count("{count} change", "{count} changes", len(attempt.standing))
            button.setText(str(attempt.number))
            button.setAccessibleName(tr("Attempt {number}: {made}", number=attempt.number, made=made))
            button.setToolTip(
                tr("{made}. Accept uses this rewrite", made=made)
                if attempt.current
                else tr("{made}. Show this rewrite; the others are kept", made=made)
            )
            button.setEnabled(usable)
            if attempt.current:
                self._control.show_choice(str(place))
        self.setVisible(len(attempts) > 1)
