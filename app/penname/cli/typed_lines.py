"""Lines that somebody types, waited for so that Ctrl+C is heard meanwhile."""

import os
import queue
import sys
import threading
from collections.abc import Callable

_BYTES = 4096  # more than a terminal hands over at once


class TypedLines:
    """Reads a terminal in a thread of its own.

    It reads the descriptor itself: a thread that waits in `sys.stdin` would hold its lock when the program
    ends, and Python aborts then.
    """

    def __init__(self, descriptor: int = 0, encoding: str | None = None) -> None:
        self._descriptor = descriptor
        self._encoding = encoding or sys.stdin.encoding or "utf-8"
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._begun = False

    def next(self, check: Callable[[], None]) -> str | None:
        """The next line without its end; None once there is no more. `check` may raise while nobody types."""
        if not self._begun:
            self._begun = True
            threading.Thread(target=self._read, name="typed lines", daemon=True).start()
        while True:
            check()
            try:
                return self._lines.get(timeout=0.1)
            except queue.Empty:
                continue

    def _read(self) -> None:
        left = b""
        while data := self._read_some():
            *whole, left = (left + data).split(b"\n")
            for line in whole:
                self._lines.put(line.decode(self._encoding, "replace").rstrip("\r"))
        if left:
            self._lines.put(left.decode(self._encoding, "replace"))
        self._lines.put(None)

    def _read_some(self) -> bytes:
        try:
            return os.read(self._descriptor, _BYTES)
        except OSError:  # the terminal is gone
            return b""
