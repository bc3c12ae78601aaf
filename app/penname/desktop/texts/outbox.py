"""Puts results on the clipboard, and remembers what was there before. In memory only."""

from collections.abc import Mapping

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QGuiApplication

from penname.desktop.texts import clipboard


class Outbox(QObject):
    """The last result, what it took the place of, and the time after which it is taken away."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._before: Mapping[str, bytes] = {}
        self._ours = False  # whether what is on the clipboard is what was put last
        self._clearing = QTimer(self)
        self._clearing.setSingleShot(True)
        self._clearing.timeout.connect(self._clear)
        QGuiApplication.clipboard().dataChanged.connect(self._look)

    @property
    def can_put_back(self) -> bool:
        """Whether there is something to put back."""
        return bool(self._before)

    def put(self, text: str, before: Mapping[str, bytes], sensitive: bool, seconds: int = 0) -> None:
        """Put `text` in place of `before`; after `seconds` (0: never) it is removed again."""
        self._before = dict(before)
        clipboard.put_forms({"text/plain": text.encode("utf-8", "surrogatepass")}, sensitive)
        self._ours = True
        self._clearing.stop()
        if seconds:
            self._clearing.start(seconds * 1000)
        self.changed.emit()

    def put_back(self) -> None:
        """What was on the clipboard before the last result: an original, so histories are to leave it out."""
        if self._before:
            before, self._before = self._before, {}
            self._clearing.stop()
            clipboard.put_forms(before, sensitive=True)
            self._ours = False
            self.changed.emit()

    def forget(self) -> None:
        """Keep nothing of what was there before."""
        self._before = {}
        self.changed.emit()

    def _clear(self) -> None:
        if self._ours and self._owns():
            QGuiApplication.clipboard().clear()
        self._ours = False

    def _look(self) -> None:
        if not self._owns():
            self._ours = False

    def _owns(self) -> bool:
        return QGuiApplication.clipboard().ownsClipboard()
