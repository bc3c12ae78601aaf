"""Texts that wait for their first run are open texts, too: they come back after a kill, once."""

import errno
import os
import threading

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.conftest import Open
from desktop.scripted_sessions import ScriptedSessions
from desktop.test_vault_dialogs import killed
from penname.desktop.main.main_window import MainWindow
from penname.desktop.session.session_flow import TYPING_PAUSE_MS
from penname.desktop.session.view_state import Action, SessionState
from penname.desktop.texts.samples import samples
from penname.domain.events import Started
from penname.vault.journal import Journal
from penname.vault.opening import vault_folder
from scripted import TEXT
from vault.vaults import PASSPHRASE


def reach(qtbot: QtBot, window: MainWindow, state: SessionState) -> None:
    """At first the list of places is read."""
    qtbot.waitUntil(lambda: window.page.flow.state is state and not window.jobs.busy, timeout=20_000)


def typed(window: MainWindow, text: str) -> None:
    QTest.keyClicks(window.page.document.original, text)


def kept(window: MainWindow) -> list[str]:
    """How the texts begin that a kill would leave, the one last worked on first."""
    store = window.vault.store
    assert store is not None
    return [one.title for one in store.drafts()]  # type: ignore[attr-defined]


def after_a_pause(qtbot: QtBot, window: MainWindow) -> None:
    """The user did nothing for as long as it takes to be taken as a pause, and what that led to is done."""
    QTest.qWait(2 * TYPING_PAUSE_MS)
    qtbot.waitUntil(lambda: not window.vault.jobs.busy and not window.jobs.busy)


def test_a_text_that_was_never_run_comes_back_as_it_was(
    qtbot: QtBot, open_window: Open, factory: ScriptedSessions
) -> None:
    window = open_window()
    typed(window, TEXT)
    goal = window.page.flow.goal
    window.page.flow.change_goal(type(goal)(goal.attributes, frozenset({"age"}), 2))
    window.page.flow.use_method("adversarial")
    qtbot.waitUntil(lambda: kept(window) == [TEXT[:59].rstrip() + "…"])
    after_a_pause(qtbot, window)
    before = window.page.flow
    killed(qtbot, window)
    assert b"Lisbon" not in b"".join(p.read_bytes() for p in vault_folder().rglob("*") if p.is_file())
    again = open_window()
    qtbot.waitUntil(lambda: again.page.flow.text == TEXT)
    flow = again.page.flow
    assert len(again.pages) == 1
    assert (flow.goal, flow.method) == (before.goal, "adversarial")
    assert flow.state is SessionState.READY
    assert factory.begun == []
    typed(again, " So it goes.")  # it can still be written on
    again.do(Action.STEP)
    reach(qtbot, again, SessionState.LEAKS)
    assert "So it goes." in again.page.flow.result


def test_what_is_written_is_written_once_a_pause_and_not_in_the_windows_thread(
    qtbot: QtBot, open_window: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_window()
    threads: list[int] = []
    begin = Journal.begin

    def noted(journal: Journal, record: bytes) -> None:
        threads.append(threading.get_ident())
        begin(journal, record)

    monkeypatch.setattr(Journal, "begin", noted)
    pane, longer = window.page.document.original, 2 * TYPING_PAUSE_MS // len(TEXT)
    QTest.keyClicks(pane, TEXT, Qt.KeyboardModifier.NoModifier, longer)
    after_a_pause(qtbot, window)
    assert len(threads) == 1
    typed(window, " Really.")
    after_a_pause(qtbot, window)
    window.settings_changed.emit()
    window.vault.changed.emit()
    after_a_pause(qtbot, window)
    assert len(threads) == 2
    assert threading.get_ident() not in threads
    killed(qtbot, window)
    again = open_window()
    qtbot.waitUntil(lambda: again.page.flow.text == TEXT + " Really.")


def test_where_keeping_is_off_nothing_is_written(qtbot: QtBot, open_window: Open) -> None:
    window = open_window()
    window.change_settings(keep_drafts=False)
    typed(window, TEXT)
    after_a_pause(qtbot, window)
    assert kept(window) == []
    window.change_settings(keep_drafts=True)
    qtbot.waitUntil(lambda: len(kept(window)) == 1)
    window.change_settings(keep_drafts=False)  # and what was written is removed: the settings say so
    qtbot.waitUntil(lambda: kept(window) == [])
    assert not list((vault_folder() / "sessions").iterdir())


def test_without_an_open_vault_nothing_is_written_until_there_is_one(qtbot: QtBot, open_window: Open) -> None:
    window = open_window(unlock=False)
    typed(window, TEXT)
    after_a_pause(qtbot, window)
    assert not [path for path in vault_folder().rglob("*") if path.is_file() and path.name != "lock"]
    window.vault.open(True, PASSPHRASE)
    qtbot.waitUntil(lambda: window.vault.store is not None and len(kept(window)) == 1)


def test_samples_are_nobodys_work(qtbot: QtBot, open_window: Open) -> None:
    window = open_window()
    window.place_text(samples()[0].text)
    after_a_pause(qtbot, window)
    assert kept(window) == []


@pytest.mark.parametrize("how", ["cleared", "closed", "closed after it came back"])
def test_a_text_that_is_gone_stays_gone(qtbot: QtBot, open_window: Open, how: str) -> None:
    window = open_window()
    typed(window, TEXT)
    qtbot.waitUntil(lambda: len(kept(window)) == 1)
    if how == "closed after it came back":
        killed(qtbot, window)
        window = open_window()
        qtbot.waitUntil(lambda: window.page.flow.text == TEXT)
    if how == "cleared":
        window.page.document.original.selectAll()
        QTest.keyClick(window.page.document.original, "\b")
    else:
        window.do(Action.CLOSE)
    qtbot.waitUntil(lambda: kept(window) == [])
    killed(qtbot, window)
    again = open_window()
    assert again.page.flow.state is SessionState.EMPTY
    assert len(again.pages) == 1


def test_the_session_takes_the_place_of_the_text_it_began_on(
    qtbot: QtBot, open_window: Open, factory: ScriptedSessions
) -> None:
    window = open_window()
    typed(window, TEXT)
    qtbot.waitUntil(lambda: len(kept(window)) == 1)
    factory.wait_in = "attacker"
    window.do(Action.STEP)
    qtbot.waitUntil(factory.waiting.is_set)
    assert len(kept(window)) == 1
    factory.go_on.set()
    reach(qtbot, window, SessionState.LEAKS)
    after_a_pause(qtbot, window)
    killed(qtbot, window)
    again = open_window()
    reach(qtbot, again, SessionState.LEAKS)
    assert len(again.pages) == 1
    assert again.page.flow.view is not None
    assert again.page.flow.view.original == TEXT


def test_a_text_waits_in_the_vault_while_the_model_still_loads(
    qtbot: QtBot, open_window: Open, factory: ScriptedSessions
) -> None:
    window = open_window()
    loaded = threading.Event()
    factory.fail_to_load = lambda: None if loaded.wait(20) else pytest.fail("never loaded")
    typed(window, TEXT)
    window.do(Action.STEP)  # no pause before it
    qtbot.waitUntil(lambda: len(kept(window)) == 1)
    assert window.page.flow.view is None
    loaded.set()
    reach(qtbot, window, SessionState.LEAKS)
    assert len(kept(window)) == 1


def test_a_late_write_leaves_a_session_that_has_begun_alone(qtbot: QtBot, open_window: Open) -> None:
    window = open_window()
    window.place_text(TEXT)
    window.do(Action.STEP)
    reach(qtbot, window, SessionState.LEAKS)
    flow = window.page.flow
    for late in (Started("an older text", flow.goal, flow.method, ""), None):
        window.vault.keep_text(flow.kept_as, late)
    killed(qtbot, window)
    again = open_window()
    reach(qtbot, again, SessionState.LEAKS)
    assert again.page.document.original.text == TEXT


def test_a_full_disk_is_said_once_and_the_text_stays(
    qtbot: QtBot, open_window: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    window = open_window(on_notice=said.append)
    with monkeypatch.context() as patch:

        def full(*_: object) -> int:
            raise OSError(errno.ENOSPC, "full")

        patch.setattr(os, "write", full)
        typed(window, TEXT)
        after_a_pause(qtbot, window)
        typed(window, " Really.")
        after_a_pause(qtbot, window)
    assert window.page.flow.text == TEXT + " Really."
    assert len(said) == 1
    assert "the disk is full" in said[0]
    assert "not kept on this computer" in said[0]
    assert kept(window) == []
    typed(window, " Yes.")  # with room again, it is written
    qtbot.waitUntil(lambda: len(kept(window)) == 1)


def test_closing_the_window_keeps_what_was_typed_just_before(qtbot: QtBot, open_window: Open) -> None:
    window = open_window()
    typed(window, TEXT)
    qtbot.waitUntil(lambda: len(kept(window)) == 1)
    typed(window, " Really.")
    window.close()
    again = open_window()
    qtbot.waitUntil(lambda: again.page.flow.text == TEXT + " Really.")
    assert len(again.pages) == 1


def test_half_a_character_costs_no_more_than_itself(qtbot: QtBot, open_window: Open) -> None:
    window = open_window()
    window.place_text("\ud83d" + TEXT)
    qtbot.waitUntil(lambda: len(kept(window)) == 1)
    killed(qtbot, window)
    again = open_window()
    qtbot.waitUntil(lambda: again.page.flow.text == "\ufffd" + TEXT)
