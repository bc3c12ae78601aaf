"""One writer at a time: a lock on a file that the system takes back when its holder ends, however it ends."""

import os
import sys
from pathlib import Path

from penname.vault.errors import VaultBusy
from penname.vault.files import plain_words


class WriterLock:
    """Held from its making until `release`; raises VaultBusy when another process or window holds it."""

    def __init__(self, path: Path) -> None:
        with plain_words(path.parent, "open the vault for writing"):
            flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0)
            self._descriptor: int | None = os.open(path, flags, 0o600)
        try:
            with plain_words(path.parent, "open the vault for writing"):
                self._take(self._descriptor)
        except BaseException:
            self.release()
            raise

    def _take(self, descriptor: int) -> None:
        try:
            _lock(descriptor)
        except (BlockingIOError, PermissionError) as error:  # what POSIX and Windows say when it is held
            raise VaultBusy from error

    def release(self) -> None:
        """Let the next one in. The file stays: removing it could let two in at once."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
