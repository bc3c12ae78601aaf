"""Who is first: a lock on a file that the system takes back when its holder ends, however it ends."""

import os
import sys
from pathlib import Path


class Lock:
    """Held until `release`. The file stays: removing it could let two in at once."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor: int | None = descriptor

    def release(self) -> None:
        """Let the next one be first."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


def take(path: Path) -> Lock | None:
    """The lock, or None when another process has it. Raises OSError where nothing can be locked."""
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0)
    descriptor = os.open(path, flags, 0o600)
    try:
        _lock(descriptor)
    except (BlockingIOError, PermissionError):  # what POSIX and Windows say when it is held
        os.close(descriptor)
        return None
    except BaseException:
        os.close(descriptor)
        raise
    return Lock(descriptor)


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
