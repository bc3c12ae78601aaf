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


@pytest.fixture
def finished(window: MainWindow, until: Until, factory: ScriptedSessions) -> MainWindow:
    """The end, with two suggestions far apart."""
    factory.alternatives = (
        ("I love", "I like", "location", 0.8),
        ("badly", "little", "occupation", 0.7),
        *WAYS,
    )
    window.place_text(TEXT)
    window.do(Action.RUN)
    until(SessionState.FINISHED)
    return window


def test_what_is_chosen_at_the_end_stays_apart_and_keeps_what_it_hides(
    finished: MainWindow, qtbot: QtBot
) -> None:
    flow, rail = finished.page.flow, finished.page.rail
    for name in ("location", "occupation"):
        rail.select(name)
        row = next(one for one in rail.rows if one.attribute_name == name)
        row.suggestions.stops[0].click()
    expected = REWRITTEN.replace("I love", "I like").replace("badly", "little")
    assert flow.result == expected
    qtbot.waitUntil(lambda: flow.edited is None and not finished.jobs.busy, timeout=20_000)  # it is kept
    assert flow.result == expected
    texts = {one.before: one.attributes for one in flow.standing}
    assert {"I love", "badly"} <= set(texts)
    assert texts["I love"] == ("location",)
    rail.select("occupation")
    row = next(one for one in rail.rows if one.attribute_name == "occupation")
    undo = next(one for one in row.changes.lines if one._view.change.before == "badly")
    undo.choose(keep=False)
    assert flow.result == expected.replace("little", "badly")


def test_a_suggestion_that_is_taken_leaves_the_keyboard_in_its_finding(finished: MainWindow) -> None:
    rail = finished.page.rail
    rail.select("occupation")
    row = next(one for one in rail.rows if one.attribute_name == "occupation")
    (button,) = row.suggestions.stops
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_Space)
    assert row.head.hasFocus()


def test_of_words_that_stand_twice_those_that_would_go_are_tinted(
    window: MainWindow, until: Until, factory: ScriptedSessions
) -> None:
    text = "I am in, so I think in Lisbon, in my flat in Lisbon. I am 34."
    factory.alternatives = ((" in Lisbon.", ".", "location", 0.9),)
    window.place_text(text)
    window.do(Action.RUN)
    until(SessionState.FINISHED)
    document = window.page.document
    document.point_at(Change(text.rindex("in"), text.rindex("in") + 2, "in", ""))
    (tinted,) = document.text_in_front.extraSelections()
    assert tinted.cursor.selectionStart() == document.text_in_front.text.rindex("in")
    document.point_at(None)
    assert not document.text_in_front.extraSelections()


def test_a_refused_rewrite_is_not_the_end_of_it(
    window: MainWindow, until: Until, factory: ScriptedSessions, qtbot: QtBot
) -> None:
    factory.leaks = {"age": ("34", "34", LEAKS["age"][2])}
    window.place_text(TEXT)
    window.do(Action.STEP)
    until(SessionState.LEAKS)
    window.do(Action.STEP)
    until(SessionState.REWRITE)
    rail = window.page.rail
    rail.select("age")
    row = next(one for one in rail.rows if one.attribute_name == "age")
    row.suggestions.stops[0].click()
    assert window.page.flow.result.endswith("I am no child.")
    qtbot.waitUntil(lambda: window.page.flow.can(Action.ACCEPT))


def test_in_a_narrow_window_the_card_leads_to_the_suggestions(finished: MainWindow, qtbot: QtBot) -> None:
    finished.resize(640, 480)
    page = finished.page
    qtbot.waitUntil(lambda: page.rail.check.isVisible())
    page.rail.check.click()
    link = page.card.links[-1]
    link.click()
    qtbot.waitUntil(lambda: page.rail.isVisible())
    assert any(row.suggestions.isVisible() for row in page.rail.rows)
