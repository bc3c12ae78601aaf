"""The rewrites by hand under packaging/starter/rewrites/, and the records they belong to."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from starter.records import Record


class Rewrite(msgspec.Struct, frozen=True):
    """Versions of one record's text (packaging/starter/rewrites/README.md says what each is)."""

    id: str
    all: str
    some_attributes: tuple[str, ...]
    some: str = ""
    targets: Mapping[str, str | int] = {}
    mislead: str = ""


def read_rewrites(paths: Iterable[Path]) -> Iterator[Rewrite]:
    """The rewrites of the files; raises msgspec.DecodeError for a line that is none."""
    for path in paths:
        for line in path.read_text(encoding="utf-8").splitlines():
            yield msgspec.json.decode(line, type=Rewrite)


def with_records(rewrites: Iterable[Rewrite], records: Iterable[Record]) -> Iterator[tuple[Record, Rewrite]]:
    """Each rewrite with its record, of people who are trained on; those without a record are left out."""
    by_id = {record.id: record for record in records}
    for rewrite in rewrites:
        record = by_id.get(rewrite.id)
        if record is not None and not record.held_out:
            yield record, rewrite
