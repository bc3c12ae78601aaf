"""The bar at the bottom: how far the text has come, and the one button that goes on."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from penname.desktop.background.progress import Progress
from penname.desktop.page.activity_bar import ActivityBar
from penname.desktop.session.findings import way
from penname.desktop.session.session_flow import SessionFlow
from penname.desktop.session.view_state import (
    Action,
    Facts,
    SessionState,
    enabled,
    explained,
    other_actions,
    primary,
    primary_label,
)
from penname.desktop.translate import tr
from penname.desktop.widgets.popover import name_opener, opener
from penname.desktop.widgets.primary_button import PrimaryButton
from penname.domain.attributes import Attribute


class ActionBar(QWidget):
    """While the model works, what it does stands in place of the quiet buttons, and Stop at the end."""

    asked = Signal(object)  # Action
    rounds_wanted = Signal(object)  # the button that the rounds open beside

    def __init__(self, attributes: Sequence[Attribute], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._offered: list[QPushButton] = []
        self.activity = ActivityBar(tuple(attributes))
        self.way = opener(
            "", tr("Clues found in the original, and after each round. Click to see the rounds")
        )
        self.way.clicked.connect(lambda: self.rounds_wanted.emit(self.way))
        self.buttons = {
            Action.REJECT: QPushButton(tr("Discard")),
            Action.TRY_AGAIN: QPushButton(tr("Another")),
            Action.COPY: QPushButton(tr("Copy")),
            Action.SAVE: QPushButton(tr("Save as…")),
        }
        self.next = PrimaryButton()
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(8)
        self._row.addWidget(self.activity, 1)
        self._row.addWidget(self.way)
        self._row.addStretch(1)
        for action, button in self.buttons.items():
            button.setProperty("flat", True)
            button.clicked.connect(lambda _checked=False, action=action: self.asked.emit(action))
            self._row.addWidget(button)
        self._row.addWidget(self.next)

    def show_flow(self, flow: SessionFlow, progress: Progress) -> None:
        """Show what can be done now, and while the model works, what it does."""
        facts, actions = flow.facts, enabled(flow.facts)
        running = facts.state is SessionState.RUNNING
        words = way(flow.view.points, "←" if self.isRightToLeft() else "→") if flow.view else ""
        name_opener(self.way, words)
        self.activity.setVisible(running)
        self.activity.show_progress(progress, facts.rounds + 1)
        quiet = _quiet(facts) & actions
        for action, button in self.buttons.items():
            button.setToolTip(explained(action, facts))
        self._offered = [button for action, button in self.buttons.items() if action in quiet]
        told = flow.at_the_end and facts.compares  # in the card
        self._offered += [self.way] if words and not running and not told else []
        first = primary(facts)
        keys = tr("{explained} (Ctrl+Enter)", explained=explained(first, facts)) if first else ""
        self.next.show_step(primary_label(facts), keys, first is not Action.STOP, first is not None)
        others = other_actions(facts) if first else {}
        self.next.offer({words: partial(self.asked.emit, action) for action, words in others.items()})
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Leave out what a small window has no room for: all of it stands in the menus, too."""
        room = self.width() - self.next.sizeHint().width()
        for part in (*self.buttons.values(), self.way):
            room -= part.sizeHint().width() + self._row.spacing() if part in self._offered else 0
            part.setVisible(part in self._offered and room >= 0)


def _quiet(facts: Facts) -> set[Action]:
    """What has a button of its own besides the next step."""
    match facts.state:
        case SessionState.REWRITE:
            quiet = {Action.REJECT, Action.TRY_AGAIN}
        case SessionState.FINISHED:
            quiet = {Action.TRY_AGAIN, Action.SAVE}
        case SessionState.RUNNING:
            quiet = set()
        case _ if facts.rounds:
            quiet = {Action.COPY, Action.SAVE}
        case _:
            quiet = set()
    return quiet - {primary(facts)}
