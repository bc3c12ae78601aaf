"""Save decisions…: what is on the screen, as a file that the command line repeats without a model."""

import io
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from desktop.scripted_sessions import ScriptedSessions
from penname import cli
from penname.desktop.main.main_window import MainWindow
from penname.desktop.session.view_state import Action, SessionState
from penname.domain.changes import edit_by_hand
from penname.domain.proposals import RewriteProposal
from scripted import TEXT

Until = Callable[[SessionState], None]
LINES = TEXT.replace(". ", ".\r\n", 1)  # as a file from Windows has them


@pytest.fixture
def saved(window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Path]:
    """Saves the decisions of the text in front, and returns where they are."""
    path = tmp_path / "decisions.json"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_arguments: (str(path), ""))

    def save() -> Path:
        window.do(Action.SAVE_DECISIONS)
        return path

    return save


def repeated(decisions: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """What `penname anonymize --decide` makes of `text`."""
    file = decisions.with_name("text.txt")
    file.write_bytes(text.encode())
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    monkeypatch.setattr(sys, "stdout", out)
    assert cli.main(["anonymize", str(file), "--decide", str(decisions)]) == cli.DONE
    out.flush()
    written: bytes = out.buffer.getvalue()  # type: ignore[attr-defined]
    return written.decode()


def to_rewrite(window: MainWindow, until: Until) -> RewriteProposal:
    window.place_text(LINES)
    window.do(Action.STEP)
    until(SessionState.LEAKS)
    window.do(Action.STEP)
    until(SessionState.REWRITE)
    proposal = window.page.flow.proposal
    assert isinstance(proposal, RewriteProposal)
    return proposal


def test_a_session_of_the_window_is_repeated_to_the_same_text(
    qtbot: QtBot,
    window: MainWindow,
    until: Until,
    saved: Callable[[], Path],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    flow = window.page.flow
    changes = to_rewrite(window, until).changes
    flow.edit_rewrite(changes[1:])  # one is turned down
    assert len(changes) == 3
    assert repeated(saved(), LINES, monkeypatch) == flow.result  # while the rest waits
    window.do(Action.ACCEPT)
    until(SessionState.LEAKS)
    assert repeated(saved(), LINES, monkeypatch) == flow.result
    window.do(Action.RUN)
    until(SessionState.FINISHED)
    before = flow.result
    place = LINES.index("sleep")
    assert flow.view is not None
    flow.edit_rewrite(edit_by_hand(LINES, flow.view.total, place, place + 5, "rest"))
    assert flow.result not in (before, LINES)
    assert repeated(saved(), LINES, monkeypatch) == flow.result  # not in the session yet
    qtbot.waitUntil(lambda: flow.state is SessionState.STOPPED, timeout=5000)
    until(SessionState.STOPPED)
    assert repeated(saved(), LINES, monkeypatch) == flow.result


def test_it_is_said_first_that_the_file_holds_the_text(
    window: MainWindow, until: Until, saved: Callable[[], Path]
) -> None:
    asked: list[tuple[object, ...]] = []

    def refuse(*words: object) -> bool:
        asked.append(words)
        return False

    to_rewrite(window, until)
    window.confirm = refuse
    assert not saved().exists()
    assert "parts of your text" in str(asked[0][2])


def test_before_a_session_there_is_nothing_to_save(
    window: MainWindow, factory: ScriptedSessions, saved: Callable[[], Path]
) -> None:
    window.place_text(TEXT)
    assert Action.SAVE_DECISIONS not in window.menus.offered
    assert not saved().exists()
    assert factory.begun == []


def test_what_cannot_be_written_is_said_in_the_window(
    window: MainWindow, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    to_rewrite(window, until)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_arguments: ("/nowhere/x.json", ""))
    window.do(Action.SAVE_DECISIONS)
    assert "could not be saved" in window.notice.accessibleName()
