"""One text in three views: which comes to the front, by itself and by the user's choice, and typing in it."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.scripted_sessions import ScriptedSessions
from desktop.test_keyboard import press
from penname.desktop.background.progress import Progress
from penname.desktop.main.main_window import MainWindow
from penname.desktop.session.view_state import Action, DocumentView, SessionState
from penname.desktop.texts.marks import MarkStyle
from penname.domain.inferences import Inference, Validity, Verdict
from scripted import LEAKS, REWRITTEN, TEXT

Until = Callable[[SessionState], None]
ORIGINAL, CHANGES, RESULT = DocumentView


@pytest.fixture
def reviewing(window: MainWindow, until: Until) -> MainWindow:
    """A window in which a rewrite waits."""
    window.activateWindow()
    window.place_text(TEXT)
    for state in (SessionState.LEAKS, SessionState.REWRITE):
        window.do(Action.STEP)
        until(state)
    return window


def pressed(window: MainWindow) -> list[DocumentView]:
    """The views whose button is pressed, in a control that presses one."""
    return [view for view in DocumentView if window.page.line.views.buttons[view].isChecked()]


def test_each_state_brings_its_view_to_the_front(window: MainWindow, until: Until) -> None:
    document = window.page.document
    window.place_text(TEXT)
    assert document.original.isVisible()
    assert not document.rewrite.isVisible()
    window.do(Action.STEP)
    until(SessionState.LEAKS)
    assert (document.front, pressed(window)) == (ORIGINAL, [ORIGINAL])
    window.do(Action.STEP)
    until(SessionState.REWRITE)
    assert (document.front, pressed(window)) == (CHANGES, [CHANGES])
    assert document.rewrite.inline.isVisible()
    assert not document.original.isVisible()
    window.do(Action.ACCEPT)
    until(SessionState.LEAKS)
    assert (document.front, pressed(window)) == (RESULT, [RESULT])
    assert (document.original.text, document.rewrite.new.text) == (TEXT, REWRITTEN)
    window.do(Action.STEP)
    until(SessionState.FINISHED)
    assert (document.front, pressed(window)) == (RESULT, [RESULT])
    assert document.rewrite.new.isVisible()
    assert document.rewrite.new.text == REWRITTEN


def test_only_what_there_is_can_be_looked_at(window: MainWindow, until: Until) -> None:
    buttons = window.page.line.views.buttons
    window.place_text(TEXT)
    assert [buttons[view].isEnabled() for view in DocumentView] == [True, False, False]
    press(window, "Ctrl+2")
    assert window.page.document.front is ORIGINAL
    window.do(Action.RUN)
    until(SessionState.FINISHED)
    assert all(button.isEnabled() for button in buttons.values())
    while window.page.flow.state is not SessionState.LEAKS or window.page.flow.facts.rounds:
        window.do(Action.UNDO)
        QTest.qWait(20)
    assert window.page.document.front is ORIGINAL
    assert not buttons[RESULT].isEnabled()


def test_a_text_that_ends_as_it_was_stays_in_front(
    window: MainWindow, until: Until, factory: ScriptedSessions
) -> None:
    factory.leaks = {"age": ("34", "an adult", Validity.LOW)}
    window.place_text(TEXT)
    window.do(Action.RUN)
    until(SessionState.FINISHED)
    assert window.page.document.front is ORIGINAL
    assert window.page.card.isHidden()


def test_the_users_choice_stays_until_the_next_state(reviewing: MainWindow, until: Until) -> None:
    document = reviewing.page.document
    press(reviewing, "Ctrl+3")
    assert document.front is RESULT
    document.rewrite.toggle(document.rewrite.changes[0])
    until(SessionState.REWRITE)
    assert (document.front, pressed(reviewing)) == (RESULT, [RESULT])
    press(reviewing, "Ctrl+1")
    assert document.front is ORIGINAL
    press(reviewing, "Ctrl+2")
    assert document.front is CHANGES
    reviewing.page.line.views.buttons[RESULT].click()
    assert document.front is RESULT
    reviewing.do(Action.TRY_AGAIN)
    until(SessionState.REWRITE)
    assert document.front is CHANGES


def test_arrow_keys_go_through_the_views(qtbot: QtBot, reviewing: MainWindow) -> None:
    buttons = reviewing.page.line.views.buttons
    buttons[CHANGES].setFocus()
    qtbot.keyClick(buttons[CHANGES], Qt.Key.Key_Right)
    assert reviewing.page.document.front is RESULT
    assert QApplication.focusWidget() is buttons[RESULT]


def test_the_keyboard_stays_in_the_text_when_the_view_changes(reviewing: MainWindow) -> None:
    document = reviewing.page.document
    document.rewrite.inline.setFocus()
    press(reviewing, "Ctrl+1")
    assert QApplication.focusWidget() is document.original


def test_the_result_is_typed_into_while_a_rewrite_waits_and_at_the_end(
    qtbot: QtBot, reviewing: MainWindow, until: Until
) -> None:
    document = reviewing.page.document
    document.rewrite.inline.setFocus()
    press(reviewing, "F2")
    assert QApplication.focusWidget() is document.rewrite.new
    qtbot.keyClicks(document.rewrite.new, "Hm. ")
    assert reviewing.page.flow.result == "Hm. " + REWRITTEN
    reviewing.do(Action.RUN)
    until(SessionState.FINISHED)
    qtbot.keyClicks(document.rewrite.new, "Oh. ")
    until(SessionState.STOPPED)
    assert (document.front, document.rewrite.new.isVisible()) == (RESULT, True)
    assert reviewing.page.flow.result == "Hm. Oh. " + REWRITTEN
    assert reviewing.page.bar.next.button.text() == "Read it again"
    assert reviewing.page.bar.buttons[Action.COPY].isVisible()


def test_in_a_wide_window_the_original_stands_beside_the_changes(reviewing: MainWindow) -> None:
    document = reviewing.page.document
    reviewing.resize(1500, 800)
    assert document.original.isVisible()
    assert document.rewrite.inline.isVisible()
    press(reviewing, "Ctrl+3")
    assert not document.original.isVisible()
    press(reviewing, "Ctrl+2")
    reviewing.resize(1200, 800)
    assert not document.original.isVisible()


def test_a_finding_is_shown_where_it_is_read_or_hidden(reviewing: MainWindow) -> None:
    document = reviewing.page.document
    reviewing.page.rail.jump_requested.emit("age")
    assert document.front is CHANGES
    inline = document.rewrite.inline
    assert inline.text[inline.selected[0] :].startswith("34")
    reviewing.page.rail.jump_requested.emit("income")  # which no change hides
    assert document.front is ORIGINAL


def test_find_follows_the_view_in_front(reviewing: MainWindow) -> None:
    bar = reviewing.page.find_bar
    document = reviewing.page.document
    press(reviewing, "Ctrl+F")
    QTest.keyClicks(bar.field, "34")
    assert bar.count.text() == "1 of 1"
    press(reviewing, "Ctrl+3")
    assert bar.count.text() == "Not found"
    assert document.rewrite.inline.extraSelections() == []


def test_what_is_to_be_hidden_is_behind_a_button(qtbot: QtBot, reviewing: MainWindow) -> None:
    page = reviewing.page
    assert "age" in page.line.hiding.toolTip()
    assert not page.protect.isVisible()
    page.line.hiding.click()
    assert page.protect.isVisible()
    page.protect.chips[0].click()
    assert "age" not in page.line.hiding.toolTip()
    page.line.hiding.click()
    assert not page.protect.isVisible()


def test_who_rewrites_and_how_is_behind_a_button(window: MainWindow) -> None:
    line = window.page.line
    assert line.tools.text() == "Starter model ▾"
    line.tools.click()
    assert not window.tools.method.isVisible()
    window.tools.advanced.click()
    assert window.tools.method.isVisible()
    assert window.tools.height() < 300
    window.tools.method_chosen.emit("misleading")
    assert line.tools.text() == "Starter model, Misleading ▾"
    QTest.keyClick(window.tools, Qt.Key.Key_Escape)
    assert not window.tools.isVisible()


def test_what_was_not_changed_is_the_users_turn(
    window: MainWindow, until: Until, factory: ScriptedSessions
) -> None:
    factory.leaks = {
        "age": ("34", "34 or so", Validity.HIGH),  # rewritten, and still read
        "location": ("flat in Lisbon", "flat in Lisbon", Validity.HIGH),  # not rewritten at all
        "occupation": ("night shift on my ward", "late shift at work", Validity.HIGH),
    }
    window.place_text(TEXT)
    window.tools.rounds_changed.emit(1)
    window.do(Action.RUN)
    until(SessionState.FINISHED)
    card = window.page.card
    assert not card.odd.isVisible()
    assert card.yours.text() == "2 clues are left, your turn:"
    assert [link.text() for link in card.links] == ["Age", "Location"]
    assert card.limits.text().startswith("Finished after 1 round. Read before you copy: stronger models")
    assert card.reached.text() == (
        "The Starter model found 3 clues before, 2 now. Before: at most 500 people match your text. "
        "Now, by this model’s reading: 500 to 30,000 people."
    )
    assert not window.page.rail.people.isVisible()  # the card has said it
    assert not window.page.rail.title.isVisible()  # the card has said it
    assert [row.attribute_name for row in window.page.rail.list.shown] == ["age", "location"]
    assert window.page.rail.list.gone.text() == "▸ 1 clue no longer found"
    assert window.page.document.text_in_front._layer.evidence.gone == {"occupation"}
    card.links[1].click()
    shown = window.page.document.text_in_front
    start, end = shown.selected
    assert (shown.text[start:end], window.page.document.front) == ("flat in Lisbon", RESULT)
    assert [row.attribute_name for row in window.page.rail.rows if row.is_open] == ["location"]


def test_the_finish_names_the_sentences_that_the_critic_doubts(
    window: MainWindow, until: Until, factory: ScriptedSessions
) -> None:
    factory.good = {"age": 0.62, "occupation": 0.7, "location": 0.9}
    window.place_text(TEXT)
    window.do(Action.RUN)
    until(SessionState.FINISHED)
    card = window.page.card
    assert card.odd.isVisible()
    assert not card.yours.isVisible()
    assert [link.text() for link in card.links] == ["“late shift at work”", "“an adult”"]
    card.links[1].click()
    document = window.page.document
    assert document.front is CHANGES
    assert [row.attribute_name for row in window.page.rail.rows if row.is_open] == ["age"]
    (line,) = next(row for row in window.page.rail.rows if row.is_open).changes.lines
    assert line.doubt.isVisible()
    line.choose(False)
    assert [link.text() for link in card.links] == ["“late shift at work”"]
    document.show_view(RESULT)
    where = document.rewrite.new.text.index("late shift at work")
    document.rewrite.typed.emit(where, where + len("late shift at work"), "job")  # what was typed was read
    assert not card.odd.isVisible()


def test_the_chosen_finding_is_seen_in_every_view(qtbot: QtBot, reviewing: MainWindow) -> None:
    page = reviewing.page
    page.rail.select("location")
    for view, words in ((ORIGINAL, "flat in Lisbon"), (CHANGES, " in Lisbon"), (RESULT, "")):
        page.show_view(view)
        shown = page.document.text_in_front
        qtbot.waitUntil(shown.isVisible)
        places = {(one.start, one.end) for one in shown.marks if one.key == "location"}
        assert {shown.text[start:end] for start, end in places} == {words}
        assert shown.selected_attribute == "location"
        assert shown._gutter.isVisible()
        page.rail.jump_requested.emit("location")
        assert page.document.front is view
        assert shown.selected in places


def test_a_text_stands_where_it_stays_once_it_is_read(qtbot: QtBot, window: MainWindow, until: Until) -> None:
    window.resize(1200, 780)
    window.place_text(TEXT)
    document = window.page.document
    qtbot.waitUntil(lambda: document.width() > 600)
    QTest.qWait(50)
    wide, left = document.original.viewport().width(), document.mapTo(window, QPoint()).x()
    assert "will be listed here" in window.page.rail.body.text()
    assert window.page.rail.isVisible()
    window.do(Action.STEP)
    until(SessionState.LEAKS)
    assert document.mapTo(window, QPoint()).x() == left
    qtbot.waitUntil(lambda: abs(document.original.viewport().width() - wide) <= 16)


def test_a_later_round_is_compared_with_the_original(
    window: MainWindow, until: Until, factory: ScriptedSessions
) -> None:
    factory.leaks = {"age": ("34", "34 or so", Validity.HIGH), "location": LEAKS["location"]}
    window.place_text(TEXT)
    for state in (SessionState.LEAKS, SessionState.REWRITE, SessionState.LEAKS, SessionState.REWRITE):
        window.do(Action.STEP)
        until(state)
    shown = window.page.document.rewrite.inline
    gone = [shown.text[one.start : one.end] for one in shown.marks if one.style is MarkStyle.GONE]
    assert gone == [" in Lisbon"]
    assert window.page.bar.next.button.text() == "Accept 1 change"


def test_what_was_typed_at_the_end_is_said_to_be_unread(
    qtbot: QtBot, window: MainWindow, until: Until
) -> None:
    window.place_text(TEXT)
    window.do(Action.RUN)
    until(SessionState.FINISHED)
    qtbot.keyClicks(window.page.document.rewrite.new, "Oh. ")
    until(SessionState.STOPPED)
    assert window.page.card.isVisible()
    assert "You edited the result. Nobody has read it since." in window.page.card.limits.text()


def test_a_larger_model_is_offered_beside_the_result(window: MainWindow, until: Until) -> None:
    window.place_text(TEXT)
    window.do(Action.RUN)
    until(SessionState.FINISHED)
    bar, told = window.page.bar, []
    bar.offer("A larger model finds more", lambda: told.append("look"), lambda: told.append("away"))
    window.resize(900, 600)
    QTest.qWait(50)
    assert bar.offered.isVisible()
    assert window.page.document.text_in_front.height() >= 370
    bar.put_away.click()
    assert told == ["away"]
    assert not bar.offered.isVisible()


def test_words_are_marked_as_they_are_judged(window: MainWindow) -> None:
    window.place_text(TEXT)
    page = window.page
    read = tuple(Inference(name, "so it says", ("one", "two", "three"), 4) for name in ("location", "age"))
    judged = (Verdict("location", Validity.HIGH, ("flat in Lisbon",)),)
    page.document.show_reading(page.flow, Progress("arbitrator", inferences=read, verdicts=judged))
    assert [TEXT[mark.start : mark.end] for mark in page.document.original.marks] == ["flat in Lisbon"]
    page.render_state()  # as when it is stopped
    assert page.document.original.marks == ()
