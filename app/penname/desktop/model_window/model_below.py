"""What opens below a model's row: a question, what went wrong, a token that is asked for, and the details."""

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLineEdit, QWidget

from penname.desktop.models.model_rows import ModelAction, ModelRow
from penname.desktop.models.model_words import action_words
from penname.desktop.texts import clipboard
from penname.desktop.translate import tr
from penname.desktop.widgets.boxes import vertical
from penname.desktop.widgets.button_row import plain_button, row_of
from penname.desktop.widgets.text_label import text_label
from penname.desktop.widgets.wrapping import wrapping

_BESIDE = (ModelAction.CANCEL, ModelAction.COPY_LINK)  # answers that a question or a token needs in sight


class ModelBelow(QWidget):
    """Takes no room while there is nothing to say."""

    asked = Signal(object)  # ModelAction

    def __init__(self) -> None:
        super().__init__()
        self._row: ModelRow | None = None
        self._opened = False
        self._shown: tuple[tuple[str, str], ...] = ()
        self.question, self.error = text_label(role=""), text_label(role="error")
        self.token = QLineEdit()
        self.token.setEchoMode(QLineEdit.EchoMode.Password)
        self.token.setPlaceholderText(tr("Your Hugging Face token, hf_…"))
        self.token.setAccessibleName(tr("Your Hugging Face token"))
        self.buttons = {action: plain_button("", partial(self.asked.emit, action)) for action in _BESIDE}
        self.details = QWidget()
        self._grid = QGridLayout(self.details)
        self._grid.setContentsMargins(0, 4, 0, 4)
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(1, 1)
        self.copy = plain_button(tr("Copy the details"), self._copy)
        vertical(
            self.question,
            self.error,
            self.token,
            row_of(*self.buttons.values()),
            self.details,
            on=self,
            spacing=8,
            margins=(44, 0, 16, 8),
        )

    @property
    def holds_focus(self) -> bool:
        """Whether the keyboard is on one of the answers."""
        return any(button.hasFocus() for button in self.buttons.values())

    def show_row(self, row: ModelRow) -> None:
        """Show what the row has to say here."""
        self._row = row
        for label, words in ((self.question, row.question), (self.error, row.error)):
            label.setText(words)
            label.setVisible(bool(words))
        self.token.setVisible(row.asks_token)
        wanted = {ModelAction.CANCEL: bool(row.question), ModelAction.COPY_LINK: row.asks_token}
        for action, button in self.buttons.items():
            button.setText(action_words(action, row))
            button.setAccessibleName(f"{button.text()}: {row.title}")
            button.setVisible(wanted[action])
        self.open_details(self._opened)

    def open_details(self, opened: bool) -> None:
        """Show the details, or put them away."""
        self._opened = opened
        row = self._row
        if opened and row is not None and row.details != self._shown:
            self._shown = row.details
            self._fill()
        self.details.setVisible(opened)
        self.setVisible(opened or (row is not None and bool(row.question or row.error or row.asks_token)))

    def take_token(self) -> str:
        """What was typed; it stands nowhere on the screen or in a widget any longer than needed."""
        token = self.token.text().strip()
        self.token.clear()
        if not token:
            self.token.setFocus()
        return token

    def _fill(self) -> None:
        while (item := self._grid.takeAt(0)) is not None:
            if (part := item.widget()) is not None and part is not self.copy:
                part.deleteLater()
        for number, (heading, words) in enumerate(self._shown):
            head, said = text_label(role="muted"), text_label(role="")
            head.setText(heading)
            head.setWordWrap(False)
            said.setText(wrapping(words))
            self._grid.addWidget(head, number, 0, Qt.AlignmentFlag.AlignTop)
            self._grid.addWidget(said, number, 1)
        self._grid.addWidget(self.copy, len(self._shown), 1, Qt.AlignmentFlag.AlignLeading)

    def _copy(self) -> None:
        clipboard.put("\n".join(f"{heading}: {words}" for heading, words in self._shown))
