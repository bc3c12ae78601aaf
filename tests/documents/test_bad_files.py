"""Files made to do harm, or too large: each is a sentence, and nothing is started or fetched."""

import io
import os
import struct
import zipfile
import zlib
from pathlib import Path

import pytest

from documents import samples
from penname.documents import client
from penname.documents.client import OpenedDocument, read_file
from penname.documents.document import ReadingOptions
from penname.domain.errors import BadInput

MIB = 2**20


def refused(data: bytes, kind: str) -> str:
    with pytest.raises(BadInput) as caught:
        OpenedDocument(data, kind)
    return str(caught.value)


def with_content(content: bytes, kind: str = ".docx") -> bytes:
    if kind == ".docx":
        return samples.packed(samples.word_parts() | {"word/document.xml": content})
    if kind == ".xlsx":
        return samples.packed(samples.workbook_parts() | {"xl/worksheets/sheet1.xml": content})
    return samples.packed(samples.open_document_parts() | {"content.xml": content})


def test_a_gigabyte_is_refused_before_it_is_read(tmp_path: Path) -> None:
    large = tmp_path / "large.docx"
    large.touch()
    os.truncate(large, 1024 * MIB)
    with pytest.raises(BadInput, match="1,024 MB"):
        read_file(large)


def test_what_is_no_file_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read"):
        read_file(tmp_path)
    with pytest.raises(BadInput, match="cannot be read: No such file"):
        read_file(tmp_path / "nothing.docx")


@pytest.mark.parametrize("kind", [".docx", ".odt", ".xlsx"])
def test_an_archive_that_unpacks_to_too_much_is_refused(kind: str) -> None:
    assert "too large" in refused(with_content(b" " * 257 * MIB, kind), kind)


def test_an_archive_that_lies_about_its_sizes_is_refused() -> None:
    data = with_content(b" " * 100 * MIB)
    lying = data.replace(struct.pack("<I", 100 * MIB), struct.pack("<I", 10))
    assert lying != data
    assert "damaged" in refused(lying, ".docx")


def test_two_parts_of_one_name_are_refused() -> None:
    made = io.BytesIO(samples.word())
    with zipfile.ZipFile(made, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr("word/document.xml", b"<other/>")
    assert "damaged" in refused(made.getvalue(), ".docx")


def test_a_locked_part_is_refused() -> None:
    data = bytearray(samples.word())
    data[data.index(b"PK\1\2") + 8] |= 1
    assert "locked with a password" in refused(bytes(data), ".docx")


def test_a_file_of_an_older_kind_or_with_a_password_is_refused() -> None:
    assert "password" in refused(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(512), ".docx")


@pytest.mark.parametrize("kind", [".docx", ".xlsx"])
def test_elements_in_elements_without_end_are_refused(kind: str) -> None:
    namespace = b'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    deep = b"<w:document " + namespace + b">" + b"<w:p>" * 100_000 + b"</w:p>" * 100_000 + b"</w:document>"
    assert "damaged" in refused(with_content(deep, kind), kind)


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        (".jsonl", b'{"a":' * 200_000),
        (".ndjson", b"[" * 1_000_000 + b'\n{"a": 1, "a": 2}'),
        (".csv", b"a," * 1_000_000),
        (".tsv", b'a\t"never closed' + b"\t\n" * 100_000),
        (".mbox", b"From x 10:00\n\n" * 60_000),
        (".mbox", b"From x 10:00\n" + b"".join(b"Subject: x\n" for _ in range(3_000)) + b"\nx"),
        (".rtf", b"{\\rtf1" + b"{" * 1_000_000),
        (".json", b'{"messages":' * 200_000),
    ],
)
def test_what_is_nested_or_repeated_without_end_is_refused(kind: str, data: bytes) -> None:
    assert refused(data, kind).endswith(".")


def test_numbers_beyond_all_bounds_do_no_harm() -> None:
    sheet = str(samples.workbook_parts()["xl/worksheets/sheet1.xml"])
    for old, new in (('r="B3"', 'r="ZZZZ99999999999"'), ('row r="3"', f'row r="{"9" * 5_000}"')):
        assert old in sheet
        sheet = sheet.replace(old, new)
    opened = OpenedDocument(with_content(sheet.encode(), ".xlsx"), ".xlsx")
    assert "Post!said" in opened.contents.columns
    line = b'{"text": "York", "big": ' + b"9" * 100_000 + b"}"
    table = OpenedDocument(line, ".jsonl", ReadingOptions(column="text"))
    assert table.with_text("Leeds", ".jsonl") == line.replace(b"York", b"Leeds")


def test_a_pdf_that_unpacks_without_end_is_refused() -> None:
    stream = zlib.compress(b" " * 100 * MIB)
    grows = samples.portable().replace(
        samples.portable().split(b"4 0 obj\n")[1].split(b"\nendobj")[0],
        b"<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream" % (len(stream), stream),
    )
    assert refused(grows, ".pdf").endswith(".")


def test_a_page_of_tags_alone_and_a_mail_of_parts_alone_end() -> None:
    assert OpenedDocument(b"<div><p>" * 20_000 + b"word", ".html").contents.text == "word"
    nested = b"".join(b"Content-Type: multipart/mixed; boundary=%d\n\n--%d\n" % (n, n) for n in range(1_500))
    assert refused(b"Subject: x\n" + nested, ".eml").endswith(".")


def test_a_child_that_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "_PATIENCE", 0.01)
    assert "stopped at this file" in refused(samples.word(), ".docx")


def test_a_workbook_that_takes_cells_from_elsewhere_is_read_without_them() -> None:
    parts = samples.workbook_parts()
    pointers = str(parts["xl/_rels/workbook.xml.rels"])
    other = "file://server/secret.xlsx"
    outside = f'<Relationship Id="rId8" Type="x/externalLinkPath" Target="{other}" TargetMode="External"/>'
    parts["xl/_rels/workbook.xml.rels"] = pointers.replace("</Relationships>", f"{outside}</Relationships>")
    opened = OpenedDocument(samples.packed(parts), ".xlsx", ReadingOptions(column="Post!said"))
    assert other in {fact.value for fact in opened.contents.facts}
    assert opened.stripped().contents.facts == ()


def test_nothing_outside_is_asked_for() -> None:
    """External targets are listed, and what is not XML of ours stays unread."""
    opened = OpenedDocument(samples.word(), ".docx")
    assert samples.TEMPLATE in {fact.value for fact in opened.contents.facts}
    assert opened.stripped().contents.facts == ()
