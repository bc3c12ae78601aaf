"""Stopping work that runs in another thread."""

import threading
from collections.abc import Callable

from penname.domain.errors import Cancelled


class Cancellation:
    """A flag one thread raises and another obeys; what is under way registers how to stop itself."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._raised = False
        self._stop: Callable[[], None] | None = None

    def raise_flag(self) -> None:
        """Stop what is under way, and whatever would begin after it, until `clear`."""
        with self._lock:
            self._raised = True
            stop = self._stop
        if stop:
            stop()

    def clear(self) -> None:
        """Allow new work."""
        with self._lock:
            self._raised = False

    def check(self) -> None:
        """Raise Cancelled if the flag is up."""
        if self._raised:
            raise Cancelled

    def stopping_with(self, stop: Callable[[], None] | None) -> None:
        """Say how to stop what begins now (None: nothing runs); called at once if the flag is already up."""
        with self._lock:
            self._stop = stop
            raised = self._raised
        if raised and stop:
            stop()
