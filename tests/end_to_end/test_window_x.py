"""The whole job in the real window, on an X display with a window manager, with real mouse and key events."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from end_to_end.commands import ROOT
from end_to_end.x_session import x_session

pytestmark = [pytest.mark.xvfb, pytest.mark.model, pytest.mark.timeout(600)]

TEXT = "I live in Lisbon and I am a nurse. My husband hates my night shifts."
PATIENCE = 180  # seconds until a hang is called one; nothing is measured here


class Desktop:
    """The window's process, asked through its standard input, and `xdotool` for hands."""

    def __init__(self, environment: dict[str, str]) -> None:
        self._environment = environment
        self._window = subprocess.Popen(
            [sys.executable, str(ROOT / "tests" / "end_to_end" / "window_probe.py")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
            text=True,
        )

    def ask(self, *question: str) -> Any:
        """What the window's process answers; None before the window is there."""
        assert self._window.stdin
        assert self._window.stdout
        self._window.stdin.write(json.dumps(question) + "\n")
        self._window.stdin.flush()
        line = self._window.stdout.readline()
        assert line, f"the window's process ended with {self._window.wait()}"
        return json.loads(line)

    def until(self, fits: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Wait until the window's state fits; returns it."""
        end = time.monotonic() + PATIENCE
        state = None
        while time.monotonic() < end:
            state = self.ask("state")
            if state and not state["busy"] and fits(state):
                return dict(state)
            time.sleep(0.1)
        raise AssertionError(f"still {state}")

    def until_state(self, name: str) -> dict[str, Any]:
        """Wait until the work stands there."""
        return self.until(lambda state: state["state"] == name)

    def hands(self, *arguments: str) -> None:
        """Move the mouse, press a button or a key."""
        subprocess.run(["xdotool", *arguments], env=self._environment, check=True, timeout=60)

    def click(self, *question: str) -> None:
        """Click into the middle of what the question names."""
        x, y = self.ask(*question)
        self.hands("mousemove", "--sync", str(x), str(y), "click", "1")

    def end(self) -> int:
        """The exit status, waiting for it."""
        return self._window.wait(PATIENCE)

    def kill(self) -> None:
        """Leave nothing behind."""
        if self._window.poll() is None:
            self._window.kill()
            self._window.wait()
        for pipe in (self._window.stdin, self._window.stdout):
            if pipe:
                pipe.close()


@pytest.fixture
def display() -> Iterator[str]:
    """See x_session."""
    with x_session() as name:
        yield name


@pytest.fixture
def desktop(display: str, tmp_path: Path) -> Iterator[Desktop]:
    """The window on that display, at its first start."""
    environment = {
        **os.environ,
        "DISPLAY": display,
        "QT_QPA_PLATFORM": "xcb",
        "PYTHONPATH": str(ROOT / "app"),
        "PENNAME_LAG_PROBE": str(tmp_path / "lag.json"),
    }
    running = Desktop(environment)
    yield running
    running.kill()


def test_the_whole_job_by_mouse_and_keyboard(desktop: Desktop, tmp_path: Path) -> None:
    pictures = Path(os.environ.get("PENNAME_SCREENSHOTS") or tmp_path)
    desktop.until(lambda state: state["model"] and state["state"] == "empty")
    assert desktop.ask("screenshot", str(pictures / "first-start.png"))

    desktop.click("text")
    desktop.hands("type", "--delay", "20", TEXT)
    state = desktop.until(lambda state: state["text"] == TEXT)
    assert state["state"] == "ready"
    assert state["title"] == "Penname"

    desktop.click("button", "Show what this gives away")
    state = desktop.until_state("leaks proposed")
    assert "location" in state["readable"][0]
    assert desktop.ask("screenshot", str(pictures / "inferences.png"))

    desktop.click("button", "Hide ")  # ... clues
    desktop.until_state("rewrite proposed")
    assert desktop.ask("screenshot", str(pictures / "rewrite.png"))

    desktop.click("button", "Accept")
    state = desktop.until(lambda state: state["state"] == "leaks proposed" and state["rounds"] == 1)
    assert "Lisbon" not in state["result"]

    desktop.hands("key", "ctrl+z")
    desktop.until_state("rewrite proposed")
    desktop.hands("key", "ctrl+y")
    desktop.until(lambda state: state["state"] == "leaks proposed" and state["rounds"] == 1)

    desktop.hands("key", "F5")
    state = desktop.until_state("finished")
    assert "Lisbon" not in state["result"]
    desktop.click("button", "Copy")
    state = desktop.until(lambda state: state["clipboard"] == state["result"])
    assert desktop.ask("screenshot", str(pictures / "finished.png"))

    desktop.hands("key", "ctrl+q")
    assert desktop.end() == 0
    report = json.loads((tmp_path / "lag.json").read_text(encoding="utf-8"))
    assert report["count"] > 0
    assert (pictures / "finished.png").stat().st_size > 10_000
