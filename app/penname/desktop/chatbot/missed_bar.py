"""Did we miss a name? Words that may be one, and a field for any other."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QWidget

from penname.desktop.chatbot.kind_words import BY_HAND, kind_label
from penname.desktop.chatbot.missed_question import shortened
from penname.desktop.translate import tr
from penname.desktop.widgets.boxes import horizontal, vertical
from penname.desktop.widgets.button_row import plain_button
from penname.desktop.widgets.choice_box import choice_box
from penname.desktop.widgets.flow_layout import FlowLayout
from penname.desktop.widgets.text_label import text_label
from penname.pseudonyms.entities import Kind

_LONGEST = 200  # characters


class MissedBar(QWidget):
    """One word marked marks all of its kind; the field follows what is selected in the text."""

    wanted = Signal(object, object)  # phrase, Kind
    filled_changed = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.question = QLabel(tr("Did we miss a &name?"))
        self.question.setProperty("part", "title")
        self.question.setMinimumHeight(28)
        self.field = QLineEdit(placeholderText=tr("Select it above, or type it"))
        self.field.setMaxLength(_LONGEST)
        self.field.setAccessibleName(tr("Words to hide wherever they appear"))
        self.question.setBuddy(self.field)
        self.kind = choice_box(
            [(kind, kind_label(kind)) for kind in BY_HAND],
            tr("What these words are, so that the stand-in fits"),
        )
        self.hide_words = plain_button(tr("&Hide"), self.submit)
        self.hide_words.setToolTip(tr("Hide these words wherever they appear in the text"))
        self.hide_words.setEnabled(False)
        self.answer = text_label(role="muted", wraps=False)
        self.answer.hide()
        self.field.textChanged.connect(self._typed)
        self._suggested = QWidget()
        self._flow = FlowLayout(self._suggested, gap=6)
        self.suggestions: list[QPushButton] = []
        asked = horizontal((self.question, Qt.AlignmentFlag.AlignTop), (self._suggested, 1), spacing=8)
        row = horizontal((self.field, 1), self.kind, self.hide_words, spacing=8)
        vertical(asked, row, self.answer, on=self, spacing=6)

    @property
    def phrase(self) -> str:
        """The words in the field."""
        return self.field.text().strip()

    @property
    def chosen_kind(self) -> Kind:
        """What the words are said to be."""
        return Kind(self.kind.currentData())

    def suggest(self, phrases: Sequence[str]) -> None:
        """Offer these as names that may have been missed."""
        if [button.property("phrase") for button in self.suggestions] == list(phrases):
            return
        self._flow.clear()
        self.suggestions = []
        for phrase in phrases:
            short = shortened(phrase)
            button = plain_button(tr("“{words}”", words=short), partial(self._want, phrase))
            button.setAccessibleName(tr("Hide “{words}”", words=short))
            button.setToolTip(tr("Hide these words wherever they appear in the text"))
            button.setProperty("role", "link")
            button.setProperty("phrase", phrase)
            self._flow.addWidget(button)
            self.suggestions.append(button)

    def follow(self, phrase: str) -> None:
        """The user selected these words in the text."""
        if phrase.strip() and "\n" not in phrase.strip():
            self.field.setText(" ".join(phrase.split()))

    def submit(self) -> None:
        """Ask for the words in the field to be hidden."""
        if self.phrase:
            self._want(self.phrase)

    def done(self, found: bool) -> None:
        """Whether the words stand in the text: then the field is free for the next."""
        if found:
            self.field.clear()
        else:
            self.answer.setText(tr("“{words}” does not appear in this text.", words=shortened(self.phrase)))
            self.answer.show()
            self.field.setFocus()
            self.field.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # The field leaves Enter to what it stands in; with nothing in it, it is the window's.
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.phrase:
            self.submit()
        else:
            super().keyPressEvent(event)

    def _want(self, phrase: str) -> None:
        self.wanted.emit(phrase, self.chosen_kind)

    def _typed(self, text: str) -> None:
        self.answer.hide()
        self.hide_words.setEnabled(bool(text.strip()))
        self.filled_changed.emit(bool(text.strip()))
