""".csv and .tsv: one column of a table is the text (RFC 4180, as `csv` of the standard library reads it).

`csv` does not tell where a cell stands, so cells are found here; the tests compare both.
"""

import csv
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from penname.documents.columns import (
    FIRST_ROW_STAYS,
    ONLY_ONE_COLUMN,
    check_column,
    check_count,
    column_names,
)
from penname.documents.document import Fact, Unreadable
from penname.documents.pieces import Splice, joined, lines_of, spliced, splices, text_of
from penname.sessions.intake import Intake, encode_text, read_text

_SEPARATORS = ",;\t|"
_NEVER_CLOSED = (
    "A quotation mark in line {line} of this table is never closed, so its rows cannot be told apart. "
    "Nothing was changed. Open the table in the program it comes from, save it anew, and try again."
)


class Field(NamedTuple):
    """`source[start:end]` is a cell, with its quotation marks, and reads as `text`."""

    text: str
    start: int
    end: int


class SeparatedValues:
    """A table whose `column` is the text; without one `columns` says between which is to be chosen.

    Raises BadInput and BadEncoding.
    """

    def __init__(self, data: bytes, encoding: str | None, column: str | None) -> None:
        self._intake = read_text(data, encoding)
        self._source = self._intake.text
        self._separator = separator(self._source)
        table = rows(self._source, self._separator)
        first = [field.text for field in next(table, [])]
        check_count(len(first))
        names = column_names(first, range(1, len(first) + 1))
        check_column(column, names)
        self.columns = names if column is None else ()
        at = None if column is None else names.index(column)
        cells = [row[at] for row in table if at is not None and at < len(row)]
        self._fields = {str(number): field for number, field in enumerate(cells)}
        self._pieces = joined(lines_of(field.text, part) for part, field in self._fields.items())
        self.text = text_of(self._pieces)
        self.facts: tuple[Fact, ...] = ()
        self.notices: tuple[str, ...] = (ONLY_ONE_COLUMN, FIRST_ROW_STAYS)

    def stripped(self) -> bytes:
        """The same: such a file tells nothing beside its cells."""
        return encode_text(self._intake, self._source)

    def with_text(self, text: str) -> bytes:
        """The table with other words in the column; a cell that keeps its words keeps its bytes."""
        texts: Mapping[str, str] = {part: field.text for part, field in self._fields.items()}
        made = [
            self._rewritten(self._fields[part], spliced(texts[part], found))
            for part, found in splices(self._pieces, text, texts, lambda words: words).items()
        ]
        bare = Intake("", self._intake.encoding, self._intake.bom)
        return encode_text(bare, spliced(self._source, made))

    def _rewritten(self, field: Field, text: str) -> Splice:
        raw = self._source[field.start : field.end]
        return Splice(field.start, field.end, as_field(text, raw, self._separator))


def separator(source: str) -> str:
    """What stands between the cells, by the first line of a table; a comma where there is one cell."""
    try:
        return csv.Sniffer().sniff(source.split("\n", 1)[0], _SEPARATORS).delimiter
    except csv.Error:
        return ","


def rows(source: str, separator: str, line: int = 1) -> Iterator[list[Field]]:
    """The rows of a table; an empty line is a row without cells. Raises Unreadable.

    `line` is the number of the first line, for people.
    """
    field, at = _field(separator), 0
    while at < len(source):
        row: list[Field] = []
        while (match := field.match(source, at)) is not None:
            if match[0].startswith('"') and match["quoted"] is None:
                at_line = line + source.count("\n", 0, match.start())
                raise Unreadable(_NEVER_CLOSED.format(line=at_line))
            row.append(Field(_text(match), match.start(), match.end()))
            at = match.end()
            if source[at : at + 1] != separator:
                break
            at += 1
        at += 2 if source.startswith("\r\n", at) else 1
        yield row if len(row) > 1 or row[0].end > row[0].start else []


def as_field(text: str, raw: str, separator: str) -> str:
    """A text as it stands in place of the cell `raw`: in quotation marks where that was, or where it must."""
    special = any(sign in text for sign in (separator, "\r", "\n")) or text.startswith('"')
    if raw.startswith('"') or special or ('"' in text and '"' not in raw):
        return '"' + text.replace('"', '""') + '"'
    return text


@lru_cache
def _field(separator: str) -> re.Pattern[str]:
    plain = rf"[^{re.escape(separator)}\r\n]*"
    return re.compile(rf'"(?P<quoted>(?:[^"]|"")*+)"(?P<rest>{plain})|{plain}')


def _text(match: re.Match[str]) -> str:
    if match["quoted"] is None:
        return match[0]
    return str(match["quoted"].replace('""', '"') + match["rest"])
