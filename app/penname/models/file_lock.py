"""Keeps two processes from writing one file; when a process ends, however it does, its hold ends too."""

import contextlib
import sys
from collections.abc import Iterator
from typing import IO

_BEYOND = 2**62  # on Windows a locked byte cannot be read, so it is one that no file has


class InUse(Exception):
    """Another process holds the file."""


@contextlib.contextmanager
def lock(file: IO[bytes]) -> Iterator[None]:
    """Hold an open file alone; raises InUse when somebody else does."""
    try:
        _lock(file)
    except OSError as error:
        raise InUse from error
    yield


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[bytes]) -> None:
        file.seek(_BEYOND)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        file.seek(0)

else:
    import fcntl

    def _lock(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
