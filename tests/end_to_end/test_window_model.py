"""The window with the real starter model: Stop, a killed model, and what is kept."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.tiny_llama import write_llama
from penname.desktop.app import make_window
from penname.desktop.main.main_window import MainWindow
from penname.desktop.model_window.model_switch import use_models
from penname.desktop.session.view_state import Action, SessionState

pytestmark = pytest.mark.model
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

TEXT = "I'm a nurse on a surgical ward, eleven years now. My mum thinks I should eat at six. No fish, please."
PATIENCE = 120_000  # milliseconds until a hang is called one


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication) -> Iterator[MainWindow]:
    """The window with its real factory, the model loaded, a text in it."""
    window = make_window(qapp)
    window.confirm = lambda *_: True
    qtbot.addWidget(window)
    window.show()
    qtbot.waitUntil(lambda: window.model is not None, timeout=PATIENCE)
    window.place_text(TEXT)
    qtbot.waitUntil(lambda: not window.jobs.busy, timeout=PATIENCE)
    yield window
    window.close()
    assert not window.jobs.isRunning()


def hosts() -> list[int]:
    """The engine hosts this process started."""
    tasks = Path("/proc/self/task").glob("*/children")
    children = [int(pid) for task in tasks for pid in task.read_text().split()]
    return [pid for pid in children if b"--engine-host" in Path(f"/proc/{pid}/cmdline").read_bytes()]


def speaks(window: MainWindow) -> bool:
    return window.page.flow.state is SessionState.RUNNING and bool(window.page.rail.rows)


def run_to_the_end(qtbot: QtBot, window: MainWindow) -> None:
    """Press Run until the end, saying yes where it asks: what was hidden twice and is still read may be what
    the text is about, and whether it is depends on the last digit of a logit.
    """
    for _ in range(5):
        if window.page.flow.state is not SessionState.FINISHED:
            window.do(Action.RUN)
            qtbot.waitUntil(lambda: window.page.flow.state is not SessionState.RUNNING, timeout=PATIENCE)
    assert window.page.flow.state is SessionState.FINISHED


def test_a_killed_model_is_said_in_place_and_the_next_try_works(qtbot: QtBot, window: MainWindow) -> None:
    window.do(Action.RUN)
    qtbot.waitUntil(lambda: speaks(window), timeout=PATIENCE)
    for _ in range(2):  # the host is started once more by itself; the second time the window says so
        for pid in hosts():
            os.kill(pid, signal.SIGKILL)
        qtbot.wait(500)
    qtbot.waitUntil(lambda: window.page.flow.state is not SessionState.RUNNING, timeout=PATIENCE)
    if window.page.flow.state is SessionState.ENGINE_DOWN:
        assert window.page.notice.isVisible()
        assert window.page.document.original.text == TEXT
    run_to_the_end(qtbot, window)
    assert "nurse" not in window.page.flow.result


def test_stop_keeps_the_text_and_going_on_works(qtbot: QtBot, window: MainWindow) -> None:
    window.do(Action.STEP)
    qtbot.waitUntil(lambda: speaks(window), timeout=PATIENCE)
    window.do(Action.STOP)
    qtbot.waitUntil(lambda: window.page.flow.state is not SessionState.RUNNING, timeout=PATIENCE)
    assert window.page.flow.state in (SessionState.STOPPED, SessionState.LEAKS)  # LEAKS: it was just done
    assert window.page.document.original.text == TEXT
    run_to_the_end(qtbot, window)


def test_a_model_that_takes_another_ones_place_takes_its_memory_too(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    other = str(write_llama(tmp_path / "other.gguf"))

    def use(reading: str, rewriting: str = "") -> list[int]:
        use_models(window, reading, rewriting)
        qtbot.waitUntil(lambda: window.model is not None and not window.jobs.busy, timeout=PATIENCE)
        return hosts()

    with_it = hosts()  # of the starter, and of the writer that goes with it
    (noise,) = use(other)
    assert noise not in with_it
    assert window.model.title == "Tiny noise"
    assert use(other, "starter") == hosts()  # it can rewrite only what it has read: the one before comes back
    assert (len(hosts()), window.settings.rewrite_model) == (1, "")
    assert len(use("starter", other)) == 2
    starter = use("starter")
    assert len(starter) == len(with_it)
    window.do(Action.STEP)
    qtbot.waitUntil(lambda: speaks(window), timeout=PATIENCE)
    window.do(Action.STOP)
    qtbot.waitUntil(lambda: window.page.flow.state is not SessionState.RUNNING, timeout=PATIENCE)
    assert hosts() == starter
