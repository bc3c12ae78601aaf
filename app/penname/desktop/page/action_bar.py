"""The bar at the bottom: how far the text has come, and the one button that goes on."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPushButton, QWidget

from penname.desktop.background.progress import Progress
from penname.desktop.page.activity_bar import ActivityBar
from penname.desktop.session.findings import way
from penname.desktop.session.session_flow import SessionFlow
from penname.desktop.session.view_state import (
    Action,
    Facts,
    SessionState,
    copy_label,
    enabled,
    explained,
    other_actions,
    primary,
    primary_label,
    undo_label,
)
from penname.desktop.translate import tr
from penname.desktop.widgets.boxes import horizontal
from penname.desktop.widgets.popover import name_opener, opener
from penname.desktop.widgets.primary_button import PrimaryButton
from penname.desktop.widgets.small_buttons import close_button
from penname.desktop.widgets.telling_button import TellingButton
from penname.domain.attributes import Attribute


class ActionBar(QWidget):
    """While the model works, what it does stands in place of the quiet buttons, and Stop at the end. Beside a
    result, a larger model is offered.
    """

    asked = Signal(object)  # Action
    rounds_wanted = Signal(object)  # the button that the rounds open beside

    def __init__(self, attributes: Sequence[Attribute], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._offered: list[QPushButton] = []
        self._offers = False  # a larger model, until it is looked at or put away
        self._told = False  # a result stands there, and the card tells what became of the clues
        self.activity = ActivityBar(tuple(attributes))
        self.way = opener(
            "", tr("Clues found in the original, and after each round. Click to see the rounds")
        )
        self.way.clicked.connect(lambda: self.rounds_wanted.emit(self.way))
        self._copy = TellingButton()
        self.buttons = {
            Action.REJECT: QPushButton(tr("Discard changes")),
            Action.UNDO: QPushButton(),
            Action.TRY_AGAIN: QPushButton(tr("Try another version")),
            Action.COPY: self._copy,
            Action.SAVE: QPushButton(tr("Save as…")),
        }
        self.look = QPushButton()
        self.put_away = close_button(tr("Don’t show this again"), self._end_offer)
        self.offered = self._make_offer()
        self.next = PrimaryButton()
        self._row = horizontal((self.activity, 1), self.way, self.offered, 1, on=self, spacing=8)
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
        self.buttons[Action.UNDO].setText(undo_label(facts))
        copied = tr("Copied")
        self._copy.name(copy_label(facts), copied)
        self._offered = [button for action, button in self.buttons.items() if action in quiet]
        self._told = flow.at_the_end and facts.compares
        self._offered += [self.way] if words and not running and not self._told else []
        first = primary(facts)
        keys = tr("{explained} (Ctrl+Enter)", explained=explained(first, facts))
        done = copied if first is Action.COPY else ""
        blamed = facts.state is SessionState.ENGINE_DOWN and flow.error is not None
        self.next.setVisible(not blamed)  # trying again is offered beside what went wrong
        self.next.show_step(primary_label(facts), keys, first is not Action.STOP, done)
        others = other_actions(facts).items()
        self.next.offer({words: partial(self.asked.emit, action) for action, words in others})
        self._fit()

    def tell_copied(self) -> None:
        """Say on the button that copies that it is done."""
        for button in (self.next.button, self._copy):
            button.tell()

    def offer(self, words: str, look: Callable[[], object], put_away: Callable[[], object]) -> None:
        """Offer a larger model from the next result on, until it is looked at or put away."""
        self.look.setText(words)
        self._offers = True
        self.look.clicked.connect(self._end_offer)
        for button, call in ((self.look, look), (self.put_away, put_away)):
            button.clicked.connect(lambda _checked=False, call=call: call())
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Leave out what a small window has no room for: all of it stands in the menus, too."""
        room = self.width() - self.next.sizeHint().width()
        wanted = [*self._offered, *([self.offered] if self._offers and self._told else [])]
        for part in (*self.buttons.values(), self.way, self.offered):
            room -= part.sizeHint().width() + self._row.spacing() if part in wanted else 0
            part.setVisible(part in wanted and room >= 0)

    def _make_offer(self) -> QWidget:
        self.look.setProperty("role", "link")
        self.look.setToolTip(tr("Compare models and download one"))
        offered = QWidget()
        horizontal(self.look, self.put_away, on=offered)
        return offered

    def _end_offer(self) -> None:
        self._offers = False
        self._fit()


def _quiet(facts: Facts) -> set[Action]:
    """What has a button of its own besides the next step."""
    match facts.state:
        case SessionState.REWRITE:
            quiet = {Action.REJECT, Action.TRY_AGAIN}
        case SessionState.FINISHED:
            quiet = {Action.UNDO, Action.TRY_AGAIN, Action.SAVE}
        case SessionState.RUNNING:
            quiet = set()
        case _ if facts.rounds:
            quiet = {Action.COPY, Action.SAVE}
        case _:
            quiet = set()
    return quiet - {primary(facts)}
