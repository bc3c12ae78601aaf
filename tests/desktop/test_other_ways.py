"""Other ways to hide what a change hides: chosen beside it, taken back, offered where nothing changed."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.scripted_sessions import ScriptedSessions
from penname.desktop.changes.change_words import way_words
from penname.desktop.changes.ways_button import WaysButton
from penname.desktop.findings.change_lines import ChangeLine
from penname.desktop.main.main_window import MainWindow
from penname.desktop.session.view_state import Action, DocumentView, SessionState
from penname.domain.changes import Change
from scripted import LEAKS, REWRITTEN, TEXT

Until = Callable[[SessionState], None]
WAYS = (
    (" in Lisbon", " by the sea", "location", 0.9),
    ("I love my flat in Lisbon. A", "A", "location", 0.6),
    ("I am 34.", "I am no child.", "age", 0.5),
)


@pytest.fixture
def factory() -> ScriptedSessions:
    """Rewrites come with other ways."""
    made = ScriptedSessions()
    made.alternatives = WAYS
    return made


@pytest.fixture
def proposed(window: MainWindow, until: Until) -> MainWindow:
    """A rewrite waits."""
    window.place_text(TEXT)
    window.do(Action.STEP)
    until(SessionState.LEAKS)
    window.do(Action.STEP)
    until(SessionState.REWRITE)
    return window


def line(window: MainWindow, name: str) -> ChangeLine:
    """The first change of a finding, which is opened."""
    window.page.rail.select(name)
    return next(row for row in window.page.rail.rows if row.attribute_name == name).changes.lines[0]


def ways(shown: ChangeLine) -> dict[str, Callable[[], None]]:
    """What is offered below a change, which is unfolded, and how to choose it."""
    shown.ways.setChecked(True)
    found = {one.accessibleName(): one.click for one in shown.others.stops}
    return found | {shown.typing.text(): shown.typing.click}


def entries(button: WaysButton) -> dict[str, Callable[[], None]]:
    """What its menu offers, and how to choose it."""
    button.menu().aboutToShow.emit()
    return {one.text(): one.trigger for one in button.menu().actions() if not one.isSeparator()}


def test_another_way_takes_the_place_of_a_change_and_back(proposed: MainWindow) -> None:
    flow = proposed.page.flow
    shown = line(proposed, "location")
    assert shown.ways.isVisible()
    assert not shown.others.isVisible()
    assert list(ways(shown)) == [
        "“in Lisbon” → “by the sea”",
        "Leave out “I love my flat in Lisbon.”",
        "Write it myself",
    ]
    ways(shown)["“in Lisbon” → “by the sea”"]()
    assert flow.result == REWRITTEN.replace("my flat.", "my flat by the sea.")
    ways(line(proposed, "location"))["Leave out “in Lisbon”"]()
    assert flow.result == REWRITTEN


def test_a_way_that_takes_more_takes_the_place_of_all_it_reaches(proposed: MainWindow) -> None:
    ways(line(proposed, "location"))["Leave out “I love my flat in Lisbon.”"]()
    assert proposed.page.flow.result == REWRITTEN.replace("I love my flat. ", "")


def test_a_change_without_other_ways_offers_none(proposed: MainWindow) -> None:
    assert line(proposed, "occupation").ways.isHidden()


def test_the_key_o_opens_the_list(proposed: MainWindow) -> None:
    shown = line(proposed, "location")
    shown.choice.pressed.setFocus()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_O)
    assert shown.others.stops[0].hasFocus()
    view = proposed.page.document.text_in_front
    (tinted,) = view.extraSelections()
    assert tinted.cursor.selectedText() == "in Lisbon"
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Down)
    assert shown.others.stops[1].hasFocus()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Space)
    assert proposed.page.flow.result == REWRITTEN.replace("I love my flat. ", "")


def test_where_the_words_may_sound_awkward_they_are_listed_at_once(
    window: MainWindow, until: Until, factory: ScriptedSessions
) -> None:
    factory.good = {"location": 0.6}
    window.place_text(TEXT)
    window.do(Action.RUN)
    until(SessionState.FINISHED)
    assert line(window, "location").others.isVisible()


def test_one_writes_it_oneself_where_it_stands(proposed: MainWindow) -> None:
    ways(line(proposed, "location"))["Write it myself"]()
    document = proposed.page.document
    assert document.front is DocumentView.RESULT
    assert document.rewrite.new.hasFocus()


def test_they_are_offered_in_the_text_as_well(proposed: MainWindow) -> None:
    rewrite = proposed.page.document.rewrite
    change = next(one for one in rewrite.changes if "location" in one.attributes)
    rewrite._offer(rewrite.inline, change)
    bar = rewrite._bars[rewrite.inline]
    entries(bar.ways)["“in Lisbon” → “by the sea”"]()
    assert "by the sea" in rewrite.new_text


def test_after_the_end_they_are_still_there(window: MainWindow, until: Until) -> None:
    window.place_text(TEXT)
    window.do(Action.RUN)
    until(SessionState.FINISHED)
    ways(line(window, "location"))["“in Lisbon” → “by the sea”"]()
    assert window.page.flow.result == REWRITTEN.replace("my flat.", "my flat by the sea.")


def test_where_nothing_was_changed_they_are_suggested(
    window: MainWindow, until: Until, factory: ScriptedSessions, qtbot: QtBot
) -> None:
    factory.leaks = {**LEAKS, "age": ("34", "34", LEAKS["age"][2])}  # which changes nothing
    window.place_text(TEXT)
    window.do(Action.RUN)
    until(SessionState.FINISHED)
    rail = window.page.rail
    rail.select("age")
    row = next(one for one in rail.rows if one.attribute_name == "age")
    assert row.suggestions.isVisible()
    (button,) = row.suggestions.stops
    assert button.accessibleName() == "“I am 34.” → “I am no child.”"
    button.setFocus()
    view = window.page.document.text_in_front
    (tinted,) = view.extraSelections()
    assert tinted.cursor.selectedText() == "I am 34."
    rail.setFocus()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert window.page.flow.result.endswith("I am no child.")
    assert not row.suggestions.isVisible()
    assert not window.page.document.text_in_front.extraSelections()


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ("We met. But i", "I", "Leave out “We met. But”"),
        ("in Leeds", "there", "“in Leeds” → “there”"),
        (" in Leeds", "", "Leave out “in Leeds”"),
        ("", "now", "Add “now”"),
    ],
)
def test_a_way_in_words(before: str, after: str, words: str) -> None:
    assert way_words(Change(0, len(before), before, after)) == words
