"""The rewrites of one round side by side as buttons: each shows its own, and the one shown is taken."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from penname.desktop.translate import tr, tr_count
from penname.desktop.widgets.text_label import text_label
from penname.domain.attempts import Attempt

MOST = 6  # buttons that fit beside the title; of more attempts the newest are offered


class AttemptRow(QWidget):
    """One button an attempt; takes no room while there is nothing to choose."""

    chosen = Signal(int)  # the attempt's number

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        title = text_label(tr("Attempt"), "muted", wraps=False)
        row.addWidget(title)
        self.buttons: list[QPushButton] = []
        for _ in range(MOST):
            button = QPushButton()
            button.setCheckable(True)
            button.setProperty("role", "choice")
            button.clicked.connect(lambda _checked, button=button: self._choose(button))
            row.addWidget(button)
            self.buttons.append(button)
        self.setAccessibleName(tr("Attempts of this round"))
        self.hide()

    def show_attempts(self, attempts: Sequence[Attempt], usable: bool) -> None:
        """Offer these, with the one that waits pressed."""
        for place, button in enumerate(self.buttons):
            button.setVisible(place < len(attempts))
        for button, attempt in zip(self.buttons, attempts[-MOST:], strict=False):
            made = tr_count("{count} change", "{count} changes", len(attempt.standing))
            button.setText(str(attempt.number))
            button.setAccessibleName(tr("Attempt {number}: {made}", number=attempt.number, made=made))
            button.setToolTip(
                tr("{made}. Accept uses this rewrite", made=made)
                if attempt.current
                else tr("{made}. Show this rewrite; the others are kept", made=made)
            )
            button.setChecked(attempt.current)
            button.setEnabled(usable)
        self.setVisible(len(attempts) > 1)

    def _choose(self, button: QPushButton) -> None:
        button.setChecked(not button.isChecked())  # pressed is what is shown, once it is shown
        self.chosen.emit(int(button.text()))
