"""Data sets as tables of rows: a text in one column, its author perhaps in another.

Only where each row begins is held in memory. Rows are read one by one and written back in their order, with
nothing changed but the texts; a row without a result is left out, since its text would be the original.
"""

import csv
import hashlib
from array import array
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, NamedTuple, Protocol

import msgspec

from penname.documents import separated
from penname.documents.json_lines import json_object
from penname.documents.json_source import PlacedString, as_json
from penname.documents.pieces import Splice, spliced
from penname.domain.errors import BadInput

MOST_IN_A_ROW = 16 * 2**20  # bytes
_SNIFFED = 2**16  # bytes of a CSV file from which its separator is guessed
_NO_COLUMN = (
    "{file} has no column “{column}”. It has: {columns}. Name the one that holds the {what} by {option}."
)
_NO_TEXT = "There is no text in this row."
_NOT_READ = "{file} cannot be read: {reason}."
_NOT_UTF8 = "{file} is not saved as UTF-8, or is no text. Save it as UTF-8 and try again."
_TOO_LONG = "Line {line} of {file} has more than {most} MB. Nothing was changed. Is this a file of this kind?"
_NOT_JSON = "Line {line} is no JSON object."
_NEEDS_PYARROW = "Parquet files need one more package: pip install 'penname[parquet]'"

csv.field_size_limit(MOST_IN_A_ROW)

Result = Callable[[int], str | None]  # the new text of a row, None for one that is left out
Values = dict[str, msgspec.Raw]  # of a JSON object, each as it is written


class TextColumns(NamedTuple):
    """Which columns hold the text and, unless empty, who wrote it."""

    text: str = "text"
    author: str = ""


class DataTable(Protocol):
    """The rows of one file. Its constructor raises BadInput for a file that cannot be used."""

    authors: "array[int]"  # of each row a number that its author has alone, 0 for nobody

    def text(self, row: int) -> str:
        """The text of a row; raises BadInput where it has none."""
        ...

    def place(self, row: int) -> int:
        """Where people find the row: its line in the file, or its number, from 1."""
        ...

    def write(self, target: Path, result: Result) -> None:
        """The same file with other texts. Raises OSError."""
        ...


def author_number(author: object) -> int:
    """A number for an author (64 bits, never 0 but for no author): names themselves would fill the memory."""
    if author is None or author == "":
        return 0
    return (
        int.from_bytes(hashlib.blake2b(str(author).encode("utf-8", "replace"), digest_size=8).digest()) or 1
    )


class JsonLines:
    """A DataTable of JSON objects, one a line. Blank lines count for nothing."""

    def __init__(self, path: Path, columns: TextColumns) -> None:
        self._path, self._columns = path, columns
        self.authors = array("Q")
        self._starts, self._lines = array("q"), array("q")
        with _reading(path), path.open("rb") as file:
            start = 0
            for number, line in enumerate(_limited(file, path), 1):
                if line.strip():
                    row = _object(line)
                    if row is not None and not self._starts:
                        check_columns(path, columns, list(row))
                    self._starts.append(start)
                    self._lines.append(number)
                    told = (row or {}).get(columns.author)
                    self.authors.append(author_number(_decoded(told)))
                start += len(line)

    def text(self, row: int) -> str:
        """See DataTable."""
        with self._path.open("rb") as file:
            return str(self._placed(file, row)[1])

    def place(self, row: int) -> int:
        """See DataTable."""
        return self._lines[row]

    def write(self, target: Path, result: Result) -> None:
        """See DataTable."""
        with self._path.open("rb") as file, target.open("wb") as made:
            for row in range(len(self._starts)):
                text = result(row)
                if text is not None:
                    line, value = self._placed(file, row)
                    changed = spliced(line, [Splice(value.start, value.end, as_json(text, line))])
                    made.write(changed.encode())

    def _placed(self, file: IO[bytes], row: int) -> tuple[str, PlacedString]:
        """The line of a row, and the text in it with its place."""
        file.seek(self._starts[row])
        line = file.readline(MOST_IN_A_ROW)
        try:
            source = line.decode()
            found = json_object(source)
        except UnicodeDecodeError:
            found = None
        if found is None:
            raise BadInput(_NOT_JSON.format(line=self._lines[row]))
        value = found.get(self._columns.text)
        if not isinstance(value, PlacedString):
            raise BadInput(_NO_TEXT)
        return source, value


class CommaSeparated:
    """A DataTable of comma-separated values with names in its first row; other separators are recognized."""

    def __init__(self, path: Path, columns: TextColumns) -> None:
        self._path, self._columns = path, columns
        self.authors = array("Q")
        self._starts, self._lines = array("q"), array("q")
        with _reading(path), path.open("rb") as file:
            beginning = file.read(_SNIFFED)
            self._separator = separated.separator(beginning.decode("utf-8-sig", "replace"))
            file.seek(3 if beginning.startswith(b"\xef\xbb\xbf") else 0)
            lines = _Lines(file, path)
            reader = csv.reader(lines, delimiter=self._separator)
            self._names = next(reader, [])
            check_columns(path, columns, self._names)
            author = self._names.index(columns.author) if columns.author else None
            self._first = start = lines.position  # where the first row ends
            line = lines.number + 1
            for cells in reader:
                if cells:
                    self._starts.append(start)
                    self._lines.append(line)
                    told = cells[author] if author is not None and author < len(cells) else ""
                    self.authors.append(author_number(told))
                start, line = lines.position, lines.number + 1
        self._text = self._names.index(columns.text)

    def text(self, row: int) -> str:
        """See DataTable."""
        with self._path.open("rb") as file:
            return self._placed(file, row)[1].text

    def place(self, row: int) -> int:
        """See DataTable."""
        return self._lines[row]

    def write(self, target: Path, result: Result) -> None:
        """See DataTable."""
        with self._path.open("rb") as file, target.open("wb") as made:
            made.write(file.read(self._first))
            for row in range(len(self._starts)):
                text = result(row)
                if text is not None:
                    record, cell = self._placed(file, row)
                    new = separated.as_field(text, record[cell.start : cell.end], self._separator)
                    changed = spliced(record, [Splice(cell.start, cell.end, new)])
                    made.write(changed.encode())

    def _placed(self, file: IO[bytes], row: int) -> tuple[str, separated.Field]:
        """The row as it stands in the file, and the cell with the text in it."""
        file.seek(self._starts[row])
        lines = _Lines(file, self._path)
        next(csv.reader(lines, delimiter=self._separator), None)
        file.seek(self._starts[row])
        record = file.read(lines.position - self._starts[row]).decode()
        cells = next(separated.rows(record, self._separator, self._lines[row]), [])
        if self._text >= len(cells):
            raise BadInput(_NO_TEXT)
        return record, cells[self._text]


class ParquetRows:
    """A DataTable in a Parquet file: one group of its rows is in memory at a time."""

    def __init__(self, path: Path, columns: TextColumns) -> None:
        pyarrow, parquet = _pyarrow()
        self._parquet, self._path, self._columns = parquet, path, columns
        self.authors = array("Q")
        try:
            with parquet.ParquetFile(path) as file:
                check_columns(path, columns, file.schema_arrow.names)
                self._ends = array("q")
                wanted = [columns.author] if columns.author else []
                for group in range(file.num_row_groups):
                    rows = file.metadata.row_group(group).num_rows
                    told = file.read_row_group(group, wanted)[columns.author].to_pylist() if wanted else []
                    self.authors.extend(map(author_number, told or [None] * rows))
                    self._ends.append(len(self.authors))
        except (OSError, pyarrow.ArrowException) as error:
            raise BadInput(_NOT_READ.format(file=path, reason="it is damaged, or no Parquet file")) from error
        self._held: tuple[int, list[Any]] = (-1, [])

    def text(self, row: int) -> str:
        """See DataTable."""
        group = next(number for number, end in enumerate(self._ends) if row < end)
        held, texts = self._held
        if held != group:
            with self._parquet.ParquetFile(self._path) as file:
                texts = file.read_row_group(group, [self._columns.text])[self._columns.text].to_pylist()
            self._held = group, texts
        return text_in(texts[row - (self._ends[group - 1] if group else 0)])

    def place(self, row: int) -> int:
        """See DataTable."""
        return row + 1

    def write(self, target: Path, result: Result) -> None:
        """See DataTable."""
        pyarrow, parquet = _pyarrow()
        with parquet.ParquetFile(self._path) as file:
            at = file.schema_arrow.get_field_index(self._columns.text)
            field = file.schema_arrow.field(at)
            with parquet.ParquetWriter(target, file.schema_arrow) as made:
                row = 0
                for group in range(file.num_row_groups):
                    rows = file.read_row_group(group)
                    texts = [result(row + one) for one in range(rows.num_rows)]
                    row += rows.num_rows
                    changed = rows.set_column(at, field, pyarrow.array(texts, field.type))
                    made.write_table(changed.filter(pyarrow.array([text is not None for text in texts])))


TABLES: Mapping[str, Callable[[Path, TextColumns], DataTable]] = {
    ".jsonl": JsonLines,
    ".ndjson": JsonLines,
    ".csv": CommaSeparated,
    ".tsv": CommaSeparated,
    ".parquet": ParquetRows,
}


def text_in(value: object) -> str:
    """The text in a cell; raises BadInput where there is none."""
    if not isinstance(value, str):
        raise BadInput(_NO_TEXT)
    return value


def check_columns(path: Path, columns: TextColumns, names: list[str]) -> None:
    """Raise BadInput where a column that is named is not there."""
    for column, what, option in (
        (columns.text, "texts", "--text-column"),
        (columns.author, "authors", "--author-column"),
    ):
        if column and column not in names:
            known = ", ".join(names[:20]) or "none"
            raise BadInput(
                _NO_COLUMN.format(file=path, column=column, columns=known, what=what, option=option)
            )


class _Lines:
    """Lines of a file as `csv` wants them, which notes how far it has read."""

    def __init__(self, file: IO[bytes], path: Path) -> None:
        self.position, self.number = file.tell(), 0
        self._lines = _limited(file, path)

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        line = next(self._lines)
        self.position += len(line)
        self.number += 1
        return line.decode()


def _limited(file: IO[bytes], path: Path) -> Iterator[bytes]:
    number = 0
    while line := file.readline(MOST_IN_A_ROW + 1):
        number += 1
        if len(line) > MOST_IN_A_ROW:
            raise BadInput(_TOO_LONG.format(line=number, file=path, most=MOST_IN_A_ROW // 2**20))
        yield line


def _object(line: bytes) -> Values | None:
    try:
        line.decode()  # values that are passed on as they are would not be looked at
        return msgspec.json.decode(line, type=Values)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def _decoded(value: msgspec.Raw | None) -> object:
    return None if value is None else msgspec.json.decode(value)


@contextmanager
def _reading(path: Path) -> Iterator[None]:
    """Errors of a file become sentences."""
    try:
        yield
    except UnicodeDecodeError as error:
        raise BadInput(_NOT_UTF8.format(file=path)) from error
    except csv.Error as error:
        raise BadInput(_NOT_READ.format(file=path, reason="its rows are damaged")) from error
    except OSError as error:
        raise BadInput(_NOT_READ.format(file=path, reason=error.strerror or "unknown reason")) from error


def _pyarrow() -> tuple[Any, Any]:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError as error:
        raise BadInput(_NEEDS_PYARROW) from error
    return pa, pq
