"""Typing, pasting and deleting in a document is a replacement in the text, and the text alone counts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QTextCursor, QTextDocument

from desktop.odd_texts import texts
from penname.desktop.texts.exact_text import ExactText
from penname.desktop.texts.offsets import Display, from_document

pytestmark = pytest.mark.usefixtures("qapp")  # documents measure fonts

Edit = tuple[int, int, str]


def editing(text: str) -> tuple[ExactText, QTextDocument, list[Edit]]:
    exact = ExactText()
    exact.show(text)
    document = exact.document
    document.documentLayout()  # as in a view; without a layout a document tells nobody that it changed
    edits: list[Edit] = []
    exact.edited.connect(lambda start, end, added: edits.append((start, end, added)))
    return exact, document, edits


def cursor_over(document: QTextDocument, start: int, end: int) -> QTextCursor:
    cursor = QTextCursor(document)
    cursor.setPosition(start)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    return cursor


@given(texts)
def test_showing_a_text_keeps_it_and_says_nothing(text: str) -> None:
    exact, document, edits = editing(text)
    assert exact.text == text
    assert document.toRawText() == Display(text).raw
    assert edits == []


@given(texts, st.data())
def test_typing_replaces_exactly_the_selection(text: str, data: st.DataObject) -> None:
    exact, document, edits = editing(text)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    typed = data.draw(
        st.sampled_from(["", "x", "é", "😀", "\u0301", "ש", "\u00a0", "two words", "\n", "a\nb"])
    )
    display = exact.display
    start, end = (display.offset(display.position(place)) for place in (start, end))  # never inside CR LF
    cursor_over(document, display.position(start), display.position(end)).insertText(typed)
    [edit] = edits or [(start, start, "")]
    if start == end and not typed:
        assert edits == []
    else:
        assert edit[:2] == (start, end)
        expected = from_document(typed, text[:start] + text[end:])
        assert edit[2].replace("\r", "").replace("\n", "") == expected.replace("\r", "").replace("\n", "")
    assert exact.text == text[: edit[0]] + edit[2] + text[edit[1] :]
    assert document.toRawText() == Display(exact.text).raw


@given(texts, st.lists(st.tuples(st.integers(0, 40), st.integers(0, 6), texts), max_size=6))
def test_after_any_edits_text_and_document_still_agree(text: str, wanted: list[tuple[int, int, str]]) -> None:
    exact, document, edits = editing(text)
    expected = text
    for at, length, added in wanted:
        last = document.characterCount() - 1
        display = exact.display
        start, end = (display.position(display.offset(min(p, last))) for p in (at, at + length))
        exact.paste(cursor_over(document, start, end), added)
        for first, past, words in edits:
            expected = expected[:first] + words + expected[past:]
        edits.clear()
        assert exact.text == expected
        assert document.toRawText() == Display(exact.text).raw


@given(texts, texts)
def test_following_shows_another_text_without_a_word(old: str, new: str) -> None:
    exact, document, edits = editing(old)
    exact.follow(new)
    assert (exact.text, document.toRawText()) == (new, Display(new).raw)
    assert edits == []


def test_what_is_not_touched_keeps_its_bytes() -> None:
    text = "a\u00a0b\r\nc\u2028d\u2029e\rf\ufeff \U0001f600"
    exact, document, _ = editing(text)
    cursor_over(document, document.characterCount() - 1, document.characterCount() - 1).insertText("!")
    assert exact.text == text + "!"


def test_pasting_keeps_line_ends_and_no_break_spaces() -> None:
    exact, document, edits = editing("")
    exact.paste(QTextCursor(document), "one\r\ntwo\u00a0three\u2028four")
    assert exact.text == "one\r\ntwo\u00a0three\u2028four"
    assert edits == [(0, 0, "one\r\ntwo\u00a0three\u2028four")]


def test_enter_makes_the_line_end_of_the_text() -> None:
    exact, document, edits = editing("one\r\ntwo")
    cursor_over(document, 2, 2).insertBlock()
    cursor_over(document, 4, 4).insertBlock()
    assert exact.text == "on\r\ne\r\n\r\ntwo"
    assert edits == [(2, 2, "\r\n"), (5, 5, "\r\n")]


def test_deleting_a_line_end_deletes_both_its_bytes() -> None:
    exact, document, edits = editing("one\r\ntwo")
    cursor_over(document, 3, 3).deleteChar()
    assert exact.text == "onetwo"
    assert edits == [(3, 5, "")]


def test_line_ends_that_melt_are_shown_as_one() -> None:
    exact, document, _ = editing("a\rxx\nb")
    cursor_over(document, 2, 4).removeSelectedText()
    assert exact.text == "a\r\nb"
    assert document.toRawText() == "a\u2029b"


def test_several_changes_in_one_step_are_one_replacement() -> None:
    exact, document, edits = editing("one two three")
    cursor = cursor_over(document, 0, 3)
    cursor.beginEditBlock()
    cursor.insertText("1")
    cursor.setPosition(document.characterCount() - 1)
    cursor.insertText("!")
    cursor.endEditBlock()
    assert exact.text == "1 two three!"
    assert len(edits) == 1


def test_what_a_document_reports_twice_is_found_by_comparing() -> None:
    exact, document, edits = editing("one two three")
    document.contentsChange.connect(lambda *report: None if edits else exact._note_change(*report))
    cursor_over(document, 4, 7).insertText("2")
    assert edits == [(4, 7, "2")]
    assert exact.text == "one 2 three"


def test_the_documents_own_undo_is_off() -> None:
    exact, document, _ = editing("one")
    cursor_over(document, 0, 3).insertText("two")
    assert exact.text == "two"
    assert not document.isUndoAvailable()
