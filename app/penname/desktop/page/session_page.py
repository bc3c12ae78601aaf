"""Everything about one text, in one tab: the document, what is read from it, and the button that goes on."""

from collections.abc import Sequence

from msgspec.structs import replace
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QSplitter, QWidget

from penname.desktop.background.progress import Progress
from penname.desktop.findings.rail import LEAST, FindingsRail
from penname.desktop.page.action_bar import ActionBar
from penname.desktop.page.document import Document
from penname.desktop.page.finish_card import FinishCard
from penname.desktop.page.phrase_bar import PhraseBar
from penname.desktop.page.posts_line import PostsLine
from penname.desktop.page.protect_section import ProtectSection
from penname.desktop.page.rounds_list import RoundsList
from penname.desktop.page.thread_dialog import ThreadDialog
from penname.desktop.page.tradeoff_slider import TradeoffSlider
from penname.desktop.page.view_line import ViewLine
from penname.desktop.session import flow_words
from penname.desktop.session.session_flow import SessionFlow
from penname.desktop.session.view_state import Action, DocumentView, SessionState, enabled, primary
from penname.desktop.style.sizes import grown
from penname.desktop.style.theme import Theme
from penname.desktop.texts import clipboard
from penname.desktop.texts.find_bar import FindBar
from penname.desktop.translate import tr
from penname.desktop.widgets.boxes import vertical
from penname.desktop.widgets.notice import Notice
from penname.desktop.widgets.popover import Popover
from penname.desktop.widgets.text_label import text_label
from penname.domain.attributes import Attribute
from penname.domain.changes import Change
from penname.domain.phrase_rules import PhraseRule, phrase_rules, with_rule, without_rule
from penname.methods.registry import MISLEADING
from penname.sessions.intake import Intake

LOW = 440  # pixels of this page's height
SPACING = 8  # pixels between its parts
ROOM_BESIDE = 920  # pixels of width for the usual letters: in less, what is read stands below the document
SHARES = (69, 31)  # of the width: the document, and what is read
HIDING_WIDTH = 420
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
        self.reader = tr("model")  # who found what stands here
        self._next_reader = ""
        self.intake = Intake("")  # how the text came in, for saving it the same way
        self.saved: str | None = None  # the result that was last copied or saved
        self.copied: set[str] = set()  # results, of several posts one by one
        self.line = ViewLine(attributes)
        self.protect = ProtectSection(flow, attributes, theme)
        self.posts = PostsLine()
        self.phrases = PhraseBar(attributes)
        self.notice = Notice()
        self.document = Document(attributes, theme)
        self.rail = FindingsRail(attributes, theme)
        self.card = FinishCard(attributes)
        self.rounds = RoundsList(self)
        self.hiding = Popover(self, tr("What to hide"), HIDING_WIDTH)
        explained = text_label(tr("What to hide: click to turn one on or off; its arrow has more."), "muted")
        self.hiding.column.addWidget(explained)
        self.hiding.column.addWidget(self.protect)
        self.tradeoff = TradeoffSlider()
        self.hiding.column.addWidget(self.tradeoff)
        self.bar = ActionBar(attributes)
        self.find_bar = FindBar(self.document.views)
        self._split = QSplitter()
        self._split.setChildrenCollapsible(False)
        self._split.setHandleWidth(8)
        self._side = QWidget()
        vertical(self.card, (self.rail, 1), on=self._side, spacing=8)
        for part, share in zip((self.document, self._side), SHARES, strict=True):
            self._split.addWidget(part)
            self._split.setStretchFactor(self._split.indexOf(part), share)
            part.raise_()  # screen readers go through the children in this order
        self._split.setStretchFactor(0, 1)
        self._below: bool | None = None  # whether what is read stands below the document
        self._doubted: tuple[Change, ...] = ()  # of the result that was last opened at what may sound awkward
        self._small = False  # too low for a notice of several lines, and for room between the parts
        self._column = vertical(
            self.line,
            self.posts,
            self.phrases,
            self.notice,
            self.find_bar,
            (self._split, 1),
            self.bar,
            on=self,
            spacing=SPACING,
            margins=(16, 4, 16, 0),
        )
        self._writing = QTimer(self)
        self._writing.setSingleShot(True)
        self._writing.setInterval(TYPING_PAUSE_MS)
        self._writing.timeout.connect(self.take_text)
        self._connect()
        self.render_state()

    @property
    def areas(self) -> tuple[QWidget, ...]:
        """What F6 goes round, in its order."""
        return (self.line, self.document, self.card, self.rail, self.bar)

    @property
    def being_written(self) -> bool:
        """Whether the user is in the middle of writing: then `flow.text` lags behind."""
        return self._writing.isActive()

    def set_model(self, name: str, title: str) -> None:
        """The model that reads from now on, for the sentences about what it found."""
        view = self.flow.view
        if view is None or view.model == name:
            self.reader = title
        else:
            self._next_reader = title  # what stands here another one found
        self.render_state()

    def set_theme(self, theme: Theme) -> None:
        """Apply another theme's colours and sizes."""
        for part in (self.protect, self.document, self.rail):
            part.set_theme(theme)
        self._below = None  # the letters may be others
        self._make_room()

    def put_text(self, text: str) -> None:
        """A text to start from; only before a session exists."""
        self.document.put_text(text)
        self.flow.set_text(text)

    def take_text(self) -> None:
        """What stands in the box is the text to start from."""
        self._writing.stop()
        if self.flow.view is None and not self.flow.work.running:
            text = self.document.take_text()
            if text != self.flow.text:
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
        elif action is Action.PASTE and self.flow.can(action):
            self._paste()
        elif self.flow.can(action):
            self.asked.emit(action)

    def go_on(self) -> None:
        """Do what the one button says."""
        self.take_text()
        self.do(primary(self.flow.facts))

    def show_view(self, view: DocumentView) -> None:
        """Bring a view of the document to the front, where there is something to see in it."""
        if self.flow.facts.compares or view is DocumentView.ORIGINAL:
            self.document.show_view(view)

    def ask_about_thread(self) -> None:
        """Ask what the text answers."""
        self.take_text()
        ThreadDialog(self, self.flow).open()

    def show_rounds(self) -> None:
        """Open the rounds beside the clues they left, where there have been any."""
        seen = [button for button in (self.card.way, self.bar.way) if button.isVisible()]
        if seen:
            self.rounds.toggle(seen[0])

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()
        small = self.height() < grown(LOW)
        if small != self._small:
            self._small = small
            self._column.setSpacing(SPACING // 2 if small else SPACING)
            self._render_notice()

    def render_state(self) -> None:
        """Show the flow as it stands."""
        facts = self.flow.facts
        actions = enabled(facts)
        running = facts.state is SessionState.RUNNING
        if running and self._next_reader:
            self.reader, self._next_reader = self._next_reader, ""
        self.protect.show_flow(Action.CHANGE_GOAL in actions)
        self.tradeoff.show_tradeoff(self.flow.goal.tradeoff, Action.CHANGE_GOAL in actions)
        self.posts.show_flow(self.flow)
        self.phrases.show_rules(phrase_rules(self.flow.goal), Action.CHANGE_GOAL in actions)
        if not running:
            self._progress = Progress()
        self._render_notice()
        self.document.show_flow(self.flow)
        self._render_line()
        self.rail.show_flow(self.flow, self._progress, self.reader)
        self.card.show_flow(self.flow, self.reader)
        self._share_side()
        self._open_doubted()
        self.bar.show_flow(self.flow, self._progress)
        if self.flow.view is not None:
            self.rounds.show_points(self.flow.view.points, Action.GO_BACK in actions)

    def _render_line(self) -> None:
        self.line.show_flow(self.flow, self.document.front)

    def _make_room(self) -> None:
        """Put what is read beside the document, or below it where that is too narrow."""
        below = self.width() < ROOM_BESIDE + grown(LEAST) - LEAST  # large letters make the lines shorter, too
        if below == self._below or not self._split.height():
            return
        self._below = below
        opened = next((row.attribute_name for row in self.rail.rows if row.is_open), "")
        self._split.setOrientation(Qt.Orientation.Vertical if below else Qt.Orientation.Horizontal)
        self.rail.set_folded(below)
        policy = QSizePolicy.Policy
        self._side.setSizePolicy(policy.Preferred, policy.Fixed if below else policy.Preferred)
        self._share_side()
        self._split.setStretchFactor(1, 0 if below else SHARES[1])
        wide, high = self._split.width(), self._split.height()
        rail = 0 if below else wide * SHARES[1] // 100  # no less than it needs
        self._split.setSizes([(high if below else wide) - rail, rail])
        if below and opened and self.card.doubted:
            self.rail.select(opened, opens=True)  # what the user looks at stays
        else:
            self._doubted = ()
            self._open_doubted()

    def _open_doubted(self) -> None:
        """Below the text, where the card is folded away, open the first phrase that may sound awkward."""
        doubted, self._doubted = self._doubted, self.card.doubted
        if self._below and self.card.doubted not in ((), doubted):
            first, text = self.card.doubted[0], self.document.text_in_front
            self.rail.show_change(self.flow.offered.index(first), opens=True)
            if self.flow.edited is None or not text.hasFocus():  # not away from where the user types
                text.bring_into_view(first)

    def _share_side(self) -> None:
        """Below the text the card at the end, once it is open, stands in place of the strip."""
        self.card.place(bool(self._below), self.card.is_open)
        self.rail.setVisible(not self._below or not self.card.is_open)

    def _open_card(self, is_open: bool) -> None:
        self.card.place(bool(self._below), is_open)
        self._share_side()

    def _render_notice(self) -> None:
        flow, words = self.flow, flow_words.notice(self.flow, self._attributes)
        if words is None:
            self.notice.clear()
            return
        offered = (
            (words.down, tr("Try again"), self.go_on),
            (words.down, tr("Choose another model…"), self.models_wanted.emit),
            (words.details, details := tr("Details"), lambda: self.asked.emit(Action.DETAILS)),
            (words.untruths, tr("Understood"), flow.hear_untruths),
            (words.topic, tr("Leave it readable"), flow.leave_topic),
            (words.topic, tr("Rewrite it anyway"), flow.go_on_anyway),
            (words.unread, tr("Read the rest"), flow.read_on),
            (words.another, tr("Ask for another rewrite"), flow.try_again),
        )
        answers = {title: call for wanted, title, call in offered if wanted}
        body, in_a_line = words.body, words.down and self._small
        if in_a_line:  # the button beside it says that it can be tried again
            body = ". ".join(words.body.rstrip(".").split(". ")[:2]) + "."
        self.notice.say(words.title, body, words.kind, answers, quiet=(details,), in_a_line=in_a_line)

    def _connect(self) -> None:
        flow, original, rewrite = self.flow, self.document.original, self.document.rewrite
        flow.changed.connect(self.render_state)
        flow.work.spoke.connect(self._hear)
        original.text_edited.connect(self._written)
        original.file_dropped.connect(self.file_dropped)
        for pane in (original, rewrite.new):
            pane.phrase_marked.connect(lambda phrase, name: self._say(PhraseRule(phrase, name)))
            pane.phrase_locked.connect(lambda phrase: self._say(PhraseRule(phrase)))
            pane.evidence_chosen.connect(self.rail.select)
            pane.attribute_clicked.connect(self.rail.select)
        rewrite.changes_edited.connect(flow.edit_rewrite)
        rewrite.chosen.connect(self._choose)
        self.document.turned.connect(self._render_line)
        self.document.turned.connect(self.find_bar.follow)
        self.line.views.chosen.connect(lambda name: self.show_view(DocumentView(name)))
        self.line.hiding.clicked.connect(lambda: self.hiding.toggle(self.line.hiding))
        self.line.attempts.chosen.connect(flow.show_attempt)
        self.line.asked.connect(self.do)
        self.line.reply.clicked.connect(self.ask_about_thread)
        self.protect.wanted.connect(flow.change_goal)
        self.tradeoff.wanted.connect(lambda tradeoff: flow.change_goal(replace(flow.goal, tradeoff=tradeoff)))
        self.protect.misleading_wanted.connect(lambda: self.method_wanted.emit(MISLEADING.name))
        self.posts.chosen.connect(self._turn_to_post)
        self.phrases.removed.connect(lambda rule: flow.change_goal(without_rule(flow.goal, rule)))
        self.rail.overruled.connect(flow.overrule)
        self.rail.selected.connect(self.document.select_attribute)
        self.rail.jump_requested.connect(self.document.show_finding)
        self.rail.change_toggled.connect(lambda place, kept: rewrite.keep(flow.offered[place], kept))
        self.rail.change_chosen.connect(lambda place: self.document.show_change(flow.offered[place]))
        self.rail.change_taken.connect(rewrite.take)
        self.rail.change_pointed.connect(self.document.point_at)
        self.rail.typing_wanted.connect(lambda place: self.document.type_over(flow.offered[place]))
        self.rail.check.clicked.connect(lambda: self._open_card(True))
        self.card.folded.connect(lambda: self._open_card(False))
        self.rounds.chosen.connect(flow.go_back_to)
        self.bar.asked.connect(self.do)
        self.bar.next.pressed.connect(self.go_on)
        for part in (self.bar, self.card):
            part.rounds_wanted.connect(self.rounds.toggle)
        self.card.jump_wanted.connect(self._turn_to)
        self.card.change_wanted.connect(self._show_doubted)

    def _turn_to(self, attribute: str) -> None:
        if self._below:
            self._open_card(False)
        self.rail.select(attribute, opens=True)
        self.document.show_finding(attribute)

    def _turn_to_post(self, number: int) -> None:
        self.flow.turn_to_post(number)
        self.document.show_post(number)

    def _show_doubted(self, change: object) -> None:
        if change in self.flow.offered:
            self.rail.show_change(self.flow.offered.index(change))
            self.document.show_change(change)

    def _hear(self, progress: Progress) -> None:
        self._progress = progress
        if self.flow.state is SessionState.RUNNING:
            self.bar.activity.show_progress(progress, self.flow.facts.rounds + 1)
            self.rail.show_flow(self.flow, progress, self.reader)
            self.document.show_reading(self.flow, progress)

    def _paste(self) -> None:
        self.document.original.setFocus()
        if clipboard.text().strip():
            self.document.original.paste()
        else:
            self.told.emit(tr("There is no text on the clipboard"))

    def _written(self) -> None:
        if self.flow.state is SessionState.EMPTY:
            self.take_text()
        else:
            self._writing.start()

    def _choose(self, change: object) -> None:
        if change in self.flow.offered:
            self.rail.show_change(self.flow.offered.index(change))

    def _say(self, rule: PhraseRule) -> None:
        self.flow.change_goal(with_rule(self.flow.goal, rule))
        if rule.attribute is None:
            self.told.emit(tr("No rewrite will change these words"))
        else:
            self.told.emit(tr("The next rewrite will hide these words"))
