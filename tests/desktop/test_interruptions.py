"""Stop, crashes and closing: what is done is kept, and the window goes on."""

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.scripted_sessions import ScriptedSessions
from penname.desktop.app import make_window
from penname.desktop.background.job_thread import Job
from penname.desktop.main.main_window import MainWindow
from penname.desktop.main.window_files import open_text
from penname.desktop.session.view_state import Action, SessionState
from penname.desktop.texts import clipboard
from penname.desktop.texts.outbox import Outbox
from penname.domain.changes import Change, ChangeOrigin
from penname.domain.errors import ModelFileError
from scripted import REWRITTEN, TEXT

Until = Callable[[SessionState], None]


def work_until_held(
    qtbot: QtBot, window: MainWindow, factory: ScriptedSessions, role: str, action: Action
) -> None:
    """Begin on a text; the work is held in `role`."""
    factory.wait_in = role
    window.place_text(TEXT)
    window.do(action)
    qtbot.waitUntil(factory.waiting.is_set, timeout=20_000)


@pytest.mark.parametrize("role", ["attacker", "arbitrator", "anonymizer"])
def test_stop_in_the_middle_and_go_on(
    qtbot: QtBot, window: MainWindow, until: Until, factory: ScriptedSessions, role: str
) -> None:
    factory.wait_in = role
    window.place_text(TEXT)
    window.do(Action.RUN)
    qtbot.waitUntil(factory.waiting.is_set)
    assert window.page.flow.state is SessionState.RUNNING
    assert Action.STOP in window.menus.offered
    window.do(Action.STOP)
    until(SessionState.STOPPED)
    assert window.page.document.original.text == TEXT
    factory.wait_in = ""
    window.do(Action.RUN)
    until(SessionState.FINISHED)
    assert window.page.flow.result == REWRITTEN


def test_stop_pressed_before_the_work_began_is_heard(
    qtbot: QtBot, window: MainWindow, until: Until, factory: ScriptedSessions
) -> None:
    go_on = threading.Event()
    window.jobs.submit(Job(go_on.wait))  # the thread is busy with something else
    window.place_text(TEXT)
    window.do(Action.RUN)
    window.do(Action.STOP)
    go_on.set()
    qtbot.waitUntil(lambda: not window.jobs.busy)
    assert window.page.flow.state is SessionState.READY
    assert factory.begun == []
    window.do(Action.RUN)
    until(SessionState.FINISHED)


@pytest.mark.parametrize("role", ["attacker", "arbitrator", "anonymizer"])
def test_a_crash_says_so_in_place_keeps_everything_and_the_next_try_works(
    window: MainWindow, until: Until, factory: ScriptedSessions, role: str
) -> None:
    factory.fail_in, factory.failures = role, 2  # at the first failure a run tries once more
    window.place_text(TEXT)
    window.do(Action.RUN)
    until(SessionState.ENGINE_DOWN)
    assert window.page.notice.isVisible()
    assert window.page.notice.buttons[0].text() == "Try again"
    assert window.page.flow.result == TEXT
    window.do(Action.RUN)
    until(SessionState.FINISHED)
    assert not window.page.notice.isVisible()
    assert window.page.flow.result == REWRITTEN


def test_a_crash_in_a_run_is_tried_once_more_before_anything_is_said(
    window: MainWindow, until: Until, factory: ScriptedSessions
) -> None:
    factory.fail_in = "anonymizer"
    window.place_text(TEXT)
    window.do(Action.RUN)
    until(SessionState.FINISHED)
    assert window.page.flow.result == REWRITTEN
    assert factory.begun.count("anonymizer") == 2


def test_a_crash_after_an_accepted_round_keeps_the_round(
    window: MainWindow, until: Until, factory: ScriptedSessions
) -> None:
    window.place_text(TEXT)
    window.do(Action.STEP)
    until(SessionState.LEAKS)
    window.do(Action.STEP)
    until(SessionState.REWRITE)
    factory.fail_in = "attacker"
    window.do(Action.ACCEPT)
    until(SessionState.ENGINE_DOWN)
    assert window.page.flow.result == REWRITTEN
    assert window.page.flow.facts.rounds == 1
    window.do(Action.UNDO)
    until(SessionState.REWRITE)
    window.do(Action.ACCEPT)
    until(SessionState.LEAKS)


def test_a_goal_changed_while_stopped_is_heard_at_the_next_proposal(
    qtbot: QtBot, window: MainWindow, until: Until, factory: ScriptedSessions
) -> None:
    work_until_held(qtbot, window, factory, "attacker", Action.STEP)
    window.do(Action.STOP)
    until(SessionState.STOPPED)
    next(chip for chip in window.page.protect.chips if chip.attribute.name == "age").click()
    factory.wait_in = ""
    window.do(Action.STEP)
    until(SessionState.LEAKS)
    assert window.page.bar.next.button.text() == "Hide 2 clues"
    assert not next(chip for chip in window.page.protect.chips if chip.attribute.name == "age").isChecked()


def test_a_model_that_cannot_be_loaded_leaves_the_window_usable(
    qtbot: QtBot, qapp: QApplication, factory: ScriptedSessions
) -> None:
    def missing() -> None:
        raise ModelFileError("The model file is missing. Install Penname again.")

    factory.fail_to_load = missing
    window = make_window(qapp, factory)
    qtbot.addWidget(window)
    window.show()
    qtbot.waitUntil(lambda: window.page.flow.state is SessionState.ENGINE_DOWN)
    assert "missing" in window.page.notice.accessibleName()
    window.place_text(TEXT)
    factory.fail_to_load = lambda: None
    window.do(Action.RUN)
    qtbot.waitUntil(lambda: window.page.flow.state is SessionState.FINISHED)
    window.confirm = lambda *_: True
    window.close()


def test_closing_while_the_model_works_ends_the_thread(
    qtbot: QtBot, window: MainWindow, factory: ScriptedSessions
) -> None:
    work_until_held(qtbot, window, factory, "anonymizer", Action.RUN)
    assert window.close()
    assert not window.jobs.isRunning()
    assert factory.closed.is_set()


def test_closing_over_work_that_hears_no_stop_kills_the_model_and_joins(
    qtbot: QtBot, window: MainWindow, factory: ScriptedSessions, monkeypatch: pytest.MonkeyPatch
) -> None:
    deaf = threading.Event()

    def never_stops(role: str) -> None:
        deaf.set()
        factory.closed.wait()

    monkeypatch.setattr("desktop.scripted_sessions.TalkingRoles._begin", lambda self, role: never_stops(role))
    window.place_text(TEXT)
    window.do(Action.STEP)
    qtbot.waitUntil(deaf.is_set)
    assert window.close()
    assert not window.jobs.isRunning()


def test_closing_asks_once_when_a_result_was_neither_copied_nor_saved(
    qtbot: QtBot, window: MainWindow, until: Until
) -> None:
    asked = []
    window.confirm = lambda *words: asked.append(words) or False
    window.place_text(TEXT)
    window.do(Action.RUN)
    until(SessionState.FINISHED)
    assert not window.close()
    assert len(asked) == 1
    window.do(Action.COPY)
    window.do(Action.CLOSE)
    assert len(asked) == 1
    assert window.page.flow.state is SessionState.EMPTY


def test_a_copied_result_leaves_the_clipboard_when_the_settings_say(
    window: MainWindow, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Outbox, "_owns", lambda _outbox: True)  # this platform never does
    window.change_settings(clear_clipboard=60)
    window.place_text(TEXT)
    window.do(Action.RUN)
    until(SessionState.FINISHED)
    said: list[str] = []
    monkeypatch.setattr(window.status, "tell", said.append)
    window.do(Action.COPY)
    assert clipboard.text() == window.page.flow.result
    assert "for 60 seconds" in said[0]
    window.outbox._clearing.timeout.emit()
    assert clipboard.text() == ""


def test_a_new_text_never_replaces_a_session(window: MainWindow, until: Until) -> None:
    window.place_text(TEXT)
    window.do(Action.STEP)
    until(SessionState.LEAKS)
    first = window.page
    window.place_text("Another text.")
    assert len(window.pages) == 2
    assert window.page is not first
    assert window.tabs.tabBar().isVisible()
    assert first.flow.state is SessionState.LEAKS
    window.do(Action.CLOSE)
    assert window.page is first


def test_two_texts_share_one_model(
    qtbot: QtBot, window: MainWindow, until: Until, factory: ScriptedSessions
) -> None:
    work_until_held(qtbot, window, factory, "attacker", Action.RUN)
    first = window.page
    second = window.place_text("I am 34.")
    window.do(Action.RUN)
    assert second.flow.state is SessionState.RUNNING
    second.do(Action.STOP)
    qtbot.waitUntil(lambda: second.flow.state is SessionState.READY)
    assert first.flow.state is SessionState.RUNNING
    factory.wait_in = ""
    factory.go_on.set()
    qtbot.waitUntil(lambda: first.flow.state is SessionState.FINISHED)
    second.do(Action.RUN)
    qtbot.waitUntil(lambda: second.flow.state is SessionState.FINISHED)


def test_typing_in_a_rewrite_is_kept_and_undone(qtbot: QtBot, window: MainWindow, until: Until) -> None:
    window.place_text(TEXT)
    window.do(Action.STEP)
    until(SessionState.LEAKS)
    window.do(Action.STEP)
    until(SessionState.REWRITE)
    typed = (Change(0, 1, "I", "We", (), ChangeOrigin.HAND), *window.page.flow.changes)
    window.page.document.rewrite.show_rewrite(TEXT, typed)
    window.page.document.rewrite.changes_edited.emit(typed)
    qtbot.waitUntil(
        lambda: window.page.flow.proposal is not None and window.page.flow.proposal.changes == typed
    )
    window.do(Action.UNDO)
    qtbot.waitUntil(lambda: window.page.document.rewrite.new_text == REWRITTEN)
    window.do(Action.REDO)
    qtbot.waitUntil(lambda: window.page.document.rewrite.new_text == "We" + REWRITTEN[1:])
    window.do(Action.ACCEPT)
    until(SessionState.LEAKS)
    assert window.page.flow.result == "We" + REWRITTEN[1:]


def test_typing_in_the_result_is_kept_and_read_when_asked(
    qtbot: QtBot, window: MainWindow, until: Until
) -> None:
    window.place_text(TEXT)
    window.do(Action.RUN)
    until(SessionState.FINISHED)
    pane = window.page.document.rewrite
    for word in ("We", "They"):
        typed = (Change(0, 1, "I", word, (), ChangeOrigin.HAND), *(c for c in pane.changes if c.start > 0))
        pane.show_rewrite(TEXT, typed)
        pane.changes_edited.emit(typed)
        until(SessionState.STOPPED)
        assert window.page.flow.result == word + REWRITTEN[1:]
    view = window.page.flow.view
    assert view is not None
    assert view.edited_result
    window.do(Action.RUN)
    until(SessionState.FINISHED)
    assert window.page.flow.result == "They" + REWRITTEN[1:]
    assert window.page.flow.facts.rounds == 2


def test_cautions_are_shown_before_the_run(
    qtbot: QtBot, window: MainWindow, factory: ScriptedSessions
) -> None:
    factory.said = ("The Starter model reads English only; this text seems to be German.",)
    window.place_text("Ich wohne in Leipzig.")
    qtbot.waitUntil(window.page.notice.isVisible)
    assert "German" in window.page.notice.accessibleName()
    assert Action.RUN in window.menus.offered


def test_files_come_in_and_go_out_byte_for_byte(
    qtbot: QtBot, window: MainWindow, until: Until, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "in.txt"
    source.write_bytes(b"\xef\xbb\xbf" + (TEXT + "\r\nSee\u00a0you.\r\n").encode())
    open_text(window, str(source))
    window.do(Action.RUN)
    until(SessionState.FINISHED)
    target = tmp_path / "out.txt"
    monkeypatch.setattr("penname.desktop.shell.asking.file_to_save", lambda _parent: str(target))
    window.do(Action.SAVE)
    assert target.read_bytes() == b"\xef\xbb\xbf" + (REWRITTEN + "\r\nSee\u00a0you.\r\n").encode()
    assert "in.txt" not in window.windowTitle()


def test_a_file_in_another_encoding_is_offered(window: MainWindow, tmp_path: Path) -> None:
    source = tmp_path / "in.txt"
    source.write_bytes("Ein schöner Tag für Käse und Brötchen in Köln.".encode("cp1252"))
    open_text(window, str(source))
    assert "cp1252" in window.notice.accessibleName()
    window.notice.buttons[0].click()
    assert "schöner" in window.page.flow.text
    assert not window.notice.isVisible()


@pytest.mark.parametrize("content", [b"", b"  \n", bytes(range(256))])
def test_a_file_that_is_no_text_is_refused_with_a_sentence(
    window: MainWindow, tmp_path: Path, content: bytes
) -> None:
    source = tmp_path / "in.txt"
    source.write_bytes(content)
    open_text(window, str(source))
    assert window.notice.isVisible()
    assert window.page.flow.state is SessionState.EMPTY


def test_closing_a_text_while_the_model_works_on_it(
    qtbot: QtBot, window: MainWindow, until: Until, factory: ScriptedSessions
) -> None:
    work_until_held(qtbot, window, factory, "attacker", Action.RUN)
    window.do(Action.CLOSE)
    assert window.page.flow.state is SessionState.EMPTY
    qtbot.waitUntil(lambda: not window.jobs.busy)
    factory.wait_in = ""
    window.place_text(TEXT)
    window.do(Action.RUN)
    until(SessionState.FINISHED)


def test_a_phrase_can_be_locked_and_another_marked(
    qtbot: QtBot, window: MainWindow, until: Until, factory: ScriptedSessions
) -> None:
    window.place_text(TEXT)
    window.do(Action.STEP)
    until(SessionState.LEAKS)
    window.page.document.original.phrase_locked.emit("34")
    until(SessionState.LEAKS)
    window.page.document.original.phrase_marked.emit("sleep badly", "income")
    until(SessionState.LEAKS)
    window.do(Action.STEP)
    until(SessionState.REWRITE)
    assert "I am 34." in window.page.document.rewrite.new_text
    assert "sleep badly" not in window.page.document.rewrite.new_text


def test_what_the_files_encoding_lacks_is_offered_as_utf_8(
    window: MainWindow, until: Until, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "in.txt"
    source.write_bytes((TEXT + " Café.").encode("cp1252"))
    open_text(window, str(source), "cp1252")
    window.do(Action.STEP)
    until(SessionState.LEAKS)
    window.do(Action.STEP)
    until(SessionState.REWRITE)
    window.page.document.rewrite.typed.emit(0, 1, "→ I")
    target = tmp_path / "out.txt"
    monkeypatch.setattr("penname.desktop.shell.asking.file_to_save", lambda _parent: str(target))
    window.do(Action.SAVE)
    assert "cp1252" in window.notice.accessibleName()
    assert not target.exists()
    window.notice.buttons[0].click()
    assert target.read_text(encoding="utf-8") == window.page.flow.result
    assert not window.notice.isVisible()


def test_words_are_weighed_while_the_user_reads_and_shown_when_they_come(
    qtbot: QtBot, window: MainWindow, until: Until, factory: ScriptedSessions
) -> None:
    work_until_held(qtbot, window, factory, "weigher", Action.STEP)
    flow = window.page.flow
    qtbot.waitUntil(lambda: flow.state is SessionState.LEAKS)
    assert Action.STEP in window.menus.offered
    assert {one.weight for one in flow.view.evidence} == {None}
    flow.overrule("age", False)
    factory.go_on.set()
    qtbot.waitUntil(lambda: flow.view.weighed is not None)
    acted_on = {one.attribute for one in flow.view.proposal.execute}
    assert {one.attribute for one in flow.view.evidence if one.weight == 1.0} == acted_on
    assert flow.overruled == {"age": False}, "what the user said meanwhile stands"


def test_what_rests_on_no_words_becomes_a_guess_when_the_weights_come(
    qtbot: QtBot, window: MainWindow, until: Until, factory: ScriptedSessions
) -> None:
    factory.weights, factory.together = {"34": 0.0}, {"age": 0.0}
    work_until_held(qtbot, window, factory, "weigher", Action.STEP)
    flow = window.page.flow
    qtbot.waitUntil(lambda: flow.state is SessionState.LEAKS)
    assert "age" in flow.to_fix
    factory.go_on.set()
    qtbot.waitUntil(lambda: flow.view.weighed is not None and not window.jobs.busy)
    assert "age" not in flow.to_fix
    flow.overrule("age", True)
    window.do(Action.STEP)
    until(SessionState.REWRITE)
    assert "34" not in flow.result, "the user may still have it hidden"


@pytest.mark.parametrize("action", [Action.STEP, Action.RUN])
def test_who_goes_on_does_not_wait_for_the_weights(
    qtbot: QtBot, window: MainWindow, until: Until, factory: ScriptedSessions, action: Action
) -> None:
    work_until_held(qtbot, window, factory, "weigher", Action.STEP)  # for ever
    qtbot.waitUntil(lambda: window.page.flow.state is SessionState.LEAKS)
    window.do(action)
    until(SessionState.REWRITE if action is Action.STEP else SessionState.FINISHED)
    assert window.page.flow.error is None
    qtbot.waitUntil(lambda: not window.jobs.busy)


def test_a_weighing_that_fails_is_not_spoken_of(
    qtbot: QtBot, window: MainWindow, until: Until, factory: ScriptedSessions
) -> None:
    factory.fail_in = "weigher"
    window.place_text(TEXT)
    window.do(Action.STEP)
    until(SessionState.LEAKS)
    qtbot.waitUntil(lambda: factory.failures == 0 and not window.jobs.busy)
    assert window.page.flow.error is None
    assert window.page.flow.state is SessionState.LEAKS


def test_a_text_can_be_closed_while_its_words_are_weighed(
    qtbot: QtBot, window: MainWindow, until: Until, factory: ScriptedSessions
) -> None:
    work_until_held(qtbot, window, factory, "weigher", Action.STEP)
    window.page.flow.stop()
    qtbot.waitUntil(lambda: not window.jobs.busy)
    assert window.page.flow.state is SessionState.LEAKS
