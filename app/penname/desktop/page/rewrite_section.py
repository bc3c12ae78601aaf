"""The rewrite with what can be answered to it."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from penname.desktop.changes.rewrite_pane import RewritePane
from penname.desktop.page import page_words
from penname.desktop.page.attempt_row import AttemptRow
from penname.desktop.session.session_flow import SessionFlow
from penname.desktop.session.view_state import Action, enabled, primary
from penname.desktop.style.theme import Theme
from penname.desktop.translate import tr
from penname.desktop.widgets.flow_layout import FlowLayout
from penname.desktop.widgets.notice import Notice
from penname.domain.attributes import Attribute
from penname.domain.changes import Change, apply_changes
from penname.domain.proposals import RewriteProposal


class RewriteSection(QWidget):
    """What is to be said about the rewrite, the pane, and its buttons."""

    asked = Signal(object)  # Action
    attempt_chosen = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._showing = ""  # the text whose changes the pane shows
        self.notice = Notice()
        self.attempts = AttemptRow()
        self.attempts.chosen.connect(self.attempt_chosen)
        self.pane = RewritePane(theme, beside_title=(self.attempts,))
        words = {
            Action.ACCEPT: (tr("Accept"), tr("Make these changes, and read the new text")),
            Action.REJECT: (tr("Reject"), tr("Keep the text as it was, and end here")),
            Action.TRY_AGAIN: (
                tr("Try again"),
                tr("Ask for another rewrite; this does not count as a round"),
            ),
            Action.SAVE: (tr("Save as…"), tr("Save the text with these changes to a file")),
            Action.COPY: (tr("Copy result"), tr("Copy the text with these changes")),
        }
        self.buttons: dict[Action, QPushButton] = {}
        row = FlowLayout()
        for action, (text, explained) in words.items():
            button = self.buttons[action] = QPushButton(text)
            button.setToolTip(explained)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda _checked=False, action=action: self.asked.emit(action))
            if action in (Action.SAVE, Action.COPY):
                row.add_at_end(button)
            else:
                row.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.notice)
        layout.addWidget(self.pane, 1)
        layout.addLayout(row)

    def _offer(self, shown: set[Action], usable: frozenset[Action], first: Action | None) -> None:
        """Show the buttons of `shown`, usable if `usable`, and give `first` the accent."""
        for action, button in self.buttons.items():
            button.setVisible(action in shown)
            button.setEnabled(action in usable)
            if button.property("primary") != (action is first):
                button.setProperty("primary", action is first)
                button.style().unpolish(button)
                button.style().polish(button)

    def show_flow(self, flow: SessionFlow, attributes: Sequence[Attribute], writing: bool) -> None:
        """Show the rewrite that waits, or all changes so far; or nothing if there is neither."""
        view, facts, proposal = flow.view, flow.facts, flow.proposal
        rewrite = proposal if isinstance(proposal, RewriteProposal) else None
        self.setVisible(rewrite is not None or facts.rounds > 0 or writing)
        if self.isHidden():
            return
        actions = enabled(facts)
        self.pane.set_title(page_words.rewrite_heading(flow))
        if rewrite is not None:
            self._show_changes(rewrite.text, flow.changes)
        elif view is not None and view.total:
            self._show_changes(view.original, view.total if flow.edited is None else flow.edited)
        else:
            self.pane.show_nothing(tr("The rewrite appears here.") if writing else tr("Nothing was changed."))
            self._showing = ""
        self.pane.set_editable(Action.EDIT_REWRITE in actions)
        self.attempts.show_attempts(flow.attempts, Action.OTHER_ATTEMPT in actions)
        question = page_words.question(flow, attributes)
        if rewrite is not None and rewrite.refused:
            self.notice.say(tr("This rewrite cannot be used"), rewrite.refused, "error")
        elif rewrite is not None and question:
            self.notice.say(*question, answers=topic_answers(flow))
        else:
            self.notice.clear()
        shown = {Action.COPY, Action.SAVE} if rewrite or facts.rounds else set()
        if rewrite:
            shown |= {Action.ACCEPT, Action.REJECT}
        if Action.TRY_AGAIN in actions or rewrite:
            shown.add(Action.TRY_AGAIN)
        self._offer(shown, actions, primary(facts))

    def _show_changes(self, text: str, changes: tuple[Change, ...]) -> None:
        """Show these changes, unless the pane has them already: then the cursor stays where it is."""
        if self._showing == text and (
            self.pane.changes == changes or apply_changes(text, changes) == self.pane.new_text
        ):
            return
        self._showing = text
        self.pane.show_rewrite(text, changes)


def topic_answers(flow: SessionFlow) -> dict[str, Callable[[], None]]:
    """What can be answered when a text is about what is to be hidden."""
    return {tr("Leave it readable"): flow.leave_topic, tr("Continue"): flow.go_on_anyway}
