""".md: the text with its marks; the front matter is about the file."""

from documents import samples
from penname.documents.markdown import Markdown, PlainText


def test_front_matter_is_told_and_stays_unless_it_is_to_go() -> None:
    document = Markdown(samples.MARKDOWN.encode())
    assert document.text == "# A letter\n\nI am *Ann*.<!-- ask Bob -->\n"
    assert [(fact.what, fact.value) for fact in document.facts] == [
        ("author", "Ann Plover"), ("date", "2024-01-01"), ("comment", "ask Bob"),
    ]  # fmt: skip
    assert document.with_text("# X\n") == b"---\nauthor: Ann Plover\ndate: 2024-01-01\n---\n# X\n"
    assert document.stripped() == b"# A letter\n\nI am *Ann*.\n"
    assert Markdown(document.stripped()).facts == ()


def test_line_ends_and_marks_come_back() -> None:
    data = b"\xef\xbb\xbfOne\r\n\r\n* two\r\n"
    assert Markdown(data).with_text(Markdown(data).text) == data
    assert PlainText(data).with_text(PlainText(data).text) == data
