"""The primary instance: becoming it, or handing an activation to the one that runs."""

import contextlib
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from penname.file_lock import FileLock
from penname.instance import paths
from penname.instance.activation import Activation, read_activation

if sys.platform == "win32":
    from penname.instance.named_pipe import PipeConnection as Connection
    from penname.instance.named_pipe import PipeListener as Listener
    from penname.instance.named_pipe import connect
else:
    from penname.instance.unix_socket import SocketConnection as Connection
    from penname.instance.unix_socket import SocketListener as Listener
    from penname.instance.unix_socket import connect

HEARD, BUSY = b"heard\n", b"busy\n"
NOT_ANSWERING = (
    "Penname is running but does not answer. Wait a moment and try again, or quit it and start it again."
)
_HEARING = 2.0  # seconds that the primary one has for taking an activation
_STARTING = 40.0  # and for coming up, on a slow computer that starts many
_AGAIN = 0.05


class NotAnswering(Exception):
    """The primary instance says nothing; the message is a sentence for the user."""


class PrimaryInstance:
    """This process is the primary one. Activations by later starts wait until `answer` is called.

    Without a `lock` there is no place for one, and later starts are on their own.
    """

    def __init__(self, lock: FileLock | None) -> None:
        self._lock = lock
        self._listener: Listener | None = None
        if lock is not None:
            with contextlib.suppress(OSError):  # locked all the same
                self._listener = Listener(_socket())

    def answer(self, hear: Callable[[Activation], bool]) -> None:
        """From now on hand every activation to `hear`, in a thread; it returns whether it took it."""
        if self._listener is not None:
            listen = (self._listener, hear)
            threading.Thread(target=self._listen, args=listen, name="later starts", daemon=True).start()

    def close(self) -> None:
        """Let another process become the primary one."""
        if self._listener is not None:
            self._listener.close()
        if self._lock is not None:
            self._lock.release()

    def _listen(self, listener: Listener, hear: Callable[[Activation], bool]) -> None:
        while True:
            try:
                connection = listener.accept()
            except OSError:
                return
            try:
                activation = read_activation(connection.receive(_HEARING)) if connection.is_own() else None
                if activation is not None:
                    connection.send(HEARD if hear(activation) else BUSY)
            finally:
                connection.close()


def become_primary(activation: Activation, patience: float = _STARTING) -> PrimaryInstance | None:
    """Become the primary instance, or (None) hand it the `activation`. Raises NotAnswering."""
    end = time.monotonic() + patience
    while True:
        try:
            lock = FileLock.take(paths.folder() / f"{paths.name()}.lock")
            if lock is not None:
                return PrimaryInstance(lock)
            if tell(activation, end - time.monotonic()):
                return None
        except OSError:  # a folder that cannot be written to, a file system without locks
            return PrimaryInstance(None)
        if time.monotonic() > end:
            raise NotAnswering(NOT_ANSWERING)
        time.sleep(_AGAIN)


def tell(activation: Activation, patience: float = _HEARING) -> bool | None:
    """Hand an activation to the primary one; whether it took it within `patience` seconds, None if none runs.

    Raises OSError where there is no place to look.
    """
    connection: Connection | None = connect(_socket())
    if connection is None:
        return None
    try:
        connection.send(activation.to_line())
        return connection.receive(max(_AGAIN, patience)) == HEARD
    finally:
        connection.close()


def _socket() -> Path:
    return paths.folder() / f"{paths.name()}.socket"
