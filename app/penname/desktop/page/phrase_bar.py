"""What the user said about single phrases: each with a button that takes it back."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QSizePolicy, QToolButton, QWidget

from penname.desktop.translate import tr
from penname.desktop.widgets.boxes import horizontal
from penname.desktop.widgets.flow_layout import FlowLayout
from penname.desktop.widgets.small_buttons import close_button
from penname.desktop.widgets.text_label import text_label
from penname.desktop.widgets.tooltips import plain_tooltip
from penname.domain.attributes import Attribute
from penname.domain.phrase_rules import PhraseRule

LONGEST = 32  # characters of a phrase that are shown; the tooltip has all of it


class PhraseBar(QWidget):
    """A row shown only while there are rules. `removed` carries the `PhraseRule` that was taken back."""

    removed = Signal(object)

    def __init__(self, attributes: Sequence[Attribute], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._labels = {attribute.name: attribute.label for attribute in attributes}
        self._shown: tuple[PhraseRule, ...] = ()
        self._height = max(28, self.fontMetrics().height() + 12)  # as high as a chip
        self.buttons: list[QToolButton] = []
        heading = text_label(tr("PHRASES"), "heading", wraps=False)
        heading.setToolTip(tr("What you decided about words in your text"))
        row = QWidget()
        self._flow = FlowLayout(row, 6)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        row.setSizePolicy(policy)
        self.setSizePolicy(policy)
        layout = horizontal((heading, Qt.AlignmentFlag.AlignTop), on=self, spacing=12)
        heading.setMinimumHeight(self._height)
        layout.addWidget(row, 1)
        self.hide()

    def show_rules(self, said: Sequence[PhraseRule], usable: bool) -> None:
        """Show these; not `usable`, they can only be read."""
        if tuple(said) != self._shown:
            focused = next((i for i, button in enumerate(self.buttons) if button.hasFocus()), None)
            self._shown = tuple(said)
            self._flow.clear()
            self.buttons.clear()
            for rule in said:
                self._flow.addWidget(self._token(rule))
            if focused is not None and self.buttons:
                self.buttons[min(focused, len(self.buttons) - 1)].setFocus()
        for button in self.buttons:
            button.setEnabled(usable)
        self.setVisible(bool(said))

    def _token(self, rule: PhraseRule) -> QFrame:
        short = " ".join(rule.phrase.split())
        short = short if len(short) <= LONGEST else short[: LONGEST - 1].rstrip() + "…"
        words = self._words(rule, short)
        token = QFrame()
        token.setProperty("role", "token")
        token.setFixedHeight(self._height)
        label = text_label(words, wraps=False)
        label.setToolTip(plain_tooltip(self._words(rule, rule.phrase)))
        button = close_button(tr("Undo this"), lambda: self.removed.emit(rule))
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.setAccessibleName(tr("Undo: {words}", words=words))
        self.buttons.append(button)
        horizontal(label, button, on=token, spacing=2, margins=(10, 0, 4, 0))
        return token

    def _words(self, rule: PhraseRule, phrase: str) -> str:
        if rule.attribute is None:
            return tr("“{phrase}” stays as it is", phrase=phrase)
        attribute = self._labels.get(rule.attribute, rule.attribute)
        return tr("“{phrase}” gives away {attribute}", phrase=phrase, attribute=attribute.lower())
