"""The line at the bottom: what just happened, who works, and what stays here."""

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QLabel, QSizePolicy, QStatusBar

from penname.desktop.translate import tr

MESSAGE_MS = 6000


def standing_facts(
    model: str, per_second: float | None, kept: bool | None, roomy: bool = True, network: str = ""
) -> str:
    """What holds all the time, in one line.

    `kept` is None while there is no session; `network` says what it is being used for.
    """
    facts = [model or tr("The model is starting")]
    if per_second and roomy:
        facts.append(tr("{speed} tokens a second", speed=f"{per_second:.0f}"))
    if roomy or kept is not False:
        facts.append(tr("everything runs on this computer"))
    facts.append(network or tr("no network used"))
    if kept is False:
        facts.append(tr("not kept on this computer"))
    return "  ·  ".join(facts)


class StatusLine(QStatusBar):
    """Left: the situation, or for a few seconds what just happened. Right: what holds all the time."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizeGripEnabled(False)
        self.setContentsMargins(16, 0, 16, 4)
        self._facts = QLabel()
        self._facts.setToolTip(
            tr("“Not kept”: closing Penname forgets this text and its rounds. Save or copy the result.")
        )
        self._situation = QLabel()
        self._situation.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._standing = ""
        self._telling = QTimer(self)
        self._telling.setSingleShot(True)
        self._telling.timeout.connect(lambda: self._situation.setText(self._standing))
        self.addWidget(self._situation, 1)
        self.addPermanentWidget(self._facts)

    def show_line(self, situation: str, facts: str) -> None:
        """Show both ends of the line."""
        self._standing = situation
        if not self._telling.isActive():
            self._situation.setText(situation)
        self._situation.setToolTip(situation)
        self._facts.setText(facts)
        self.setAccessibleName(f"{situation}. {facts}")

    def tell(self, sentence: str) -> None:
        """Say what just happened."""
        self._situation.setText(sentence)
        self._telling.start(MESSAGE_MS)

    @property
    def line(self) -> str:
        """What stands at the right end."""
        return self._facts.text()
