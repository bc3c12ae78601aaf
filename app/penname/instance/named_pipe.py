"""How instances talk on Windows: a named pipe, which only its owner may write to unless told otherwise.

Written against the documentation of `multiprocessing.connection` and of CreateNamedPipe; not run so far.
"""

import contextlib
import hashlib
from multiprocessing import connection
from pathlib import Path

from penname.instance.activation import LONGEST


class PipeListener:
    """The primary instance's end; made with FILE_FLAG_FIRST_PIPE_INSTANCE, so nobody can sit in its place."""

    def __init__(self, path: Path) -> None:
        self._address = _address(path)
        self._listener = connection.Listener(self._address, "AF_PIPE")
        self._closed = False

    def accept(self) -> "PipeConnection":
        """Wait for the next one; raises OSError after `close`."""
        accepted = self._listener.accept()
        if self._closed:
            raise OSError("closed")
        return PipeConnection(accepted)

    def close(self) -> None:
        """Stop listening; a connection of our own ends an `accept` that waits."""
        self._closed = True
        with contextlib.suppress(OSError):
            connection.Client(self._address, "AF_PIPE").close()
        self._listener.close()


class PipeConnection:
    """One end of a connection: one line each way. Bytes only: nothing is unpickled."""

    def __init__(self, connected: "connection.Connection") -> None:
        self._connection = connected

    def is_own(self) -> bool:
        """The pipe's default security lets its owner and administrators alone write to it."""
        return True

    def receive(self, seconds: float) -> bytes:
        """The line that comes within these seconds; nothing if none does."""
        with contextlib.suppress(OSError, EOFError):
            if self._connection.poll(seconds):
                return self._connection.recv_bytes(LONGEST + 1)
        return b""

    def send(self, line: bytes) -> None:
        """Send a line, if there is still anybody to read it."""
        with contextlib.suppress(OSError):
            self._connection.send_bytes(line)

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()


def connect(path: Path) -> PipeConnection | None:
    """A connection to the instance that listens; None when there is none."""
    with contextlib.suppress(OSError):
        return PipeConnection(connection.Client(_address(path), "AF_PIPE"))
    return None


def _address(path: Path) -> str:
    """Pipes share one space of names: the folder, which is the user's own, tells them apart."""
    return rf"\\.\pipe\penname-{hashlib.sha256(str(path).encode()).hexdigest()[:32]}"
