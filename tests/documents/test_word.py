""".docx: what is read of it, what stays to the byte, what takes which format, and what it tells."""

import io
import re
import zipfile

import pytest

from documents import samples
from penname.documents.document import Unreadable
from penname.documents.new_word import new_word
from penname.documents.word import WordDocument

TEXT = (
    "My name is Ann Plover, of Fish & Sons.\tCall me.\nSoon.\n"
    "I live in York now. Write to me or look\n"
    "cell one\n"
    ", near the abbey\n"
    "A note.\n"
    "Letter of Ann Plover\n"
    "Too plain, Ann."
)


def body(data: bytes) -> str:
    return samples.parts_of(data)["word/document.xml"].decode()


def rewritten(old: str, new: str) -> bytes:
    document = WordDocument(samples.word())
    assert old in document.text
    made = document.with_text(document.text.replace(old, new))
    assert WordDocument(made).text == document.text.replace(old, new)
    return made


def test_the_text_is_read_with_tables_notes_headers_comments_and_what_was_deleted() -> None:
    assert WordDocument(samples.word()).text == TEXT


def test_the_same_text_gives_the_same_parts() -> None:
    data = samples.word()
    assert samples.parts_of(WordDocument(data).with_text(TEXT)) == samples.parts_of(data)


def test_what_is_not_touched_keeps_every_byte() -> None:
    made, before = samples.parts_of(rewritten("York", "Leeds")), samples.parts_of(samples.word())
    assert {name for name in before if made[name] != before[name]} == {"word/document.xml"}
    assert made["word/document.xml"] == before["word/document.xml"].replace(b"York", b"Leeds")


def test_each_word_takes_the_format_of_the_one_it_replaces() -> None:
    made = body(rewritten("Ann Plover, of", "Eva Heron, of"))
    assert "<w:r><w:rPr><w:b/></w:rPr><w:t>Eva</w:t></w:r>" in made
    assert '<w:r><w:rPr><w:i/></w:rPr><w:t xml:space="preserve"> Heron</w:t></w:r>' in made


def test_fewer_words_take_the_format_of_the_first() -> None:
    made = body(rewritten("is Ann Plover,", "is somebody,"))
    assert "<w:r><w:rPr><w:b/></w:rPr><w:t>somebody</w:t></w:r>" in made


def test_stand_ins_and_back_gives_the_first_file() -> None:
    away = rewritten("Ann Plover", "Eva Heron")
    back = WordDocument(away).with_text(TEXT)
    assert samples.parts_of(back) == samples.parts_of(samples.word())


def test_signs_of_xml_and_spaces_at_the_ends_survive() -> None:
    made = body(rewritten("York", "<York> & so on "))
    assert '<w:t xml:space="preserve">I live in &lt;York&gt; &amp; so on </w:t>' in made


def test_new_tabs_and_lines_are_elements() -> None:
    made = body(rewritten("cell one", "cell\tone\ntwo"))
    assert '<w:t xml:space="preserve">cell</w:t><w:tab/><w:t xml:space="preserve">one</w:t><w:br/>' in made


def test_a_paragraph_that_goes_leaves_the_others_where_they_are() -> None:
    document = WordDocument(samples.word())
    made = document.with_text(document.text.replace("cell one\n", ""))
    assert WordDocument(made).text == document.text.replace("cell one\n", "")


def test_what_the_file_tells_is_listed() -> None:
    told = {(fact.what, fact.value) for fact in WordDocument(samples.word()).facts}
    assert told == {
        ("author", "Ann Plover"),
        ("last changed by", "Bob Wren"),
        ("times saved", "7"),
        ("created", "2024-01-01T09:00:00Z"),
        ("template", "Letter.dotm"),
        ("template", samples.TEMPLATE),
        ("minutes of editing", "95"),
        ("company", "Fish & Sons"),
        ("Client", "Heron Ltd"),
        ("comment by", "Cora Finch"),
        ("tracked changes by", "Bob Wren (2)"),
        ("name of a picture", "Ann on a hill"),
        ("marks of editing sessions", "2"),
        ("address behind a link", "mailto:ann@plover.example"),
        ("address behind a link", "https://plover.example/ann"),
        ("in a picture", "where it was taken, and with what"),
    }


def test_a_stripped_file_tells_none_of_it_and_keeps_the_text() -> None:
    data = WordDocument(samples.word()).stripped()
    document = WordDocument(data)
    assert document.facts == ()
    assert document.text == TEXT.replace("\n, near the abbey", "").replace("\nToo plain, Ann.", "")
    parts = samples.parts_of(data)
    everything = b"\n".join(parts.values()).decode("latin-1") + " ".join(parts)
    for trace in (
        "Bob",
        "Cora",
        "rsid",
        "paraId",
        "Heron",
        "dotm",
        "abbey",
        "plover.example",
        "hill",
        "comment",
    ):
        assert trace not in everything, trace
    assert "docProps/core.xml" not in parts
    assert b"2024" not in data
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert {one.date_time[0] for one in archive.infolist()} == {1980}


def test_a_stripped_file_points_only_at_what_is_there() -> None:
    parts = samples.parts_of(WordDocument(samples.word()).stripped())
    for name in ("_rels/.rels", "word/_rels/document.xml.rels"):
        folder = "" if name == "_rels/.rels" else "word/"
        targets = re.findall(r'Target="([^"]+)"', parts[name].decode())
        assert targets
        assert all(folder + target in parts for target in targets if target != "about:blank")
    listed = re.findall(r'PartName="/([^"]+)"', parts["[Content_Types].xml"].decode())
    assert set(listed) <= set(parts)


def test_macros_are_refused() -> None:
    parts = samples.word_parts() | {"word/vbaProject.bin": b"macro"}
    with pytest.raises(Unreadable, match="macros"):
        WordDocument(samples.packed(parts))


def test_a_document_type_is_refused_before_its_entities_grow() -> None:
    parts = samples.word_parts()
    grows = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
    parts["word/document.xml"] = grows + str(parts["word/document.xml"]).removeprefix(samples._HEAD)
    with pytest.raises(Unreadable, match="damaged"):
        WordDocument(samples.packed(parts))


def test_what_is_not_read_is_said() -> None:
    parts = samples.word_parts() | {"word/embeddings/sheet.xlsx": b"PK"}
    said = " ".join(WordDocument(samples.packed(parts)).notices)
    assert "holds other files" in said
    assert "picture" in said


def test_a_new_file_holds_the_text_and_nothing_else() -> None:
    data = new_word("First & line\n\nSecond <line>\n")
    document = WordDocument(data)
    assert document.text == "First & line\nSecond <line>"
    assert document.facts == ()
