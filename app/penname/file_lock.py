"""One process at a time: a lock on a file that the system takes back however its holder ends.

Not the package filelock: it locks paths, and a download that grows is locked by the file that is open.
"""

import os
import sys
from pathlib import Path
from typing import Self


class FileLock:
    """Held until `release`. The file stays: removing it could let two in at once."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor: int | None = descriptor

    @classmethod
    def take(cls, path: Path) -> Self | None:
        """The lock, or None while it is held already. Raises OSError where nothing can be locked."""
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0)
        descriptor = os.open(path, flags, 0o600)
        try:
            held = lock_open_file(descriptor)
        except BaseException:
            os.close(descriptor)
            raise
        if not held:
            os.close(descriptor)
            return None
        return cls(descriptor)

    def release(self) -> None:
        """Let the next one in."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


def lock_open_file(descriptor: int) -> bool:
    """Hold an open file until it is closed; False when somebody else does. Raises OSError like `take`."""
    try:
        _lock(descriptor)
    except (BlockingIOError, PermissionError):  # what POSIX and Windows say when it is held
        return False
    return True


if sys.platform == "win32":
    import msvcrt

    _BEYOND = 2**62  # a locked byte cannot be read there, so it is one that no file has

    def _lock(descriptor: int) -> None:
        before = os.lseek(descriptor, 0, os.SEEK_CUR)
        os.lseek(descriptor, _BEYOND, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        finally:
            os.lseek(descriptor, before, os.SEEK_SET)
else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
