"""Which texts a batch has: those of documents and data sets, numbered from 0 in the order of the inputs."""

import hashlib
import os
from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from penname.batch.tables import TABLES, DataTable, TextColumns
from penname.documents.client import OpenedDocument, read_file
from penname.documents.document import Fact
from penname.documents.kinds import KINDS, PLAIN, WORD
from penname.domain.errors import BadInput

_NOTHING = "There is nothing here to work on. Penname reads {known}."
_NO_FILE = "There is no file or folder {file}."
_TWICE = "Two of the inputs would both be written as {name}. Rename one, or work on them apart."
_SAY_WHETHER = (
    "Documents tell more than their text (author, company, dates, comments). Say what shall become of that "
    "in the results: --strip-metadata leaves it out, --keep-metadata takes it along. Nothing was written."
)
# a chat is none: nobody could say which sender is meant
_KINDS = (*(ending for ending, kind in KINDS.items() if kind.whole), *TABLES)
_NONE = -1
_LEFT = "This could not be taken out of the file: {facts}."


class TextPlace(NamedTuple):
    """A text, for people: its file below the result's folder, and its row there (None: a document)."""

    file: str
    row: int | None


class _File(NamedTuple):
    path: Path
    name: str  # below the result's folder, with slashes
    first: int  # number of its first text
    table: DataTable | None  # None: a document


class BatchTexts:
    """All texts of the inputs. Raises BadInput for inputs that cannot be used.

    Only where each text lies is in memory, some 40 bytes a text.
    """

    def __init__(self, inputs: Sequence[Path], columns: TextColumns, *, strip: bool | None) -> None:
        self.left_out = 0  # files in folders that are of no kind that is read
        self._strip = strip
        self._files: list[_File] = []
        self._authors = array("Q")
        seen: set[str] = set()
        for path, name in self._found(inputs):
            if name in seen:
                raise BadInput(_TWICE.format(name=name))
            seen.add(name)
            table = TABLES[path.suffix.lower()](path, columns) if path.suffix.lower() in TABLES else None
            if table is None and strip is None and path.suffix.lower() != PLAIN:
                raise BadInput(_SAY_WHETHER)
            self._files.append(_File(path, name, len(self), table))
            self._authors.extend(table.authors if table else [0])
        if not len(self):
            raise BadInput(_NOTHING.format(known=", ".join(_KINDS)))
        self._firsts = [file.first for file in self._files]

    def __len__(self) -> int:
        return len(self._authors)

    def chains(self) -> Iterator[Sequence[int]]:
        """The numbers of all texts: those of one author together and in order, each else for itself."""
        if not any(self._authors):
            yield from ([number] for number in range(len(self)))
            return
        following, is_first = array("q", [_NONE]) * len(self), bytearray(b"\1") * len(self)
        newest: dict[int, int] = {}
        for number, author in enumerate(self._authors):
            if author in newest:
                following[newest[author]], is_first[number] = number, False
            if author:
                newest[author] = number
        del newest  # it is large, and the batch takes long
        for number in range(len(self)):
            if is_first[number]:
                chain = [number]
                while (after := following[chain[-1]]) != _NONE:
                    chain.append(after)
                yield chain

    def place(self, number: int) -> TextPlace:
        """Where a text lies."""
        file = self._file(number)
        return TextPlace(file.name, file.table.place(number - file.first) if file.table else None)

    def text(self, number: int) -> str:
        """The text; raises BadInput."""
        file = self._file(number)
        return file.table.text(number - file.first) if file.table else self._opened(file).contents.text

    def is_document(self, number: int) -> bool:
        """Whether the text is all of a file, which can be written as soon as it is done."""
        return self._file(number).table is None

    def document(self, number: int, text: str) -> bytes:
        """The document of a text with another text. Raises BadInput."""
        file = self._file(number)
        target = PurePosixPath(file.name).suffix.lower()
        return self._opened(file).with_text(text, target)

    def names(self) -> Iterator[str]:
        """The files of the results, below their folder."""
        return (file.name for file in self._files)

    def tables(self) -> Iterator[tuple[str, int, DataTable]]:
        """The data sets: the name, the number of the first text, and the rows of each."""
        return ((file.name, file.first, file.table) for file in self._files if file.table)

    def fingerprint(self) -> str:
        """A hash of names, sizes and times of all files: whether these are the inputs of an earlier run."""
        told = hashlib.sha256()
        for file in self._files:
            stat = file.path.stat()
            told.update(
                f"{file.name}\0{stat.st_size}\0{stat.st_mtime_ns}\n".encode("utf-8", "surrogateescape")
            )
        return told.hexdigest()

    def _file(self, number: int) -> _File:
        return self._files[bisect_right(self._firsts, number) - 1]

    def _opened(self, file: _File) -> OpenedDocument:
        kind = file.path.suffix.lower()
        opened = OpenedDocument(read_file(file.path), kind)
        if not (self._strip and opened.contents.facts and KINDS[kind].rewritten):
            return opened
        stripped = opened.stripped()
        if stripped.contents.facts:
            raise BadInput(_LEFT.format(facts=_kinds(stripped.contents.facts)))
        return stripped

    def _found(self, inputs: Sequence[Path]) -> Iterator[tuple[Path, str]]:
        for given in inputs:
            if given.is_dir():
                yield from self._below(given)
            elif given.is_file():
                if not _is_read(given):
                    raise BadInput(_NOTHING.format(known=", ".join(_KINDS)))
                yield given, written_as(given.name)
            else:
                raise BadInput(_NO_FILE.format(file=given))

    def _below(self, folder: Path) -> Iterator[tuple[Path, str]]:
        """The files in a folder in the order of their names; links and hidden ones are not looked at."""
        called = PurePosixPath(folder.resolve().name)
        for place, folders, names in os.walk(folder):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            for name in sorted(names):
                path = Path(place) / name
                if name.startswith(".") or path.is_symlink() or not _is_read(path):
                    self.left_out += 1
                    continue
                yield path, written_as(str(called / PurePosixPath(path.relative_to(folder).as_posix())))


def _is_read(path: Path) -> bool:
    return path.suffix.lower() in _KINDS


def written_as(name: str) -> str:
    """The name of the result: the same, but what cannot be written in its own kind becomes a .docx."""
    kind = PurePosixPath(name).suffix.lower()
    return name if kind in TABLES or kind not in KINDS or KINDS[kind].rewritten else f"{name}{WORD}"


def _kinds(facts: Sequence[Fact]) -> str:
    return ", ".join(sorted({fact.what for fact in facts}))
