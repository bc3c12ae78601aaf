""".pdf: its text is read, it is never written."""

import pytest

from documents import samples
from penname.documents.document import Unreadable
from penname.documents.portable import PortableDocument


def test_text_and_what_it_tells_are_read() -> None:
    document = PortableDocument(samples.portable())
    assert document.text == "My name is Ann Plover.\n"
    assert [(f.what, f.value) for f in document.facts] == [
        ("author", "Ann Plover"), ("program that made the PDF", "Press 3"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (samples.portable(locked=True), "locked with a password"),
        (samples.portable(""), "OCR"),
        (b"%PDF-1.7\nnothing more", "damaged"),
    ],
)
def test_what_cannot_be_read_is_a_sentence(data: bytes, sentence: str) -> None:
    with pytest.raises(Unreadable, match=sentence):
        PortableDocument(data)


def test_it_is_never_written() -> None:
    with pytest.raises(Unreadable, match="never written"):
        PortableDocument(samples.portable()).with_text("x")
