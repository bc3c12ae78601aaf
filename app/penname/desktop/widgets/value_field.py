"""A field for one value of an attribute: its heading, what to know about it, and what is wrong with it."""

from collections.abc import Sequence

from PySide6.QtCore import QStringListModel, Qt, Signal
from PySide6.QtWidgets import QCompleter, QLineEdit, QPushButton, QWidget

from penname.desktop.translate import tr
from penname.desktop.widgets.boxes import horizontal, vertical
from penname.desktop.widgets.text_label import text_label


class ValueField(QWidget):
    """`edited` follows the typing, `left` the end of it. A secret value shows itself only behind its eye."""

    edited = Signal()
    left = Signal()

    def __init__(self, title: str, secret: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = title
        self._secret, self._shown = secret, True
        heading = text_label(title, "heading", wraps=False)
        self.field = QLineEdit()
        self.field.setAccessibleName(title)
        self.field.setMaxLength(200)
        heading.setBuddy(self.field)
        self._values = QStringListModel(self)
        completer = QCompleter(self._values, self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        self.field.setCompleter(completer)
        self.button = QPushButton()
        self.button.setProperty("flat", True)
        self._note = text_label(role="muted")
        self._wrong = text_label(role="error")
        self._wrong.setAccessibleName(tr("What is wrong"))
        row = horizontal((self.field, 1), self.button, spacing=4)
        vertical(heading, row, self._wrong, self._note, on=self, spacing=4)
        self.field.textEdited.connect(lambda _text: self.edited.emit())
        self.field.textChanged.connect(self._offer_cover)
        self.field.editingFinished.connect(self.left)
        if secret:
            self.button.clicked.connect(lambda: self._show(not self._shown))
            self._show(True)
            self._offer_cover("")
        self.explain("")
        self.complain("")

    @property
    def value(self) -> str:
        """What stands in the field."""
        return self.field.text()

    def show_value(self, value: str) -> None:
        """Put a value there; a secret one is covered, an empty field is not: who types sees what."""
        self.field.setText(value)
        if self._secret:
            self._show(not value)

    def offer(self, values: Sequence[str]) -> None:
        """Complete typing from these."""
        if self._values.stringList() != list(values):
            self._values.setStringList(list(values))

    def explain(self, words: str) -> None:
        """A quiet line below."""
        self._note.setText(words)
        self._note.setVisible(bool(words))

    def complain(self, words: str) -> None:
        """What is wrong, in place; "" for nothing."""
        self._wrong.setText(words)
        self._wrong.setVisible(bool(words))
        self.field.setAccessibleDescription(words)

    @property
    def complaint(self) -> str:
        """What is said to be wrong."""
        return self._wrong.text()

    def _offer_cover(self, text: str) -> None:
        if self._secret:
            self.button.setVisible(bool(text))  # there is nothing to cover in an empty field

    def _show(self, shown: bool) -> None:
        self._shown = shown
        self.field.setEchoMode(QLineEdit.EchoMode.Normal if shown else QLineEdit.EchoMode.Password)
        self.button.setText(tr("Mask") if shown else tr("Show"))
        words = tr("Mask the value") if shown else tr("Show the value")
        self.button.setToolTip(words)
        self.button.setAccessibleName(tr("{value}: {words}", value=self._title, words=words))
        completer = self.field.completer()
        if completer is not None:
            mode = QCompleter.CompletionMode
            completer.setCompletionMode(mode.PopupCompletion if shown else mode.InlineCompletion)
            completer.setModel(self._values if shown else None)  # type: ignore[arg-type]
