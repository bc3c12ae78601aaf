"""What the model does at this moment, how far it is, and how long it may take."""

import time

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from penname.desktop.background.progress import Progress
from penname.desktop.session.findings import labels
from penname.desktop.translate import tr, tr_count
from penname.desktop.widgets.boxes import horizontal
from penname.desktop.widgets.steps_bar import StepsBar
from penname.desktop.widgets.text_label import text_label
from penname.domain.attributes import Attribute


def activity(progress: Progress, round_number: int | None, attributes: tuple[Attribute, ...]) -> str:
    """The work in a sentence: the round, if there are any, the role and what it has got to."""
    found = labels(attributes, [inference.attribute for inference in progress.inferences])
    match progress.role:
        case "attacker" if found:
            doing = tr("reading as an attacker would. So far: {found}", found=found)
        case "attacker":
            doing = tr("reading as an attacker would")
        case "arbitrator":
            judged = {verdict.attribute for verdict in progress.verdicts}
            waiting = [i.attribute for i in progress.inferences if i.attribute not in judged]
            doing = tr("checking {what}", what=labels(attributes, waiting[:1]) or tr("the guesses"))
        case "told attacker":
            doing = tr("listing the words that hint at the truth about you")
        case "anonymizer":
            doing = tr("rewriting what gives you away")
        case _:
            return tr("Waiting for the model")
    if round_number is None:
        return doing[:1].upper() + doing[1:]
    return tr("Round {number}: {doing}", number=round_number, doing=doing)


def fraction(progress: Progress) -> float | None:
    """How much of the role's work is done, 0 to 1; None when nobody can say."""
    if progress.parts > 1:
        return (progress.part - 1) / progress.parts
    if progress.role == "arbitrator" and progress.inferences:
        return len(progress.verdicts) / len(progress.inferences)
    return None


def time_left(progress: Progress, seconds: float) -> str:
    """What a text of many parts still takes, after `seconds` of this role's work; "" when nobody knows."""
    done = progress.part - 1
    if progress.parts < 2 or not done:
        return ""
    left = seconds / done * (progress.parts - done)
    if left < 60:
        return tr("less than a minute left")
    return tr_count("about {count} minute left", "about {count} minutes left", round(left / 60))


def step_of(role: str) -> int:
    """Which of the three steps a role works on: reading, checking, rewriting."""
    return {"attacker": 0, "arbitrator": 1, "told attacker": 2, "anonymizer": 2}.get(role, 0)


class ActivityBar(QWidget):
    """A bar of the steps of a round under a sentence. Takes its room only while something runs."""

    def __init__(self, attributes: tuple[Attribute, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._attributes = attributes
        self._role = ""
        self._since = 0.0
        self._sentence = text_label(role="muted", wraps=False)
        self._left = text_label(role="muted", wraps=False)
        self._bar = StepsBar()
        said = horizontal((self._sentence, 1), (self._left, Qt.AlignmentFlag.AlignTrailing))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addStretch()
        layout.addLayout(said)
        layout.addWidget(self._bar)
        layout.addStretch()  # the bar stands clear of the line at the bottom

    def show_progress(self, progress: Progress, round_number: int | None) -> None:
        """Show how far the work is."""
        if progress.role != self._role:
            self._role, self._since = progress.role, time.monotonic()
        sentence = activity(progress, round_number, self._attributes)
        self._sentence.setText(sentence)
        if progress.parts > 1:
            part = tr("part {part} of {parts}", part=progress.part, parts=progress.parts)
            left = time_left(progress, time.monotonic() - self._since)
            self._left.setText(", ".join(filter(None, (part, left))))
        else:
            self._left.setText("")
        steps = 3 if round_number is not None else 1  # texts that are only read have no round
        self._bar.show_step(step_of(progress.role) if steps > 1 else 0, steps, fraction(progress))
        self._bar.setAccessibleName(sentence)
