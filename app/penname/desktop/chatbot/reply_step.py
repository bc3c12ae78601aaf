"""Second step: the chatbot's reply, and the same with the names back."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from penname.desktop.chatbot import reply as replies
from penname.desktop.chatbot.chatbot_flow import ChatbotFlow
from penname.desktop.chatbot.step import Step
from penname.desktop.chatbot.text_pair import TextPair
from penname.desktop.style.theme import Theme
from penname.desktop.texts import clipboard
from penname.desktop.texts.original_pane import OriginalPane
from penname.desktop.texts.text_view import TextView
from penname.desktop.translate import tr
from penname.desktop.widgets.boxes import vertical
from penname.desktop.widgets.button_row import plain_button
from penname.desktop.widgets.flow_layout import FlowLayout
from penname.desktop.widgets.scrolled import scrolled
from penname.desktop.widgets.text_label import text_label
from penname.pseudonyms.uncertain_matches import UncertainMatch

MOST_DOUBTS = 30  # that get a row each
DOUBTS_HIGH = 132  # pixels


class ReplyStep(Step):
    """Shows the flow's reply; what is copied here is marked as sensitive."""

    def __init__(self, flow: ChatbotFlow, theme: Theme) -> None:
        self.back = TextView(theme)
        super().__init__(flow, OriginalPane(theme), self.back)
        self.pane.can_mark = False
        self.pane.set_editable(True)
        self.pane.setAccessibleName(tr("The chatbot's reply"))
        self.pane.setPlaceholderText(tr("Paste the chatbot's reply here. The real names appear beside it."))
        self.back.setAccessibleName(tr("The reply with the real names"))
        self.back.setPlaceholderText(tr("The reply with the real names and numbers appears here."))
        self.said = QLabel(wordWrap=True)
        self.missing = text_label(role="muted")
        for label in (self.said, self.missing):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.hide()
        self._rows = QWidget()
        self._lines = vertical(on=self._rows, spacing=4)
        self.doubts = scrolled(self._rows)
        self.doubts.setAccessibleName(tr("Words that may be stand-ins"))
        self.doubts.hide()
        self._shown: tuple[UncertainMatch, ...] = ()
        self.copy = plain_button(tr("Copy with the real names"), self._copy)
        self.copy.setProperty("primary", True)
        self.copy.setToolTip(tr("Clipboard histories are asked not to keep it"))
        columns = TextPair(
            (tr("The chatbot’s reply"), self.pane), (tr("With the real names"), self.back), self.paste
        )
        vertical(
            (columns, 1),
            self.said,
            self.missing,
            self.doubts,
            (self.copy, Qt.AlignmentFlag.AlignTrailing),
            on=self,
            spacing=8,
        )
        flow.reply_changed.connect(self.render_state)
        self.pane.text_edited.connect(lambda: flow.set_reply(self.pane.text))
        self.render_state()

    def render_state(self) -> None:
        """Show the flow as it stands."""
        if self.flow.reply != self.pane.text:
            self.pane.show_text(self.flow.reply)
        restored = self.flow.restored
        self.copy.setEnabled(restored is not None)
        if restored is None:
            self.back.show_text("")
            self._say("", "")
            self._list(())
            return
        if self.back.text != restored.text:
            self.back.follow_text(restored.text, replies.marks(restored))
        else:
            self.back.set_marks(replies.marks(restored))
        self._say(replies.came_back(restored), replies.missing(restored))
        self._list(restored.doubts[:MOST_DOUBTS])

    def _say(self, said: str, missing: str) -> None:
        for label, words in ((self.said, said), (self.missing, missing)):
            label.setText(words)
            label.setVisible(bool(words))

    def _list(self, doubts: Sequence[UncertainMatch]) -> None:
        if tuple(doubts) == self._shown:
            return
        self._shown = tuple(doubts)
        while (item := self._lines.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for match in doubts:
            self._lines.addWidget(self._row(match))
        self._lines.addStretch(1)
        self.doubts.setVisible(bool(doubts))
        if doubts:
            self._lines.activate()
            self.doubts.setMaximumHeight(min(DOUBTS_HIGH, self._lines.totalHeightForWidth(self.width())))

    def _row(self, match: UncertainMatch) -> QWidget:
        row = QWidget()
        line = FlowLayout(row)
        where = plain_button(tr("“{words}”", words=match.text), lambda: self._jump(match))
        where.setProperty("flat", True)
        where.setToolTip(tr("Show it in the reply"))
        line.addWidget(where)
        question = QLabel(replies.question(match))
        question.setToolTip(question.text())
        line.addWidget(question)
        if answer := replies.answer(match, self.flow.mapping):
            yes = plain_button(answer, lambda: self.flow.settle(match))
            yes.setToolTip(tr("Replace “{words}” with the name", words=match.text))
            line.add_at_end(yes)
        return row

    def _jump(self, match: UncertainMatch) -> None:
        if self.flow.restored is not None:
            self.back.select(*self.flow.restored.span_of(match))

    def _copy(self) -> None:
        if self.flow.restored is not None:
            text = self.flow.restored.text
            clipboard.put_forms({"text/plain": text.encode("utf-8", "replace")}, sensitive=True)
            self.flow.told.emit(
                tr("Copied with the real names. Clipboard histories are asked not to keep it")
            )
