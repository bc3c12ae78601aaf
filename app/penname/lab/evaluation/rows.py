"""Rows of JSON lines, of a JSON array or of CSV, each with its number; a bad one is reported in its place."""

import csv
import io
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from penname.domain.errors import BadInput
from penname.lab.evaluation.samples import BadLine

Row = Mapping[str, Any]


class Rows(NamedTuple):
    """Rows with their numbers; `called` is what is numbered: lines, or the entries of an array."""

    called: str
    rows: Iterator[tuple[int, Row | BadLine]]


def read_rows(path: Path) -> Rows:
    """What the file holds, by the end of its name and by its looks; raises BadInput for an unreadable one."""
    try:
        source = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror or 'unknown reason'}.") from error
    except UnicodeDecodeError as error:
        raise BadInput(f"{path} is not saved as UTF-8. Save it as UTF-8 and try again.") from error
    if path.suffix.casefold() in (".csv", ".tsv"):
        return Rows("line", _csv_rows(source))
    if source.lstrip().startswith("[") and isinstance(entries := _parsed(source), list):
        return Rows("entry", ((number, _object(entry)) for number, entry in enumerate(entries, 1)))
    return Rows("line", _json_rows(source))


def _json_rows(source: str) -> Iterator[tuple[int, Row | BadLine]]:
    for number, line in enumerate(source.split("\n"), 1):
        if line.strip():
            yield number, _object(_parsed(line))


def _parsed(source: str) -> object:
    try:
        return json.loads(source)
    except ValueError:
        return None


def _object(value: object) -> Row | BadLine:
    return value if isinstance(value, dict) else BadLine("this is no JSON object.")


def _csv_rows(source: str) -> Iterator[tuple[int, Row | BadLine]]:
    first = source.partition("\n")[0]
    delimiter = max("\t;,", key=first.count)
    reader = csv.DictReader(io.StringIO(source, newline=""), delimiter=delimiter, strict=True)
    line = 2
    try:
        for row in reader:
            if None in row or None in row.values():
                yield line, BadLine("it has a different number of columns than the first line.")
            else:
                yield line, row
            line = reader.line_num + 1
    except csv.Error as error:
        yield line, BadLine(f"the rest cannot be read as CSV ({error}).")
