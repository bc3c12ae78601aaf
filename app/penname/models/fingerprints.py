"""What a model's file was when it was taken in or first opened, so that another one in its place is noticed.

Reading gigabytes at every start would take longer than loading them. So an opening compares size, time of the
last change and inode, and where one of the latter two differs (a copy, a restored backup, a moved disk) the
hash of a few blocks. `verifying.py` reads the whole file when asked to.
"""

import contextlib
import hashlib
from pathlib import Path

import msgspec

from penname import locations
from penname.settings import write_private

BLOCK = 64 * 2**10  # bytes
BLOCKS = 32  # of each file, evenly spread: the header, the end, and tensors between


class Fingerprint(msgspec.Struct, frozen=True):
    """`size` in bytes, `modified` in nanoseconds; `sample` is the SHA-256 of some blocks, in hexadecimal."""

    size: int
    modified: int
    inode: int
    sample: str


def remember_file(path: Path, sha256: str | None = None) -> None:
    """Keep the fingerprint of the file; `sha256` is what its whole hash should be. Raises OSError."""
    kept = _kept_at(path, sha256)
    kept.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    stat = path.stat()
    fingerprint = Fingerprint(stat.st_size, stat.st_mtime_ns, stat.st_ino, _sample_of(path, stat.st_size))
    write_private(kept, msgspec.json.encode(fingerprint))


def forget_file(path: Path, sha256: str | None = None) -> None:
    """Remove the fingerprint, if there is one. Raises OSError."""
    _kept_at(path, sha256).unlink(missing_ok=True)


def what_changed(path: Path, sha256: str | None = None) -> str:
    """What of the file differs from its fingerprint: "size", "contents", or "" where nothing does.

    A file seen for the first time (with this `sha256`, which an update of Penname may change), or one that
    was only copied or touched, is remembered as it is now. Raises OSError when it cannot be read.
    """
    known, stat = _fingerprint(path, sha256), path.stat()
    if known is not None:
        if known.size != stat.st_size:
            return "size"
        if (known.modified, known.inode) == (stat.st_mtime_ns, stat.st_ino):
            return ""
        if known.sample != _sample_of(path, stat.st_size):
            return "contents"
    with contextlib.suppress(OSError):  # a full disk: it is compared again at the next opening
        remember_file(path, sha256)
    return ""


def _fingerprint(path: Path, sha256: str | None) -> Fingerprint | None:
    try:
        return msgspec.json.decode(_kept_at(path, sha256).read_bytes(), type=Fingerprint)
    except (OSError, msgspec.DecodeError):
        return None


def _sample_of(path: Path, size: int) -> str:
    digest, last = hashlib.sha256(), max(0, size - BLOCK)
    with path.open("rb") as file:
        for number in range(BLOCKS):
            file.seek(last * number // (BLOCKS - 1))
            digest.update(file.read(BLOCK))
    return digest.hexdigest()


def _kept_at(path: Path, sha256: str | None) -> Path:
    """Named by a hash, since a path may tell who the user is."""
    named = f"{path.resolve()}\n{sha256 or ''}".encode("utf-8", "surrogateescape")
    key = hashlib.sha256(named).hexdigest()[:32]
    return locations.data_dir() / "fingerprints" / f"{key}.json"
