"""How instances talk on Linux and macOS: a socket for its owner alone, in a folder for its owner alone."""

import contextlib
import os
import socket
import struct
import sys
from collections.abc import Iterator
from pathlib import Path

from penname.instance.activation import LONGEST

_BACKLOG = 64
_PATH_LIMIT = 100  # bytes; the systems' own limits are 104 and 108


class SocketListener:
    """The primary instance's end. Whoever makes it must hold the lock: what lies in its place is stale."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        path.unlink(missing_ok=True)
        with _address(path) as address:
            self._socket.bind(address)
        path.chmod(0o600)
        self._socket.listen(_BACKLOG)

    def accept(self) -> "SocketConnection":
        """Wait for the next one; raises OSError after `close`."""
        accepted, _ = self._socket.accept()
        return SocketConnection(accepted)

    def close(self) -> None:
        """Stop listening; an `accept` that waits ends."""
        self._path.unlink(missing_ok=True)
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()


class SocketConnection:
    """One end of a connection: one line each way."""

    def __init__(self, connected: socket.socket) -> None:
        self._socket = connected

    def is_own(self) -> bool:
        """Whether the other end belongs to this user; where the system cannot say, the folder vouches."""
        if sys.platform != "linux":
            return True
        credentials = self._socket.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
        return bool(struct.unpack("3i", credentials)[1] == os.getuid())

    def receive(self, seconds: float) -> bytes:
        """The line that comes within these seconds, or as much of it as came."""
        self._socket.settimeout(seconds)
        line = b""
        with contextlib.suppress(OSError):
            while not line.endswith(b"\n") and len(line) <= LONGEST:
                piece = self._socket.recv(LONGEST)
                if not piece:
                    break
                line += piece
        return line

    def send(self, line: bytes) -> None:
        """Send a line, if there is still anybody to read it."""
        with contextlib.suppress(OSError):
            self._socket.sendall(line)

    def close(self) -> None:
        """Close the connection."""
        self._socket.close()


def connect(path: Path) -> SocketConnection | None:
    """A connection to the instance that listens; None when there is none."""
    connecting = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        with _address(path) as address:
            connecting.connect(address)
    except OSError:
        connecting.close()
        return None
    return SocketConnection(connecting)


@contextlib.contextmanager
def _address(path: Path) -> Iterator[str]:
    """The path, by way of its folder's descriptor where it is too long for a socket's address."""
    if len(os.fsencode(path)) <= _PATH_LIMIT or sys.platform != "linux":
        yield str(path)
        return
    descriptor = os.open(path.parent, os.O_PATH | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{descriptor}/{path.name}"
    finally:
        os.close(descriptor)
