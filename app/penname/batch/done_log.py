"""What a batch has done, as JSON lines: a killed batch goes on behind the last.

A line that the death of the program cut off is taken away when the file is opened again. A killed program
loses nothing that `append` returned from, a computer without power the last second.
"""

import os
import time
from array import array
from collections.abc import Iterator
from pathlib import Path
from threading import Lock
from typing import Generic, TypeVar

import msgspec

from penname.domain.errors import BadInput

_NOWHERE = -1
_EVERY = 1.0  # seconds between two waits for the disk
_DAMAGED = "{file} is damaged in line {line}. Move it away to begin anew, or give --output another folder."


class DoneText(msgspec.Struct, frozen=True):
    """One text that is done; see TextRewritten. `row` is its line or row in `file`, None for a document."""

    number: int
    file: str
    row: int | None
    text: str
    stopped: str
    readable: tuple[str, ...] = ()
    targets: dict[str, str] = {}
    about: tuple[str, ...] = ()


class FailedText(msgspec.Struct, frozen=True):
    """One text that is not, and why."""

    number: int
    file: str
    row: int | None
    reason: str


Line = TypeVar("Line", DoneText, FailedText)


class DoneLog(Generic[Line]):
    """Lines about texts, found by the text's number. Thread-safe. Raises OSError, and BadInput when damaged.

    Where each line begins is all that is in memory: 8 bytes for each of `total` texts.
    """

    def __init__(self, path: Path, kind: type[Line], total: int) -> None:
        self._path = path
        self._decoder: msgspec.json.Decoder[Line] = msgspec.json.Decoder(kind)
        self._starts = array("q", [_NOWHERE]) * total
        self.count = 0
        self._writing = Lock()
        self._file = path.open("a+b", buffering=0)
        os.chmod(path, 0o600)
        self._file.seek(0)
        self._end = self._read()
        self._file.truncate(self._end)
        self._synced = time.monotonic()

    def __contains__(self, number: int) -> bool:
        return self._starts[number] != _NOWHERE

    def append(self, line: Line) -> None:
        """Keep one more text."""
        data = msgspec.json.encode(line) + b"\n"
        with self._writing:
            written = 0
            while written < len(data):
                written += self._file.write(data[written:]) or 0
            self._starts[line.number] = self._end
            self._end += len(data)
            self.count += 1
            if time.monotonic() - self._synced > _EVERY:
                os.fsync(self._file.fileno())
                self._synced = time.monotonic()

    def get(self, number: int) -> Line | None:
        """What was kept about a text."""
        start = self._starts[number]
        if start == _NOWHERE:
            return None
        with self._path.open("rb") as file:
            file.seek(start)
            return self._decoder.decode(file.readline())

    def in_order(self) -> Iterator[Line]:
        """All lines, by the numbers of their texts."""
        return (line for number in range(len(self._starts)) if (line := self.get(number)) is not None)

    def close(self) -> None:
        """Wait until the disk has it all."""
        os.fsync(self._file.fileno())
        self._file.close()

    def _read(self) -> int:
        """Note where each text's line begins; returns where the whole lines end."""
        end = 0
        with self._path.open("rb") as file:
            for number, data in enumerate(file, 1):
                if not data.endswith(b"\n"):
                    break
                try:
                    line = self._decoder.decode(data)
                    self.count += line.number not in self
                    self._starts[line.number] = end
                except (msgspec.DecodeError, UnicodeDecodeError, IndexError) as error:
                    raise BadInput(_DAMAGED.format(file=self._path, line=number)) from error
                end += len(data)
        return end
