"""First step: the text, what is hidden in it, and what the chatbot gets."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent

from penname.desktop.chatbot import draft as drafts
from penname.desktop.chatbot.chatbot_flow import ChatbotFlow
from penname.desktop.chatbot.hidden_list import HiddenList
from penname.desktop.chatbot.kind_words import BY_HAND, kind_label
from penname.desktop.chatbot.missed_bar import MissedBar
from penname.desktop.chatbot.missed_question import MissedQuestion
from penname.desktop.chatbot.private_pane import PrivatePane
from penname.desktop.chatbot.stand_in_table import StandInTable
from penname.desktop.chatbot.step import Step
from penname.desktop.chatbot.text_pair import NARROW, TextPair
from penname.desktop.style.sizes import grown
from penname.desktop.style.theme import Theme
from penname.desktop.texts import clipboard
from penname.desktop.texts.text_view import TextView
from penname.desktop.translate import tr
from penname.desktop.widgets.boxes import horizontal, vertical
from penname.desktop.widgets.button_row import plain_button
from penname.desktop.widgets.choice_box import choice_box
from penname.desktop.widgets.text_label import text_label
from penname.pseudonyms.entities import NAMES, Kind
from penname.pseudonyms.plain import plain


class SendStep(Step):
    """Shows the flow's draft and passes on what is wanted of it. Before copying, it asks for missed names."""

    copied = Signal()
    pane: PrivatePane

    def __init__(self, flow: ChatbotFlow, theme: Theme) -> None:
        self.preview = TextView(theme)
        super().__init__(flow, PrivatePane(theme), self.preview)
        self.missed = MissedBar()
        self.question = MissedQuestion()
        self.table = StandInTable()
        self.kind = choice_box(
            [(kind, kind_label(kind)) for kind in BY_HAND], tr("What the chosen words are")
        )
        self.another = plain_button(tr("Another stand-in"), self._draw_another)
        self.another.setToolTip(tr("Another stand-in for the chosen words"))
        self.keep = plain_button(tr("Not private"), lambda: flow.keep_phrases(self.table.selected))
        self.keep.setToolTip(tr("Leave the chosen words as they are (Delete)"))
        for button in (self.another, self.keep):
            button.setProperty("flat", True)
        self.preview.setAccessibleName(tr("What the chatbot will read"))
        self.copy = plain_button(tr("Copy for the chatbot"), self._copy)
        self.copy.setProperty("primary", True)
        self.hint = text_label(role="muted")
        self.hint.setText(tr("Stand-ins replace names and numbers; other details can still identify you."))
        self.copy.setToolTip(tr("Names that the chatbot invents cannot be restored in its reply"))
        self.listed = HiddenList(self.table, (self.kind, self.another, self.keep))
        self.columns = TextPair(
            (tr("Your text"), self.pane), (tr("Chatbot version"), self.preview), self.paste
        )
        self._lay_out()
        self._connect()
        self.render_state()

    def _lay_out(self) -> None:
        end = horizontal((self.hint, 1), (self.copy, Qt.AlignmentFlag.AlignBottom), spacing=16)
        vertical((self.columns, 3), (self.listed, 2), self.missed, self.question, end, on=self, spacing=8)

    def render_state(self) -> None:
        """Show the flow as it stands."""
        flow, hidden = self.flow, self.flow.hidden
        if flow.draft.text != self.pane.text:
            self.pane.show_text(flow.draft.text)
        waits = tr("Looking for names…") if flow.looking else tr("What the chatbot will read appears here.")
        self.preview.setPlaceholderText(waits)
        self.listed.setVisible(hidden is not None)
        self.copy.setEnabled(flow.ready and bool(flow.draft.text.strip()))
        if hidden is None:
            self.preview.show_text("")
            self.table.show_rows((), editable=False)
            self.question.follow(())
            self._offer(None)
            return
        if not flow.ready:
            return
        rows = drafts.rows(hidden.sent, flow.draft.known)
        self.pane.show_marks(drafts.marks(hidden.sent))
        if self.preview.text != hidden.sent.text:
            self.preview.follow_text(hidden.sent.text, drafts.sent_marks(hidden.sent))
        else:
            self.preview.set_marks(drafts.sent_marks(hidden.sent))
        self.table.show_rows(rows, editable=not flow.draft.visible)
        self.missed.suggest(hidden.missed)
        self.question.follow(hidden.missed)
        self.listed.show_rows(rows)
        self._offer(None)

    def _connect(self) -> None:
        flow = self.flow
        flow.changed.connect(self.render_state)
        self.pane.text_edited.connect(lambda: flow.set_text(self.pane.text))
        self.pane.hide_wanted.connect(self._hide)
        self.pane.not_private.connect(lambda phrase: flow.keep_phrases((phrase,)))
        self.pane.row_wanted.connect(self._choose_row)
        self.preview.mark_chosen.connect(self._choose_row)
        self.pane.selectionChanged.connect(self._follow_selection)
        self.missed.wanted.connect(self._hide_missed)
        self.question.hide_wanted.connect(self._hide_all)
        self.question.copy_wanted.connect(self._copy)
        self.question.asking.connect(self.hint.setHidden)  # in a small window there is room for one of them
        self.question.asking.connect(self.copy.setHidden)
        flow.begun.connect(self.question.begin_anew)
        self.table.chosen.connect(flow.choose)
        self.table.not_private.connect(flow.keep_phrases)
        self.table.row_changed.connect(self._offer)
        self.kind.activated.connect(self._change_kind)
        self.listed.fold.toggled.connect(lambda _open: self._fit())

    def _offer(self, _row: object) -> None:
        """What can be done with the row in front."""
        row = self.table.row
        named = row is not None and row.kind in NAMES
        self.keep.setEnabled(row is not None)
        self.another.setEnabled(row is not None and not row.sent and not self.flow.draft.visible)
        self.kind.setEnabled(named and row is not None and not row.sent)
        for part in (self.kind, self.another, self.keep):
            part.setVisible(row is not None)
        if row is not None and named:
            self.kind.setCurrentIndex(self.kind.findData(row.kind))
            self.pane.set_current(plain(row.words))
            self.preview.set_current(plain(row.words))

    def _choose_row(self, key: object) -> None:
        for row in self.table.rows:
            if plain(row.words) == key:
                self.listed.fold.setChecked(True)
                self.table.choose(row.words)

    def _change_kind(self, _index: int) -> None:
        row = self.table.row
        if row is not None:
            self.flow.hide_phrase(row.words, Kind(self.kind.currentData()))

    def _draw_another(self) -> None:
        row = self.table.row
        if row is not None:
            self.flow.draw_another(row.words)

    def _hide(self, phrase: str, kind: Kind) -> bool:
        stands = plain(phrase) in plain(self.flow.draft.text)
        if stands:
            self.flow.hide_phrase(phrase, kind)
            self.flow.told.emit(tr("Hidden wherever these words appear"))
        return stands

    def _hide_missed(self, phrase: str, kind: Kind) -> None:
        found = self._hide(phrase, kind)
        if phrase == self.missed.phrase:
            self.missed.done(found)

    def _hide_all(self, phrases: Sequence[str]) -> None:
        for phrase in phrases:
            self._hide(phrase, self.missed.chosen_kind)
        self.copy.setFocus()

    def _follow_selection(self) -> None:
        start, end = self.pane.selected
        if start != end and end - start <= 100:
            self.missed.follow(self.pane.text[start:end])

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """In a narrow window the question for missed names belongs to the list, and opens with it."""
        narrow = self.width() < grown(NARROW)
        self.missed.setVisible(not narrow or self.listed.fold.isChecked())
        self.listed.show_rest(tr("Did we miss a name?") if narrow else "")

    def _copy(self) -> None:
        if not self.flow.ready or self.flow.hidden is None:
            return
        if self.question.holds_up(self.flow.hidden.missed):
            return
        clipboard.put(self.flow.send())
        self.copied.emit()
