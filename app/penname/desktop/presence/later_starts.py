"""Hears in the window's thread what later starts of Penname ask for."""

import threading

from PySide6.QtCore import QObject, Qt, Signal, Slot

from penname.instance.first import First
from penname.instance.wishes import Wish

_TAKING = 1.5  # seconds that the window has for taking a wish before the other start says that it is busy


class LaterStarts(QObject):
    """`wished` follows a wish, once the one who wished has been told that it was heard."""

    wished = Signal(object)  # Wish
    _arrived = Signal(object, object)

    def __init__(self, first: First, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._arrived.connect(self._take, Qt.ConnectionType.QueuedConnection)
        first.answer(self._hear)

    def _hear(self, wish: Wish) -> bool:
        """Called in the thread that listens."""
        taken = threading.Event()
        self._arrived.emit(wish, taken)
        return taken.wait(_TAKING)

    @Slot(object, object)
    def _take(self, wish: Wish, taken: threading.Event) -> None:
        taken.set()
        self.wished.emit(wish)
