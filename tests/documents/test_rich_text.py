"""Rich Text: what a person reads, in its code page, without what is hidden, embedded or about the file."""

import pytest

from documents import samples
from penname.documents.document import Fact
from penname.documents.rich_text import RichText
from penname.domain.errors import BadInput


def test_text_and_facts() -> None:
    read = RichText(samples.RICH)
    assert read.text == "My name is Ann Plover – café „Otter“.\nSecond\tline {1}\xa0😊.\n"
    assert read.facts == (Fact("author", "Ann Plover"), Fact("company", "Fish & Sons"))
    assert "not read" in read.notices[0]


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (rb"\ansicpg1251 \'cf\'f0\'e8\'e2\'e5\'f2", "Привет"),
        (rb"\ansicpg932 \'93\'fa\'96\'7b", "日本"),
        (rb"{\uc2 \u233ab}c", "éc"),
        (rb"{\uc0 \u233}c", "éc"),
        (rb"\bin5 {{{{{text", "text"),
        (rb"one\\\par\par\par\par two", "one\\\n\ntwo"),
        (rb"a{\field{\*\fldinst HYPERLINK mailto:ann}{\fldrslt link}}", "alink"),
        (rb"gone {\deleted not }here{\footnote A note.}", "gone here\nA note."),
    ],
)
def test_words_of_control(body: bytes, text: str) -> None:
    assert RichText(rb"{\rtf1" + body + b"}").text == text + "\n"


def test_half_a_character_is_none() -> None:
    read = RichText(rb"{\rtf1{\info{\author \u-10179?}}a\u-10179?b}")
    assert read.text == "a\ufffdb\n"
    assert read.facts == (Fact("author", "\ufffd"),)


def test_what_is_none_or_nested_without_end_is_refused() -> None:
    for data in (b"", rb"{\rt", b"text", rb"{\rtf1" + b"{" * 100_000):
        with pytest.raises(BadInput, match="Nothing was changed"):
            RichText(data)
