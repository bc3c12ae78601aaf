"""Everything about one text, in one tab: the text, what is read from it, the rewrite, the rounds."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from penname.desktop.background.progress import Progress
from penname.desktop.page import page_words
from penname.desktop.page.activity_bar import ActivityBar
from penname.desktop.page.leaks_section import LeaksSection
from penname.desktop.page.phrase_bar import PhraseBar
from penname.desktop.page.phrase_rules import PhraseRule, phrase_rules, with_rule, without_rule
from penname.desktop.page.protect_section import ProtectSection
from penname.desktop.page.rewrite_section import RewriteSection
from penname.desktop.page.rounds_strip import RoundsStrip
from penname.desktop.page.text_section import TextSection
from penname.desktop.session.findings import round_heading
from penname.desktop.session.method_words import MISLEADING
from penname.desktop.session.session_flow import SessionFlow
from penname.desktop.session.view_state import Action, SessionState, enabled
from penname.desktop.style.theme import Theme
from penname.desktop.texts.find_bar import FindBar
from penname.desktop.translate import tr
from penname.desktop.widgets.notice import Notice
from penname.domain.attributes import Attribute
from penname.sessions.intake import Intake

CROWDED = 28  # lines of small text: a page that is lower shows a rewrite, and leaves to the menus what it can
TYPING_PAUSE_MS = 200  # after which a text being written is looked at


class SessionPage(QWidget):
    """Shows a `SessionFlow` and passes on what the user asks for."""

    asked = Signal(object)  # Action, for what the window does: copy, save, open, details, edit as new text
    file_dropped = Signal(str)
    method_wanted = Signal(str)
    models_wanted = Signal()
    told = Signal(str)  # a sentence on what was just done

    def __init__(
        self, flow: SessionFlow, attributes: Sequence[Attribute], theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.flow = flow
        self._attributes = tuple(attributes)
        self._progress = Progress()
        self._shown_text: str | None = None
        self._shared_out = False  # the width, between the text and what is read from it
        self.reader = tr("model")  # who found what stands here
        self._next_reader = ""
        self.intake = Intake("")  # how the text came in, for saving it the same way
        self.saved: str | None = None  # the result that was last copied or saved
        self.protect = ProtectSection(flow, attributes, theme)
        self.phrases = PhraseBar(attributes)
        self.activity = ActivityBar(self._attributes)
        self.notice = Notice()
        self.text = TextSection(theme)
        self.leaks = LeaksSection(self._attributes, theme)
        self.rewrite = RewriteSection(theme)
        self.rounds = RoundsStrip(theme)
        self.find_bar = FindBar((self.text.pane, *self.rewrite.pane.texts.views))
        self.text.pane.set_attributes(self._attributes)
        self.rewrite.pane.set_attributes(self._attributes)
        self._above = _splitter(Qt.Orientation.Horizontal, self.text, self.leaks)
        self._split = _splitter(Qt.Orientation.Vertical, self._above, self.rewrite)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 8, 16, 8)
        layout.setSpacing(12)
        layout.addWidget(self.protect)
        layout.addWidget(self.phrases)
        layout.addWidget(self.notice)
        layout.addWidget(self.activity)
        layout.addWidget(self.find_bar)
        layout.addWidget(self._split, 1)
        layout.addWidget(self.rounds)
        self._writing = QTimer(self)
        self._writing.setSingleShot(True)
        self._writing.setInterval(TYPING_PAUSE_MS)
        self._writing.timeout.connect(self.take_text)
        self._connect()
        self.render_state()

    @property
    def areas(self) -> tuple[QWidget, ...]:
        """What F6 goes round, in its order."""
        return (self.protect, self.text, self.leaks, self.rewrite, self.rounds)

    def set_model(self, name: str, title: str) -> None:
        """The model that reads from now on, for the sentences about what it found."""
        view = self.flow.view
        if view is None or view.model == name:
            self.reader = title
        else:
            self._next_reader = title  # what stands here another one found
        self.render_state()

    def set_theme(self, theme: Theme) -> None:
        """Take another theme's colours and sizes."""
        for part in (self.protect, self.text.pane, self.leaks, self.rewrite.pane, self.rounds):
            part.set_theme(theme)

    def set_text_zoom(self, steps: int) -> None:
        """Grow or shrink the texts."""
        self.text.pane.set_text_zoom(steps)
        self.rewrite.pane.set_text_zoom(steps)

    def put_text(self, text: str) -> None:
        """A text to start from; only before a session exists."""
        self._shown_text = text
        self.text.pane.show_text(text)
        self.flow.set_text(text)

    def take_text(self) -> None:
        """What stands in the box is the text to start from."""
        self._writing.stop()
        if self.flow.view is None and not self.flow.work.running:
            text = self.text.pane.text
            if text != self.flow.text:
                self._shown_text = text
                self.flow.set_text(text)

    def do(self, action: Action) -> None:
        """Do what the user asked for, as far as it concerns this text alone."""
        if self._writing.isActive():
            self.take_text()
        calls = {
            Action.RUN: self.flow.run,
            Action.STEP: self.flow.step,
            Action.STOP: self.flow.stop,
            Action.ACCEPT: self.flow.accept,
            Action.REJECT: self.flow.reject,
            Action.TRY_AGAIN: self.flow.try_again,
            Action.OTHER_ATTEMPT: self.flow.other_attempt,
            Action.FINISH: self.flow.finish,
            Action.UNDO: self.flow.undo,
            Action.REDO: self.flow.redo,
        }
        if action in calls:
            calls[action]()
        elif self.flow.can(action):
            self.asked.emit(action)

    def fit(self, width: int, height: int) -> None:
        """The window has another size."""
        self.rounds.fit(width, height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._shared_out:
            self._shared_out = True
            self._above.setSizes([self.width() // 2] * 2)

    def render_state(self) -> None:
        """Show the flow as it stands."""
        facts = self.flow.facts
        actions = enabled(facts)
        running = facts.state is SessionState.RUNNING
        if running and self._next_reader:
            self.reader, self._next_reader = self._next_reader, ""
        self.protect.show_flow(Action.CHANGE_GOAL in actions)
        self.phrases.show_rules(phrase_rules(self.flow.goal), Action.CHANGE_GOAL in actions)
        self.text.pane.can_mark = Action.CHANGE_GOAL in actions
        self.activity.setVisible(running)
        if not running:
            self._progress = Progress()
        self.activity.show_progress(self._progress, facts.rounds + 1)
        self._render_notice()
        self._render_text(actions)
        self.leaks.show_flow(self.flow, self._progress, self.reader)
        if self.flow.view is not None:
            self.rounds.show_points(self.flow.view.points, Action.GO_BACK in actions)
        self._render_rewrite()

    def _make_room(self) -> None:
        view = self.flow.view
        crowded = self.height() < CROWDED * self.fontMetrics().height() and not self.rewrite.isHidden()
        self.protect.setVisible(not crowded)
        self.rounds.setVisible(not crowded and view is not None and len(view.points) > 1)

    def _render_notice(self) -> None:
        words = page_words.notice(self.flow)
        if words is None:
            self.notice.clear()
            return
        offered = (
            (words.again, tr("Try again"), self.flow.run),
            (words.models, tr("Models…"), self.models_wanted.emit),
            (words.details, tr("Details"), lambda: self.asked.emit(Action.DETAILS)),
            (words.untruths, tr("Understood"), self.flow.hear_untruths),
        )
        answers = {title: call for wanted, title, call in offered if wanted}
        self.notice.say(words.title, words.body, words.kind, answers)

    def _render_text(self, actions: frozenset[Action]) -> None:
        view, state = self.flow.view, self.flow.state
        editable = Action.EDIT_ORIGINAL in actions
        text = view.text if view else self.flow.text
        if text != self._shown_text:
            self._shown_text = text
            self.text.pane.show_text(text)
        self.text.pane.set_editable(editable)
        names = {attribute.name: attribute.label for attribute in self._attributes}
        evidence = view.evidence if view else ()
        self.text.pane.mark_evidence(
            [
                (start, end, name, tr("Gives away: {attribute}", attribute=names.get(name, name)))
                for start, end, name in evidence
            ],
            view.locked if view else (),
        )
        self.text.heading.setText(round_heading(view.rounds if view else 0, state is SessionState.FINISHED))
        self.text.open.setVisible(editable)
        self.text.edit.setVisible(view is not None)
        self.text.edit.setEnabled(Action.EDIT_AS_NEW in actions)

    def _render_rewrite(self) -> None:
        """Show the rewrite, and give it its share of the height when it appears."""
        appeared = self.rewrite.isHidden()
        writing = self.flow.state is SessionState.RUNNING and self._progress.role == "anonymizer"
        self.rewrite.show_flow(self.flow, self._attributes, writing)
        self._make_room()
        if appeared and not self.rewrite.isHidden():
            high = self._split.height()
            self._split.setSizes([high * 3 // 7, high * 4 // 7])

    def _connect(self) -> None:
        flow = self.flow
        flow.changed.connect(self.render_state)
        flow.work.spoke.connect(self._hear)
        self.text.pane.text_edited.connect(self._written)
        self.text.pane.file_dropped.connect(self.file_dropped)
        self.text.pane.phrase_marked.connect(lambda phrase, name: self._say(PhraseRule(phrase, name)))
        self.text.pane.phrase_locked.connect(lambda phrase: self._say(PhraseRule(phrase)))
        self.text.open_requested.connect(lambda: self.asked.emit(Action.OPEN))
        self.text.edit_requested.connect(lambda: self.do(Action.EDIT_AS_NEW))
        self.protect.wanted.connect(flow.change_goal)
        self.protect.misleading_wanted.connect(lambda: self.method_wanted.emit(MISLEADING))
        self.phrases.removed.connect(lambda rule: flow.change_goal(without_rule(flow.goal, rule)))
        self.leaks.overruled.connect(flow.overrule)
        self.leaks.jump_requested.connect(self.text.pane.jump_to_evidence)
        self.leaks.next_requested.connect(flow.step)
        self.leaks.finish_requested.connect(flow.finish)
        self.rewrite.asked.connect(self.do)
        self.rewrite.attempt_chosen.connect(flow.show_attempt)
        self.rewrite.pane.changes_edited.connect(flow.edit_rewrite)
        self.rounds.chosen.connect(flow.go_back_to)

    def _hear(self, progress: Progress) -> None:
        fresh_role = progress.role != self._progress.role
        self._progress = progress
        if self.flow.state is not SessionState.RUNNING:
            return
        self.activity.show_progress(progress, self.flow.facts.rounds + 1)
        self.leaks.show_flow(self.flow, self._progress, self.reader)
        if fresh_role:
            self._render_rewrite()

    def _written(self) -> None:
        if self.flow.state is SessionState.EMPTY:
            self.take_text()
        else:
            self._writing.start()

    def _say(self, rule: PhraseRule) -> None:
        self.flow.change_goal(with_rule(self.flow.goal, rule))
        if rule.attribute is None:
            self.told.emit(tr("No rewrite will change these words"))
        else:
            self.told.emit(tr("The next rewrite will hide these words"))


def _splitter(orientation: Qt.Orientation, *parts: QWidget) -> QSplitter:
    splitter = QSplitter(orientation)
    splitter.setChildrenCollapsible(False)
    splitter.setHandleWidth(16)
    for part in parts:
        splitter.addWidget(part)
        splitter.setStretchFactor(splitter.indexOf(part), 1)
    return splitter
