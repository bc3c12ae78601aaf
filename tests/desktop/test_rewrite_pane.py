"""The pane with a rewrite: dropping changes, taking them back, and typing into the new text."""

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFont, QTextCursor, QTextDocument
from PySide6.QtWidgets import QMenu, QToolTip
from pytestqt.qtbot import QtBot

from desktop.odd_texts import ATTRIBUTES, texts
from penname.desktop.changes.change_words import describe
from penname.desktop.changes.rewrite_pane import RewritePane
from penname.desktop.style import theme
from penname.desktop.texts.marks import MarkStyle
from penname.desktop.texts.text_view import TextView
from penname.desktop.widgets.tooltips import plain_tooltip
from penname.domain.changes import Change, ChangeOrigin, changes_from_rewrite, edit_by_hand

TEXT = "I live in Lisbon 😀 with my husband.\r\nAt 29 I draw e\u0301te\u0301 no-break\u00a0space שלום."


def change(before: str, after: str, *attributes: str) -> Change:
    start = TEXT.index(before)
    return Change(start, start + len(before), before, after, attributes)


CITY = change("Lisbon", "my city", "location")
SPOUSE = change("husband", "partner", "relationship", "sex")
AGE = change("At 29 ", "", "age")
CHANGES = (CITY, SPOUSE, AGE)


@pytest.fixture
def pane(qtbot: QtBot) -> RewritePane:
    pane = RewritePane(theme.light())
    qtbot.addWidget(pane)
    pane.set_attributes(ATTRIBUTES)
    pane.resize(900, 400)
    pane.show_rewrite(TEXT, CHANGES)
    return pane


@pytest.fixture
def told(pane: RewritePane) -> list[tuple[Change, ...]]:
    told: list[tuple[Change, ...]] = []
    pane.changes_edited.connect(told.append)
    return told


def put_cursor(view: TextView, start: int, end: int | None = None) -> None:
    display = view._exact.display
    cursor = view.textCursor()
    cursor.setPosition(display.position(start))
    cursor.setPosition(display.position(start if end is None else end), QTextCursor.MoveMode.KeepAnchor)
    view.setTextCursor(cursor)


def added_words(view: TextView, bold: bool = False) -> list[str]:
    found: list[str] = []
    block = view.document().firstBlock()
    while block.isValid():
        text = block.text().encode("utf-16-le")
        for part in block.layout().formats():
            if not part.format.fontStrikeOut():
                assert (part.format.fontWeight() == QFont.Weight.Bold) is bold
                found.append(text[2 * part.start : 2 * (part.start + part.length)].decode("utf-16-le"))
        block = block.next()
    return found


def test_showing_a_rewrite_says_nothing_and_keeps_every_change(pane: RewritePane, told: list) -> None:
    assert pane.changes == CHANGES
    assert (
        pane.new_text
        == "I live in my city 😀 with my partner.\r\nI draw e\u0301te\u0301 no-break\u00a0space שלום."
    )
    assert told == []


def test_a_change_is_kept_or_taken_back_from_outside(pane: RewritePane, told: list) -> None:
    pane.keep(SPOUSE, False)
    pane.keep(SPOUSE, False)
    assert told == [(CITY, AGE)]
    assert "my husband" in pane.new_text
    pane.toggle_change.trigger()
    assert told[-1] == CHANGES


def test_a_change_that_the_pane_never_showed_can_be_kept(pane: RewritePane, told: list) -> None:
    pane.show_rewrite(TEXT, (CITY, AGE))  # as the user left it in a session that was opened again
    pane.keep(SPOUSE, True)
    assert told == [CHANGES]
    pane.show_result(True)
    put_cursor(pane.new, pane.new_text.index("partner"))
    pane.new.insertPlainText("business ")
    pane.keep(SPOUSE, True)  # typed over: it has no place any more
    assert "business partner" in pane.new_text


def test_f8_goes_through_the_changes_and_space_drops_the_one_reached(
    pane: RewritePane, told: list, qtbot: QtBot
) -> None:
    chosen: list[object] = []
    pane.chosen.connect(chosen.append)
    pane.next_change.trigger()
    pane.next_change.trigger()  # the words that go and the words that come are one stop
    assert chosen == [CITY, SPOUSE]
    qtbot.keyClick(pane.inline, Qt.Key.Key_Space)
    assert told == [(CITY, AGE)]
    pane.previous_change.trigger()
    assert chosen[-1] == CITY
    pane.toggle_change.trigger()
    assert told[-1] == (AGE,)


def test_a_click_on_a_change_chooses_it_and_its_buttons_drop_it(
    pane: RewritePane, told: list, qtbot: QtBot
) -> None:
    with qtbot.waitExposed(pane):
        pane.show()
    view = pane.inline
    box = view.box_of(SPOUSE)
    assert box is not None
    with qtbot.waitSignal(pane.chosen) as chosen:
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=box.center())
    assert chosen.args == [SPOUSE]
    qtbot.mouseMove(view.viewport(), QPoint(3, 3))
    qtbot.mouseMove(view.viewport(), box.center())
    bar = pane._bars[view]
    assert bar.change == SPOUSE
    qtbot.mouseClick(bar._drop, Qt.MouseButton.LeftButton)
    assert told == [(CITY, AGE)]


def test_tooltips_show_words_as_they_are() -> None:
    shown = QTextDocument()
    shown.setHtml(plain_tooltip("Location: “<b>x</b> &amp;”\nAge"))
    assert shown.toPlainText() == "Location: “<b>x</b> &amp;”\nAge"
    assert plain_tooltip("") == ""


def test_sentences_about_changes() -> None:
    by_hand = Change(0, 0, "", "x\ny", (), ChangeOrigin.HAND)
    assert describe(by_hand, True, {}) == "Your own edit: “x⏎y” is added"
    assert describe(by_hand, False, {}) == "Your own edit: “x⏎y” is not added"
    long = Change(0, 100, "y" * 100, "z", ("age",))
    assert describe(long, True, {"age": "Age"}) == f"Age: “{'y' * 59}…” becomes “z”"


@pytest.mark.parametrize("typed", ["x", "é", "😀", "e\u0301", "ש", "two words"])
def test_typing_is_edit_by_hand(pane: RewritePane, told: list, qtbot: QtBot, typed: str) -> None:
    pane.show_result(True)
    before = pane.new_text
    place = before.index("draw")
    put_cursor(pane.new, place)
    pane.new.insertPlainText(typed)
    assert pane.new_text == before[:place] + typed + before[place:]
    assert told[-1] == edit_by_hand(TEXT, CHANGES, place, place, typed)


def test_typing_into_a_change_makes_it_the_users_own(pane: RewritePane, told: list, qtbot: QtBot) -> None:
    pane.show_result(True)
    put_cursor(pane.new, pane.new_text.index("city"))
    qtbot.keyClicks(pane.new, "big ")
    own = Change(CITY.start, CITY.end, "Lisbon", "my big city", ("location",), ChangeOrigin.HAND)
    assert told[-1] == (own, SPOUSE, AGE)
    assert added_words(pane.new) == ["my big city", "partner"]


def test_words_typed_one_letter_at_a_time_are_one_change(pane: RewritePane, told: list, qtbot: QtBot) -> None:
    pane.show_result(True)
    city = pane.new_text.index("city")
    put_cursor(pane.new, city, city + len("city"))
    qtbot.keyClicks(pane.new, "town")
    own = Change(CITY.start, CITY.end, "Lisbon", "my town", ("location",), ChangeOrigin.HAND)
    assert told[-1] == (own, SPOUSE, AGE)


def test_an_empty_pane_can_be_seen(qtbot: QtBot) -> None:
    pane = RewritePane(theme.dark())
    qtbot.addWidget(pane)
    with qtbot.waitExposed(pane):
        pane.show()
    pane.show_result(True)
    pane.show_rewrite("", ())
    pane.next_change.trigger()
    assert pane.changes == ()


def test_the_menu_of_a_change_drops_it_and_takes_it_back(pane: RewritePane, told: list, qtbot: QtBot) -> None:
    pane.show_result(True)
    view = pane.new
    put_cursor(view, view.text.index("partner") + 2)
    for title in ("Keep the original words", "Keep this change"):
        menu = QMenu()
        qtbot.addWidget(menu)
        view.extend_menu(menu, None)
        action, *about_the_words = menu.actions()
        assert [entry.text() for entry in about_the_words] == ["This gives away", "Never change this"]
        assert action.text() == title
        action.trigger()
        put_cursor(view, view.text.index("my", 20) + 4)
    assert told == [(CITY, AGE), CHANGES]


def test_typing_into_a_text_with_both_says_where_to_type(pane: RewritePane, told: list, qtbot: QtBot) -> None:
    with qtbot.waitExposed(pane):
        pane.show()
    qtbot.keyClicks(pane.inline, "a")
    assert told == []
    assert "F2" in QToolTip.text()
    QToolTip.hideText()


def test_everything_has_a_name_for_screen_readers(pane: RewritePane) -> None:
    for widget in pane.views:
        assert widget.accessibleName()


def test_the_words_of_changes_are_bold_except_where_lines_break_as_in_a_copy(
    pane: RewritePane, qtbot: QtBot
) -> None:
    assert added_words(pane.inline, bold=True) == ["my city", "partner"]
    pane.show_result(True)
    view = pane.new
    assert added_words(view) == ["my city", "partner"]
    put_cursor(view, 0)
    qtbot.keyClicks(view, "Hm ")
    assert added_words(view) == ["Hm ", "my city", "partner"]
    pane.toggle(CITY)
    pane.toggle(AGE)
    assert added_words(view) == ["Hm ", "partner"]
    pane.toggle(CITY)
    assert added_words(view) == ["Hm ", "my city", "partner"]
    put_cursor(view, view.text.index("At 29"))
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert "".join(added_words(view)) == "Hm my citypartner"


def test_typing_can_be_undone_and_so_can_a_tick(pane: RewritePane, told: list, qtbot: QtBot) -> None:
    pane.show_result(True)
    view = pane.new
    put_cursor(view, 0)
    qtbot.keyClicks(view, "Hm")
    pane.toggle(CITY)
    qtbot.keyClick(view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert pane.new_text.startswith("HmI live in my city")
    qtbot.keyClick(view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert (told[-1], view.text) == (CHANGES, pane.new_text)
    assert not view.can_undo
    qtbot.keyClick(
        view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    )
    assert view.text.startswith("HmI live in my city")


def test_while_the_model_works_nothing_can_be_changed(pane: RewritePane, told: list, qtbot: QtBot) -> None:
    pane.show_result(True)
    pane.set_editable(False)
    pane.keep(CITY, False)
    qtbot.keyClicks(pane.new, "abc")
    pane.show_result(False)
    pane.next_change.trigger()
    qtbot.keyClick(pane.inline, Qt.Key.Key_Space)
    pane.toggle_change.trigger()
    assert told == []
    assert pane.changes == CHANGES


def test_the_same_rewrite_again_keeps_what_the_user_did(pane: RewritePane) -> None:
    pane.toggle(CITY)
    pane.show_rewrite(TEXT, pane.changes)
    assert pane.review.dropped == (CITY,)
    pane.show_rewrite(TEXT, CHANGES)
    assert (pane.review.dropped, pane.changes) == ((), CHANGES)


def test_the_text_that_comes_to_the_front_has_what_was_changed_meanwhile(
    pane: RewritePane, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(pane.result_wanted):
        pane.edit_by_hand.trigger()
    pane.show_result(True)
    put_cursor(pane.new, 0)
    pane.new.insertPlainText("Well, ")
    pane.show_result(False)
    assert pane.inline.text.startswith("Well, I live in Lisbon")
    changed = [m.style for m in pane.inline.marks if m.style is not MarkStyle.EVIDENCE]
    assert changed[:3] == [
        MarkStyle.ADDED,
        MarkStyle.REMOVED,
        MarkStyle.ADDED,
    ]


def test_fifty_thousand_words_with_many_changes(pane: RewritePane, qtbot: QtBot) -> None:
    paragraph = "In Lisbon, 😀 one hundred words might stand here. " * 11 + "\r\n"
    text = paragraph * 500
    starts = [match.start() for match in re.finditer("Lisbon", text)][::4]
    changes = tuple(Change(start, start + 6, "Lisbon", "my city", ("location",)) for start in starts)
    pane.show_rewrite(text, changes)
    pane.show_result(True)
    with qtbot.waitExposed(pane):
        pane.show()
    view = pane.new
    assert added_words(view) == ["my city"] * len(changes)
    pane.jump_to(changes[-1])
    assert view.box_of(changes[-1]) is not None
    pane.toggle(changes[-1])
    view.insertPlainText("x")
    assert added_words(view) == ["my city"] * (len(changes) - 1) + ["x"]
    assert view.text == pane.new_text


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)
@given(texts, texts, st.lists(st.tuples(st.integers(0, 60), st.integers(0, 5), texts), max_size=4))
def test_whatever_is_typed_is_edit_by_hand(
    pane: RewritePane, old: str, new: str, typing: list[tuple[int, int, str]]
) -> None:
    changes = changes_from_rewrite(old, new)
    pane.show_rewrite(old, changes)
    pane.show_result(True)
    view = pane.new
    assert view.text == new
    for at, length, words in typing:
        display = view._exact.display
        positions = (min(place, len(view.text)) for place in (at, at + length))
        start, end = (display.offset(display.position(place)) for place in positions)
        edits: list[tuple[int, int, str]] = []
        connection = view.edited.connect(lambda *edit, edits=edits: edits.append(edit))
        put_cursor(view, start, end)
        view.insertPlainText(words)
        view.edited.disconnect(connection)
        for edit in edits:
            changes = edit_by_hand(old, changes, *edit)
        assert pane.changes == changes
        assert view.text == pane.new_text
