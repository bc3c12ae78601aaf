"""Did we miss a name? Words that may be one, and a field for any other."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from penname.desktop.chatbot.kind_words import BY_HAND, kind_label
from penname.desktop.translate import tr
from penname.desktop.widgets.button_row import plain_button
from penname.desktop.widgets.choice_box import choice_box
from penname.desktop.widgets.flow_layout import FlowLayout
from penname.pseudonyms.entities import Kind

_SHOWN = 28  # characters of a suggestion


class MissedBar(QWidget):
    """One word marked marks all of its kind; the field follows what is selected in the text."""

    wanted = Signal(object, object)  # phrase, Kind

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.question = QLabel(tr("Did we miss a name?"))
        self.question.setProperty("part", "title")
        self.question.setMinimumHeight(28)
        self.field = QLineEdit()
        self.field.setPlaceholderText(tr("Select it above, or type it"))
        self.field.setAccessibleName(tr("Words to hide wherever they stand"))
        self.question.setBuddy(self.field)
        self.kind = choice_box(
            [(kind.value, kind_label(kind)) for kind in BY_HAND], tr("What these words are")
        )
        self.hide_words = plain_button(tr("Hide"), self._want)
        self.hide_words.setToolTip(tr("Hide these words wherever they stand in the text"))
        self.field.returnPressed.connect(self._want)
        self.field.textChanged.connect(lambda text: self.hide_words.setEnabled(bool(text.strip())))
        self.hide_words.setEnabled(False)
        self._suggested = QWidget()
        self._flow = FlowLayout(self._suggested, gap=6)
        self.suggestions: list[QPushButton] = []
        asked = QHBoxLayout()
        asked.setSpacing(8)
        asked.addWidget(self.question, 0, Qt.AlignmentFlag.AlignTop)
        asked.addWidget(self._suggested, 1)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.field, 1)
        row.addWidget(self.kind)
        row.addWidget(self.hide_words)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addLayout(asked)
        layout.addLayout(row)

    def suggest(self, phrases: Sequence[str]) -> None:
        """Offer these as names that may have been missed."""
        if [button.property("phrase") for button in self.suggestions] == list(phrases):
            return
        self._flow.clear()
        self.suggestions = []
        for phrase in phrases:
            short = " ".join(phrase.split())
            short = short if len(short) <= _SHOWN else short[: _SHOWN - 1] + "…"
            wanted = partial(self._want_phrase, phrase)
            button = plain_button(tr("“{words}”", words=short), wanted)
            button.setAccessibleName(tr("Hide “{words}”", words=short))
            button.setToolTip(tr("Hide these words wherever they stand in the text"))
            button.setProperty("role", "choice")
            button.setProperty("phrase", phrase)
            self._flow.addWidget(button)
            self.suggestions.append(button)

    def follow(self, phrase: str) -> None:
        """The user selected these words in the text."""
        if phrase and "\n" not in phrase:
            self.field.setText(phrase)

    @property
    def chosen_kind(self) -> Kind:
        """What the words are said to be."""
        return Kind(self.kind.currentData())

    def _want_phrase(self, phrase: str) -> None:
        self.wanted.emit(phrase, self.chosen_kind)

    def _want(self) -> None:
        phrase = self.field.text().strip()
        if phrase:
            self.field.clear()
            self._want_phrase(phrase)
