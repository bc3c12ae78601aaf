"""What the small window works on: one text and one thing to be done with it."""

from PySide6.QtCore import QObject, Signal

from penname.desktop.changes.diff_view import Review
from penname.domain.changes import Change


class QuickTask(QObject):
    """`review` is what is shown, `busy` a sentence while more is to come, `error` why nothing does.

    `notes` are said below the text. `sensitive` results are originals: histories are asked to leave them out.
    """

    changed = Signal()
    sensitive = False

    def __init__(self, text: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.text = text
        self.review = Review(text)
        self.busy = ""
        self.error = ""
        self.ready = False  # whether the result may be copied

    @property
    def headline(self) -> str:
        """What came of it, in a few words."""
        return ""

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences to be read before the result is used."""
        return ()

    @property
    def result(self) -> str:
        """The text to be copied."""
        return self.review.new_text

    @property
    def labels(self) -> dict[str, str]:
        """What the attributes of changes are called."""
        return {}

    @property
    def alternatives(self) -> tuple[Change, ...]:
        """What can be taken in the place of changes."""
        return ()

    def start(self) -> None:
        """Begin; `changed` follows."""

    def toggle(self, change: Change) -> None:
        """Drop a change, or take it back."""
        self.review = self.review.toggle(change)
        self.changed.emit()

    def take(self, change: Change) -> None:
        """Make one of the alternatives."""
        self.review = self.review.take(change)
        self.changed.emit()

    def taken(self) -> None:
        """The result was copied."""

    def stop(self) -> None:
        """The window no longer wants it."""
