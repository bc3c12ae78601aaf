"""Session text and document: every position maps there and back, and only line ends are shown otherwise."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QTextCursor, QTextDocument

from desktop.odd_texts import texts
from penname.desktop.texts.offsets import (
    Display,
    between_line_ends,
    difference,
    from_clipboard,
    from_document,
    line_end,
    slice_units,
    units,
)

pytestmark = pytest.mark.usefixtures("qapp")  # documents measure fonts


def document_with(text: str) -> QTextDocument:
    document = QTextDocument()
    QTextCursor(document).insertText(text)
    return document


@given(texts)
def test_a_document_holds_exactly_the_display_form(text: str) -> None:
    display = Display(text)
    document = document_with(display.text)
    assert document.toRawText() == display.raw
    assert document.characterCount() - 1 == display.length


@given(texts)
def test_positions_map_there_and_back(text: str) -> None:
    display = Display(text)
    for offset in range(len(text) + 1):
        inside_a_pair = 0 < offset < len(text) and text[offset - 1 : offset + 1] == "\r\n"
        assert display.offset(display.position(offset)) == offset + inside_a_pair


@given(texts)
def test_positions_keep_their_order_and_their_characters(text: str) -> None:
    display = Display(text)
    positions = [display.position(offset) for offset in range(len(text) + 1)]
    assert positions == sorted(positions)
    assert positions[0] == 0
    assert positions[-1] == units(display.text) == display.length
    for offset, character in enumerate(text):
        shown = slice_units(display.text, positions[offset], positions[offset + 1])
        if character.isalnum() or character in " \u00a0\u2028\t\u0301":
            assert shown == character


@given(texts)
def test_a_position_between_the_two_units_of_one_character_is_that_characters(text: str) -> None:
    display = Display(text)
    for offset, character in enumerate(text):
        if character > "\uffff":
            assert display.offset(display.position(offset) + 1) == offset


@given(texts, texts)
def test_the_difference_makes_one_text_the_other(old: str, new: str) -> None:
    start, end, instead = difference(old, new)
    assert 0 <= start <= end <= len(old)
    assert old[:start] + instead + old[end:] == new
    if old == new:
        assert (start, instead) == (end, "")


@given(texts, st.data())
def test_slices_count_utf16_units(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    assert slice_units(text, units(text[:start]), units(text[:end])) == text[start:end]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "\n"),
        ("one line", "\n"),
        ("a\r\nb\r\nc\nd", "\r\n"),
        ("a\nb\r\nc\nd", "\n"),
        ("a\rb\rc\nd", "\r"),
    ],
)
def test_the_line_end_most_used(text: str, expected: str) -> None:
    assert line_end(text) == expected


def test_typing_takes_the_line_ends_of_the_text() -> None:
    assert from_document("a\u2029b", "x\r\ny") == "a\r\nb"
    assert from_document("a\u2028b", "x") == "a\nb"
    assert from_document("a\u00a0\ud83d", "x") == "a\u00a0\ufffd"


def test_pasting_keeps_every_byte_unless_the_text_has_line_ends_already() -> None:
    assert from_clipboard("a\r\nb\u00a0\u2028", "") == "a\r\nb\u00a0\u2028"
    assert from_clipboard("a\r\nb\nc", "x\ny") == "a\nb\nc"
    assert from_clipboard("a\nb\r\nc\rd", "x\r\ny") == "a\r\nb\r\nc\r\nd"


def test_line_ends_do_not_melt_with_half_ones_beside_them() -> None:
    assert between_line_ends("a\rb", 2, 2, "\n") == "\r\n"
    assert between_line_ends("a\nb", 1, 1, "\r") == "\r\n"
    assert between_line_ends("ab", 1, 1, "\n") == "\n"
