"""Files that others made (tests/documents/real/), to stand-ins and back: equal, the archive's noise aside."""

import email
import json
import mailbox
from pathlib import Path

import pytest

from documents import real_files, samples
from penname.documents.client import OpenedDocument

MAILS = (".eml", ".mbox")


def content(folder: Path, data: bytes, kind: str) -> object:
    """What is compared: parts of an archive; words and headers of mails, whose lines are folded anew."""
    if kind == ".mbox":
        path = folder / "read.mbox"
        path.write_bytes(data)
        box = mailbox.mbox(path)
        try:
            return [(mail.get_from(), words(mail)) for mail in box]
        finally:
            box.close()
    if kind == ".eml":
        return words(email.message_from_bytes(data))
    return samples.parts_of(data) if data.startswith(b"PK") else data


def words(mail: email.message.Message) -> object:
    """Headers without their folds, and what each part holds."""
    return [
        (
            [(name, " ".join(str(value).split())) for name, value in part.items()],
            part.get_payload(decode=True),
        )
        for part in mail.walk()
    ]


@pytest.mark.parametrize("name", real_files.NAMES)
def test_the_way_back_leaves_no_trace(tmp_path: Path, name: str) -> None:
    kind, trip = Path(name).suffix, real_files.there_and_back(tmp_path, name)
    if trip.written != kind:  # .pdf and .rtf: only the text goes on
        text = OpenedDocument(trip.first, kind).contents.text.split()
        assert OpenedDocument(trip.back, trip.written).contents.text.split() == text
        assert OpenedDocument(trip.away, trip.written).contents.text.split() != text
        return
    first, away, back = (content(tmp_path, data, kind) for data in trip[:3])
    assert away != first
    assert back == first


@pytest.mark.parametrize("name", ["founders.xlsx", "sheets.xlsx", "test.xlsx"])
def test_only_the_texts_of_a_workbook_change(tmp_path: Path, name: str) -> None:
    trip = real_files.there_and_back(tmp_path, name)
    first, away = samples.parts_of(trip.first), samples.parts_of(trip.away)
    assert {part for part in first if away[part] != first[part]} == {"xl/sharedStrings.xml"}


def test_only_one_column_of_a_table_changes(tmp_path: Path) -> None:
    trip = real_files.there_and_back(tmp_path, "acs2012_5yr_population.csv")
    pairs = zip(trip.first.split(b"\n"), trip.away.split(b"\n"), strict=True)
    changed = [(old, new) for old, new in pairs if old != new]
    assert changed
    assert all(old.split(b",")[0] == new.split(b",")[0] for old, new in changed)


@pytest.mark.parametrize("name", real_files.SENDERS)
def test_only_what_one_sender_wrote_changes(tmp_path: Path, name: str) -> None:
    trip = real_files.there_and_back(tmp_path, name)
    first, away = (json.loads(data)["messages"] for data in trip[:2])
    changed = {old["from"] for old, new in zip(first, away, strict=True) if old != new}
    assert changed == {real_files.SENDERS[name]}
