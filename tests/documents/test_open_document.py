""".odt: what is read of it, what stays to the byte, and what it tells."""

import pytest

from documents import samples
from penname.documents.document import Unreadable
from penname.documents.open_document import OpenDocument

TEXT = (
    "an old line\nLetter\nMy name is Ann Plover,  of Fish & Sons.\tCall\nme.\nToo plain.\n"
    "I live in York.\nA note.\n"
    "Letter of Ann Plover"
)


def test_the_text_is_read_with_notes_headers_comments_and_what_was_deleted() -> None:
    assert OpenDocument(samples.open_document()).text == TEXT


def test_changed_words_take_the_format_of_what_they_replace_and_the_rest_keeps_every_byte() -> None:
    document = OpenDocument(samples.open_document())
    made, before = (
        samples.parts_of(document.with_text(TEXT.replace("Ann", "E<v>a"))),
        samples.parts_of(samples.open_document()),
    )
    assert made["content.xml"] == before["content.xml"].replace(b">Ann<", b">E&lt;v&gt;a<")
    assert {name for name in before if made[name] != before[name]} == {"content.xml", "styles.xml"}
    assert next(iter(made)) == "mimetype"


def test_what_the_file_tells_is_listed_and_goes() -> None:
    document = OpenDocument(samples.open_document())
    assert {(fact.what, fact.value) for fact in document.facts} == {
        ("author", "Ann Plover"),
        ("times saved", "7"),
        ("tracked changes by", "Bob Wren"),
        ("comment by", "Cora Finch"),
        ("name of a picture", "Ann on a hill"),
        ("printer", "Laser of Ann"),
        ("preview picture", "Thumbnails/thumbnail.png"),
        ("in a picture", "program, date or a comment"),
    }
    data = document.stripped()
    stripped = OpenDocument(data)
    assert stripped.facts == ()
    assert stripped.text == TEXT.replace("an old line\n", "").replace("Too plain.\n", "")
    everything = b"".join(samples.parts_of(data).values())
    for trace in (b"Bob", b"Cora", b"hill", b"Laser", b"Author", b"humbnail"):
        assert trace not in everything, trace


def test_locked_and_macros_are_refused() -> None:
    parts = samples.open_document_parts()
    locked = str(parts["META-INF/manifest.xml"]).replace(
        "</manifest:manifest>", "<manifest:encryption-data/></manifest:manifest>"
    )
    with pytest.raises(Unreadable, match="locked with a password"):
        OpenDocument(samples.packed(parts | {"META-INF/manifest.xml": locked}))
    with pytest.raises(Unreadable, match="macros"):
        OpenDocument(samples.packed(parts | {"Basic/Standard/Module1.xml": b"Sub Main"}))
