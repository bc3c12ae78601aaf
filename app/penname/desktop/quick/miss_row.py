"""Did we miss a name? Pick it in the text or type it, and all its occurrences are hidden."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from penname.desktop.translate import tr
from penname.desktop.widgets.button_row import plain_button
from penname.desktop.widgets.choice_box import choice_box
from penname.pseudonyms.entities import Kind


class MissRow(QWidget):
    """`hide_wanted` tells the words and what they are."""

    hide_wanted = Signal(object, object)  # the phrase, its Kind
    filled_changed = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        question = QLabel(tr("Did we miss a &name? Select it above, or type it:"))
        self.field = QLineEdit(placeholderText=tr("Words to hide wherever they stand"))
        self.field.setMaxLength(200)
        question.setBuddy(self.field)
        self.kind = choice_box(
            [
                (Kind.PERSON, tr("Person")),
                (Kind.PLACE, tr("Place")),
                (Kind.ORGANIZATION, tr("Organization")),
                (Kind.OTHER, tr("Something else")),
            ],
            tr("What these words are, so that the stand-in fits"),
        )
        self.button = plain_button(tr("&Hide it"), self.submit)
        self.button.setEnabled(False)
        self._answer = QLabel()
        self._answer.setTextFormat(Qt.TextFormat.PlainText)
        self._answer.setProperty("role", "muted")
        self._answer.hide()
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(self.field, 1)
        line.addWidget(self.kind)
        line.addWidget(self.button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(question)
        column.addLayout(line)
        column.addWidget(self._answer)
        self.field.textChanged.connect(self._typed)

    @property
    def phrase(self) -> str:
        """The words in the field."""
        return self.field.text().strip()

    def offer(self, words: str) -> None:
        """Put words that were picked in the text into the field."""
        self.field.setText(" ".join(words.split()))

    def submit(self) -> None:
        """Ask for the words to be hidden."""
        if self.phrase:
            self.hide_wanted.emit(self.phrase, Kind(self.kind.currentData()))

    def done(self, found: bool) -> None:
        """Whether the words were found: then the field is free for the next."""
        if found:
            self.field.clear()
        else:
            self._answer.setText(tr("“{words}” does not stand in this text.", words=self.phrase))
            self._answer.show()
            self.field.setFocus()
            self.field.selectAll()

    def _typed(self, text: str) -> None:
        self._answer.hide()
        self.button.setEnabled(bool(text.strip()))
        self.filled_changed.emit(bool(text.strip()))
