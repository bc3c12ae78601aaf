"""A button that says for a moment, in place of its words, that what it is for is done."""

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtWidgets import QPushButton, QStyle, QStyleOptionButton

MOMENT_MS = 2000


class TellingButton(QPushButton):
    """Wide enough for both from the beginning, so that nothing beside it moves."""

    def __init__(self) -> None:
        super().__init__()
        self._words = self._done = ""
        self._moment = QTimer(self)
        self._moment.setSingleShot(True)
        self._moment.setInterval(MOMENT_MS)
        self._moment.timeout.connect(self.end_moment)

    def name(self, words: str, done: str = "") -> None:
        """Its words, and what `tell` says ("": nothing); other ones end the moment."""
        if (words, done) != (self._words, self._done):
            self._words, self._done = words, done
            self.end_moment()

    def tell(self) -> None:
        """Say that it is done."""
        if self._done:
            self.setText(self._told)
            self.setAccessibleName(self._done)
            self._moment.start()

    def end_moment(self) -> None:
        """Go back to its words."""
        self._moment.stop()
        self.setText(self._words)
        self.setAccessibleName("")
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        option = QStyleOptionButton()
        self.initStyleOption(option)
        for words in (self._words, self._told) if self._done else ():
            room = self.fontMetrics().size(Qt.TextFlag.TextShowMnemonic.value, words)
            button = QStyle.ContentsType.CT_PushButton
            hint = hint.expandedTo(self.style().sizeFromContents(button, option, room, self))
        return hint

    @property
    def _told(self) -> str:
        return "✓ " + self._done
