"""Receives, in the window's thread, what later starts of Penname ask for."""

import threading

from PySide6.QtCore import QObject, Qt, Signal, Slot

from penname.instance.activation import Activation
from penname.instance.primary import PrimaryInstance

_TAKING = (
    1.5  # seconds that the window has for taking an activation before the other start says that it is busy
)


class LaterStarts(QObject):
    """`activated` follows an activation, once the one who asked has been told that it was heard."""

    activated = Signal(object)  # Activation
    _arrived = Signal(object, object)

    def __init__(self, primary: PrimaryInstance, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._arrived.connect(self._take, Qt.ConnectionType.QueuedConnection)
        primary.answer(self._hear)

    def _hear(self, activation: Activation) -> bool:
        """Runs in the listening thread; returns whether the window took the activation."""
        taken = threading.Event()
        self._arrived.emit(activation, taken)
        return taken.wait(_TAKING)

    @Slot(object, object)
    def _take(self, activation: Activation, taken: threading.Event) -> None:
        taken.set()
        self.activated.emit(activation)
