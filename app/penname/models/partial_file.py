"""A partly downloaded file, hashed as it grows, with a note beside it of what it is to be."""

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import IO

import msgspec

from penname.models.hashing import PIECE

SPARE = 200_000_000  # bytes of disk left to everybody else


class Note(msgspec.Struct, frozen=True):
    """What the file is to become, and the server's name for its content (a strong ETag of RFC 9110)."""

    sha256: str
    size: int
    etag: str | None = None


class PartialFile:
    """An open file and how far it is; `pieces` counts the connections that it is put together from."""

    def __init__(self, file: IO[bytes], path: Path) -> None:
        self.done = 0
        self.pieces = 0
        self._file = file
        self._note_path = path.with_name(path.name + ".json")
        self._digest = hashlib.sha256()
        self._read = False

    def become(self, sha256: str, size: int, on_progress: Callable[[int], None]) -> None:
        """Go on with what an earlier try left of this very content, which is read again; else start over."""
        note = self.note()
        if note is None or (note.sha256, note.size) != (sha256, size):
            self.start_over()
            self.write_note(Note(sha256, size))
        elif not self._read:
            self._read_again(on_progress)
            if self.done > size:
                self.start_over()
        self._read = True

    def start_over(self) -> None:
        """Throw away what is there."""
        if os.fstat(self._file.fileno()).st_size:
            self._file.truncate(0)
        self._digest, self.done, self.pieces = hashlib.sha256(), 0, 0

    def append(self, data: bytes) -> None:
        """Grow by `data`."""
        self._file.write(data)
        self._digest.update(data)
        self.done += len(data)

    def settle(self) -> str:
        """Bring everything to the disk; returns the content's SHA-256."""
        self._file.flush()
        os.fsync(self._file.fileno())
        return self._digest.hexdigest()

    def flush(self) -> None:
        """Hand what is there to the system, so that it stays when this process ends."""
        self._file.flush()

    def note(self) -> Note | None:
        """What is known of the content; None where nothing is."""
        try:
            return msgspec.json.decode(self._note_path.read_bytes(), type=Note)
        except (OSError, msgspec.DecodeError):
            return None

    def write_note(self, note: Note) -> None:
        """Keep `note` for the next try."""
        partial = self._note_path.with_name(self._note_path.name + ".partial")
        partial.write_bytes(msgspec.json.encode(note))
        partial.replace(self._note_path)

    def _read_again(self, on_progress: Callable[[int], None]) -> None:
        self._file.seek(0)
        while piece := self._file.read(PIECE):
            self._digest.update(piece)
            self.done += len(piece)
            on_progress(self.done)
        self.pieces = 1 if self.done else 0
