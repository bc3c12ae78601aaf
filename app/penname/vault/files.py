"""Files of the vault on disk: replaced as a whole or not at all, for their owner only, never by a link.

An error of the disk becomes a sentence that names the folder, never what was to be written.
"""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from penname.vault.errors import VaultError

_NEW = (
    ".new"  # one fixed name: only the holder of the lock writes, and what a killed program left is replaced
)
_SAFELY = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_REASONS = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "your share of the disk is used up",
    errno.EFBIG: "the disk is full",
    errno.EROFS: "the disk is read-only",
    errno.EACCES: "you may not write there",
    errno.EPERM: "you may not write there",
    errno.EIO: "the disk reported an error",
}


@contextmanager
def plain_words(folder: Path, doing: str) -> Iterator[None]:
    """Raise VaultError for an OSError: `doing` could not be done, and why."""
    try:
        yield
    except OSError as error:
        why = _REASONS.get(error.errno or 0, "the system refused it")
        raise VaultError(
            f"Penname could not {doing} in {folder}: {why}. What was kept there before is as it was."
        ) from error


def make_private(folder: Path) -> None:
    """Make a folder that only its owner may enter, or close an existing one. Raises VaultError."""
    with plain_words(folder.parent, "make a folder"):
        folder.mkdir(mode=0o700, exist_ok=True)
        if folder.is_symlink() or not folder.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, "no folder")
        if os.name == "posix" and folder.stat().st_mode & 0o077:
            folder.chmod(0o700)


def read(path: Path) -> bytes | None:
    """The bytes of a file, None when there is none. Raises VaultError when it cannot be read."""
    with plain_words(path.parent, "read"):
        try:
            descriptor = os.open(path, os.O_RDONLY | _SAFELY)
        except FileNotFoundError:
            return None
        with os.fdopen(descriptor, "rb") as file:
            return file.read()


def replace(path: Path, data: bytes) -> None:
    """Put `data` in place of a file so that at any moment the whole old or the whole new one is there.

    Returns when the disk has it. Raises VaultError, and the old one stays.
    """
    temporary = path.with_name(path.name + _NEW)
    with plain_words(path.parent, "save"):
        try:
            with opened_for_writing(temporary, os.O_CREAT | os.O_TRUNC) as descriptor:
                write_all(descriptor, data)
                os.fsync(descriptor)
            os.replace(temporary, path)
        except OSError:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)
            raise
        sync_folder(path.parent)


def remove(path: Path) -> None:
    """Remove a file if it is there, and wait until the disk knows. Raises VaultError."""
    with plain_words(path.parent, "remove a file"):
        path.unlink(missing_ok=True)
        sync_folder(path.parent)


@contextmanager
def opened_for_writing(path: Path, flags: int = 0) -> Iterator[int]:
    """A descriptor to write with; raises OSError."""
    descriptor = os.open(path, os.O_WRONLY | flags | _SAFELY, 0o600)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def write_all(descriptor: int, data: bytes) -> None:
    """Write all of `data`, in as many steps as the system takes; raises OSError."""
    left = memoryview(data)
    while left:
        left = left[os.write(descriptor, left) :]


def sync_folder(folder: Path) -> None:
    """Wait until the disk knows the names in a folder; raises OSError. Windows does this by itself."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
