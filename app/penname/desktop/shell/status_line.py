"""The line at the bottom: what just happened, who works, and what stays here."""

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QStatusBar

from penname.desktop.translate import tr

MESSAGE_MS = 6000
BETWEEN = "  ·  "
APART = 32  # pixels at least between both ends of the line


def standing_facts(missing: str, kept: bool | None, network: str = "") -> tuple[str, ...]:
    """What holds all the time, the most important first.

    `missing` says why there is no model, `network` what that is used for; `kept` is None while nobody knows.
    """
    here = network or tr("Offline, on this computer")
    forgets = tr("nothing is saved when you close") if kept is False else ""
    return tuple(filter(None, (here, missing, forgets)))


class StatusLine(QStatusBar):
    """First what holds all the time, as much of it as there is room for, then for a few seconds what just
    happened. Screen readers hear of the situation here, too, which others see on the page.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setSizeGripEnabled(False)
        self.setContentsMargins(16, 0, 16, 4)
        self._facts = QLabel()
        self._facts.setToolTip(
            tr("Where nothing is saved, closing Penname forgets this text and its rounds: copy the result.")
        )
        self._told = QLabel(alignment=Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter)
        self._told.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._all_facts: tuple[str, ...] = ()
        self._telling = QTimer(self)
        self._telling.setSingleShot(True)
        self._telling.timeout.connect(lambda: self._say(""))
        self.addWidget(self._facts)
        self.addWidget(self._told, 1)

    def show_line(self, situation: str, facts: tuple[str, ...]) -> None:
        """Show what holds all the time."""
        self._all_facts = facts
        self._fit()
        self.setAccessibleName(f"{situation}. {self.line}")

    def tell(self, sentence: str) -> None:
        """Say what just happened."""
        self._say(sentence)
        self._telling.start(MESSAGE_MS)

    @property
    def line(self) -> str:
        """What stands there where there is room for all of it."""
        return BETWEEN.join(self._all_facts)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _say(self, sentence: str) -> None:
        self._told.setText(sentence)
        self._told.setToolTip(sentence)
        self._fit()

    def _fit(self) -> None:
        facts = self._all_facts
        room = self.contentsRect().width() - self._told.sizeHint().width() - APART
        least = 0 if self._told.text() else 1  # what just happened takes the place of all, for its moment
        while len(facts) > least and self._facts.fontMetrics().horizontalAdvance(BETWEEN.join(facts)) > room:
            facts = facts[:-1]  # that nothing leaves this computer goes last
        self._facts.setText(BETWEEN.join(facts))
