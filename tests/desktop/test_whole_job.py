"""The whole job through the window: paste, read, rewrite, decide, copy; and back."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from desktop.scripted_sessions import ScriptedSessions
from penname.desktop.findings.finding_row import FindingRow
from penname.desktop.main.main_window import MainWindow
from penname.desktop.session.view_state import Action, DocumentView, SessionState
from penname.domain.proposals import NOTHING_LEFT, REWRITE_REFUSED, ROUND_LIMIT, STOPPED_BY_USER
from scripted import REWRITTEN, TEXT

Until = Callable[[SessionState], None]


def click(qtbot: QtBot, button: QPushButton) -> None:
    qtbot.waitUntil(button.isVisible)  # a layout shows what is added to it a moment later
    assert button.isEnabled()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def rows(window: MainWindow) -> dict[str, FindingRow]:
    return {row.attribute_name: row for row in window.page.rail.rows}


def say(qtbot: QtBot, window: MainWindow, name: str, rewrite: bool) -> None:
    """Open the finding on an attribute, and choose what is done about it."""
    row = rows(window)[name]
    row.head.click()
    if not row.choice.isVisible():  # once words were changed it is no longer the first thing to decide
        row.why.click()
    qtbot.waitUntil(row.choice.isVisible)
    click(qtbot, row.choice.buttons["hide" if rewrite else "leave"])


def to_rewrite(qtbot: QtBot, window: MainWindow, until: Until) -> None:
    window.place_text(TEXT)
    click(qtbot, window.page.bar.next.button)
    until(SessionState.LEAKS)
    click(qtbot, window.page.bar.next.button)
    until(SessionState.REWRITE)


def test_step_by_step_to_the_clipboard(qtbot: QtBot, window: MainWindow, until: Until) -> None:
    window.place_text(TEXT)
    assert window.page.flow.state is SessionState.READY
    click(qtbot, window.page.bar.next.button)
    until(SessionState.LEAKS)
    assert set(rows(window)) == {"age", "location", "occupation", "income"}
    assert rows(window)["location"].isVisible()
    assert not rows(window)["income"].isVisible()
    assert window.page.rail.list.unsupported.text() == "▸ 1 mere guess"
    assert window.page.bar.next.button.text() == "Hide 3 clues"
    click(qtbot, window.page.bar.next.button)
    until(SessionState.REWRITE)
    assert window.page.document.rewrite.new_text == REWRITTEN
    click(qtbot, window.page.bar.next.button)
    until(SessionState.LEAKS)
    assert window.page.document.original.text == TEXT
    assert window.page.document.rewrite.new.text == REWRITTEN
    click(qtbot, window.page.bar.next.button)
    until(SessionState.FINISHED)
    view = window.page.flow.view
    assert view is not None
    assert view.outcome is not None
    assert view.outcome.stopped == NOTHING_LEFT
    click(qtbot, window.page.bar.next.button)
    assert QGuiApplication.clipboard().text() == REWRITTEN
    assert [point.readable for point in view.points] == [("age", "location", "occupation"), ()]


def test_run_does_it_all_and_each_step_can_be_undone_and_done_again(
    qtbot: QtBot, window: MainWindow, until: Until
) -> None:
    window.place_text(TEXT)
    window.do(Action.RUN)
    until(SessionState.FINISHED)
    assert window.page.flow.result == REWRITTEN
    states = []
    while Action.UNDO in window.menus.offered:
        window.do(Action.UNDO)
        qtbot.waitUntil(lambda: not window.jobs.busy)
        states.append(window.page.flow.state)
    assert states == [SessionState.LEAKS, SessionState.REWRITE, SessionState.LEAKS]
    assert window.page.document.original.text == TEXT
    for expected in (SessionState.REWRITE, SessionState.LEAKS, SessionState.FINISHED):
        window.do(Action.REDO)
        until(expected)
    assert window.page.flow.result == REWRITTEN


def test_reject_keeps_the_text_and_another_rewrite_can_be_had(
    qtbot: QtBot, window: MainWindow, until: Until, factory: ScriptedSessions
) -> None:
    to_rewrite(qtbot, window, until)
    click(qtbot, window.page.bar.buttons[Action.REJECT])
    until(SessionState.FINISHED)
    assert window.page.flow.result == TEXT
    view = window.page.flow.view
    assert view is not None
    assert view.outcome is not None
    assert view.outcome.stopped == STOPPED_BY_USER
    assert window.page.notice.isVisible()
    asked = factory.begun.count("anonymizer")
    window.do(Action.TRY_AGAIN)
    until(SessionState.REWRITE)
    assert factory.begun.count("anonymizer") == asked + 1


def test_try_again_is_no_round(
    qtbot: QtBot, window: MainWindow, until: Until, factory: ScriptedSessions
) -> None:
    to_rewrite(qtbot, window, until)
    click(qtbot, window.page.bar.buttons[Action.TRY_AGAIN])
    until(SessionState.REWRITE)
    assert factory.begun.count("anonymizer") == 2
    assert window.page.flow.facts.rounds == 0
    assert [attempt.current for attempt in window.page.flow.attempts] == [False, True]


def test_a_refused_rewrite_says_why_in_place(
    qtbot: QtBot, window: MainWindow, until: Until, factory: ScriptedSessions
) -> None:
    factory.refuse = 1
    to_rewrite(qtbot, window, until)
    assert window.page.notice.isVisible()
    assert "same as the text" in window.page.notice.accessibleName()
    assert window.page.document.front is DocumentView.ORIGINAL
    assert window.page.bar.next.button.text() == "Try another version"
    click(qtbot, window.page.bar.next.button)
    until(SessionState.REWRITE)
    assert not window.page.notice.isVisible()
    assert window.page.bar.next.button.text() == "Accept 3 changes"


def test_a_rewrite_refused_again_and_again_ends_the_run(
    window: MainWindow, until: Until, factory: ScriptedSessions
) -> None:
    factory.refuse = 9
    window.place_text(TEXT)
    window.do(Action.RUN)
    until(SessionState.FINISHED)
    view = window.page.flow.view
    assert view is not None
    assert view.outcome is not None
    assert view.outcome.stopped == REWRITE_REFUSED
    assert window.page.flow.result == TEXT


def test_single_changes_can_be_left_out(qtbot: QtBot, window: MainWindow, until: Until) -> None:
    to_rewrite(qtbot, window, until)
    kept = tuple(change for change in window.page.flow.changes if "age" not in change.attributes)
    window.page.document.rewrite.show_rewrite(TEXT, kept)
    window.page.document.rewrite.changes_edited.emit(kept)
    click(qtbot, window.page.bar.next.button)
    until(SessionState.LEAKS)
    assert "I am 34." in window.page.document.rewrite.new.text
    assert "Lisbon" not in window.page.document.rewrite.new.text


def test_the_user_overrules_both_ways(qtbot: QtBot, window: MainWindow, until: Until) -> None:
    window.place_text(TEXT)
    window.do(Action.STEP)
    until(SessionState.LEAKS)
    say(qtbot, window, "location", rewrite=False)
    window.page.rail.list.unsupported.click()
    say(qtbot, window, "income", rewrite=True)
    assert rows(window)["income"].isVisible()
    assert window.page.bar.next.button.text() == "Hide 3 clues"
    window.do(Action.STEP)
    until(SessionState.REWRITE)
    new_text = window.page.document.rewrite.new_text
    assert "flat in Lisbon" in new_text
    assert "sleep badly" not in new_text


def test_overruling_while_a_rewrite_waits_goes_back_to_the_inferences(
    qtbot: QtBot, window: MainWindow, until: Until
) -> None:
    to_rewrite(qtbot, window, until)
    say(qtbot, window, "location", rewrite=False)
    until(SessionState.LEAKS)
    assert window.page.bar.next.button.text() == "Hide 2 clues"
    window.do(Action.STEP)
    until(SessionState.REWRITE)
    assert "flat in Lisbon" in window.page.document.rewrite.new_text


def test_a_chip_changes_the_goal_before_and_after_reading(
    qtbot: QtBot, window: MainWindow, until: Until
) -> None:
    window.place_text(TEXT)
    window.page.line.hiding.click()
    chips = {chip.attribute.name: chip for chip in window.page.protect.chips}
    click(qtbot, chips["age"])
    window.do(Action.STEP)
    until(SessionState.LEAKS)
    assert window.page.bar.next.button.text() == "Hide 2 clues"
    click(qtbot, chips["age"])
    until(SessionState.LEAKS)
    assert window.page.bar.next.button.text() == "Hide 3 clues"
    window.do(Action.RUN)
    until(SessionState.FINISHED)
    assert window.page.flow.result == REWRITTEN


def test_a_goal_changed_after_the_end_opens_the_session_again(
    qtbot: QtBot, window: MainWindow, until: Until
) -> None:
    window.place_text(TEXT)
    window.page.line.hiding.click()
    chips = {chip.attribute.name: chip for chip in window.page.protect.chips}
    click(qtbot, chips["age"])
    window.do(Action.RUN)
    until(SessionState.FINISHED)
    assert "34" in window.page.flow.result
    click(qtbot, chips["age"])
    until(SessionState.LEAKS)
    window.do(Action.RUN)
    until(SessionState.FINISHED)
    assert window.page.flow.result == REWRITTEN


def test_rounds_are_a_limit(window: MainWindow, until: Until, factory: ScriptedSessions) -> None:
    factory.leaks["age"] = ("34", "34 or so", factory.leaks["age"][2])  # a rewrite that never helps
    window.place_text(TEXT)
    window.tools.rounds_changed.emit(1)
    window.do(Action.RUN)
    until(SessionState.FINISHED)
    view = window.page.flow.view
    assert view is not None
    assert view.outcome is not None
    assert view.outcome.stopped == ROUND_LIMIT
    assert view.rounds == 1


def test_a_text_about_what_is_to_be_hidden_asks(
    window: MainWindow, until: Until, factory: ScriptedSessions
) -> None:
    factory.leaks = {"age": ("34", "34 or so", factory.leaks["age"][2])}
    window.place_text(TEXT)
    window.do(Action.RUN)
    until(SessionState.LEAKS)
    assert "This is what your text is about" in window.page.notice.accessibleName()
    assert window.page.flow.facts.rounds == 2
    window.page.flow.leave_topic()
    until(SessionState.LEAKS)
    assert not window.page.notice.isVisible()
    window.do(Action.RUN)
    until(SessionState.FINISHED)


def test_going_on_with_a_topical_text_is_possible(
    window: MainWindow, until: Until, factory: ScriptedSessions
) -> None:
    factory.leaks = {"age": ("34", "34 or so", factory.leaks["age"][2])}
    window.place_text(TEXT)
    window.do(Action.RUN)
    until(SessionState.LEAKS)
    window.page.flow.go_on_anyway()
    window.do(Action.RUN)
    until(SessionState.FINISHED)
    assert window.page.flow.facts.rounds == 5


def test_the_rounds_lead_back(
    qtbot: QtBot, window: MainWindow, until: Until, factory: ScriptedSessions
) -> None:
    window.place_text(TEXT)
    window.do(Action.RUN)
    until(SessionState.FINISHED)
    asked = len(factory.begun)
    window.page.show_rounds()
    click(qtbot, window.page.rounds.buttons[0])
    until(SessionState.LEAKS)
    assert window.page.document.original.text == TEXT
    assert len(factory.begun) == asked  # what was read before is not read again
    window.do(Action.REDO)
    until(SessionState.FINISHED)
    assert window.page.flow.result == REWRITTEN


def test_words_that_promise_too_much_are_nowhere(qtbot: QtBot, window: MainWindow, until: Until) -> None:
    window.place_text(TEXT)
    window.do(Action.RUN)
    until(SessionState.FINISHED)
    card = window.page.card
    assert not card.yours.isVisible()
    said = card.limits.text()
    assert said == (
        "Read before you copy: stronger models, and people who know you or your posts, may notice more."
    )
