"""The pane for the text that is to be sent: what is hidden in it is marked as it is typed."""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QWidget

from penname.desktop.chatbot.kind_words import BY_HAND, kind_label
from penname.desktop.style.theme import Theme
from penname.desktop.texts.marks import TextMark
from penname.desktop.texts.original_pane import OriginalPane
from penname.desktop.translate import tr


class PrivatePane(OriginalPane):
    """Editable. Of the words under the cursor, or selected, it can be said that they are private, or not."""

    hide_wanted = Signal(object, object)  # phrase, Kind
    not_private = Signal(object)  # phrase
    row_wanted = Signal(object)  # the key of the mark that was clicked or reached by keyboard

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        self._held: tuple[TextMark, ...] = ()
        super().__init__(theme, parent)
        self.set_editable(True)
        self.setAccessibleName(tr("Your text for the chatbot"))
        self.setPlaceholderText(tr("Paste or type what you want to send to a chatbot."))
        self.mark_chosen.connect(self.row_wanted)
        self.edited.connect(self._move_marks)

    def show_marks(self, marks: Sequence[TextMark]) -> None:
        """Mark what is hidden."""
        self._held = tuple(marks)
        self.set_marks(self._held)

    def add_marking_entries(self, menu: QMenu, phrase: str) -> None:
        """What the user can say about `phrase`."""
        hide = menu.addMenu(tr("Hide these words as"))
        for kind in BY_HAND:
            entry = hide.addAction(kind_label(kind))
            entry.triggered.connect(lambda _=False, kind=kind: self.hide_wanted.emit(phrase, kind))
        hide.menuAction().setEnabled(bool(phrase))
        hidden = {self.text[mark.start : mark.end] for mark in self.marks}
        keep = menu.addAction(tr("Not private"))
        keep.triggered.connect(lambda: self.not_private.emit(phrase))
        keep.setEnabled(phrase in hidden)

    def _move_marks(self, start: int, end: int, added: str) -> None:
        """Until the text was looked at again, the marks around what is typed stay with their words."""
        shift = len(added) - (end - start)
        moved = (
            mark if mark.end <= start else replace(mark, start=mark.start + shift, end=mark.end + shift)
            for mark in self._held
            if mark.end <= start or mark.start >= end
        )
        self.show_marks(tuple(moved))
