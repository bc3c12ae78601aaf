"""The clipboard hotkeys, the small window, the tray and the single instance in a real X session.

Texts come from `xclip` and are pasted into `xterm`; `xdotool` has the hands.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from end_to_end.commands import ROOT
from end_to_end.traces import files_that_tell, in_command_lines
from end_to_end.x_session import x_session

pytestmark = [pytest.mark.xvfb, pytest.mark.timeout(240)]

TEXT = "Dear Ms Kowalski, Anna Kowalski asked for +49 341 2345678 and anna.k@example.org. Xaver knows."
WORDS = ("Kowalski", "2345678", "anna.k@")  # of it, which no file and no command line may hold
PATIENCE = 60  # seconds until a hang is called one; nothing is measured here
AGAIN = 5  # seconds until a key is pressed once more
_OWNER: dict[str, Any] = {
    "stdin": subprocess.PIPE,
    "stdout": subprocess.DEVNULL,
    "stderr": subprocess.DEVNULL,
}
PASTING = "*VT100.translations: #override Ctrl Shift <Key>V: insert-selection(CLIPBOARD)"


class Session:
    """Programs on one display, with folders of their own."""

    def __init__(self, display: str, settings: str) -> None:
        self.environment = {
            **os.environ,
            "DISPLAY": display,
            "QT_QPA_PLATFORM": "xcb",
            "PYTHONPATH": os.pathsep.join((str(ROOT / "app"), str(ROOT / "tests"))),
        }
        self.environment.pop("WAYLAND_DISPLAY", None)
        config = Path(os.environ["PENNAME_CONFIG_DIR"])
        config.mkdir(parents=True, exist_ok=True)
        (config / "settings.toml").write_text("greeted = true\n" + settings, encoding="utf-8")
        self._running: list[subprocess.Popen[str]] = []

    def start(self, *command: str, **how: Any) -> "subprocess.Popen[str]":
        """Start a program."""
        process = subprocess.Popen(command, env=self.environment, text=True, **how)
        self._running.append(process)
        return process

    def penname(self) -> tuple["subprocess.Popen[str]", dict[str, Any]]:
        """Penname, once its hotkeys work, and what it said of itself."""
        probe = str(ROOT / "tests" / "end_to_end" / "clipboard_probe.py")
        process = self.start(sys.executable, probe, stdout=subprocess.PIPE)
        assert process.stdout
        line = process.stdout.readline()
        assert line, f"Penname ended with {process.wait()}"
        return process, json.loads(line)

    def hands(self, *arguments: str) -> str:
        """Press keys, or ask about windows."""
        done = subprocess.run(
            ["xdotool", *arguments], env=self.environment, capture_output=True, text=True, timeout=30
        )
        return done.stdout.strip()

    def press(self, key: str, holds: Callable[[], object], what: str) -> None:
        """Press a key until something holds.

        A window manager lets go of its keys for a moment whenever the keyboard's map is told anew, as it is
        with the first key that xdotool presses; who presses then presses again.
        """

        def pressed() -> bool:
            self.hands("key", key)
            end = time.monotonic() + AGAIN
            while not holds() and time.monotonic() < end:
                time.sleep(0.05)
            return bool(holds())

        until(pressed, what)

    def copy(self, text: str) -> None:
        """Copy a text in another program."""
        command = ["xclip", "-selection", "clipboard"]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}  # it stays, to serve the text
        subprocess.run(command, env=self.environment, input=text.encode(), check=True, timeout=30, **quiet)

    def pasted(self, target: str = "UTF8_STRING") -> str:
        """What another program gets from the clipboard."""
        command = ["xclip", "-o", "-selection", "clipboard", "-t", target]
        return subprocess.run(
            command, env=self.environment, capture_output=True, text=True, timeout=30
        ).stdout

    def active(self) -> int:
        """The window that has the keyboard."""
        return int(self.hands("getactivewindow") or 0)

    def sees(self, window: int) -> bool:
        """Whether a window is on the screen."""
        return str(window) in self.hands("search", "--onlyvisible", "--name", "Penname").split()

    def end(self) -> None:
        """Leave nothing behind."""
        for process in reversed(self._running):
            if process.poll() is None:
                process.kill()
            process.wait()
            if process.stdout:
                process.stdout.close()


def until(holds: Callable[[], object], what: str) -> None:
    """Wait until something holds."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, f"never: {what}"
        time.sleep(0.05)


@pytest.fixture
def open_session() -> Iterator[Callable[..., Session]]:
    with x_session(tray=True) as display:
        sessions: list[Session] = []

        def make(settings: str = "") -> Session:
            sessions.append(Session(display, settings))
            return sessions[-1]

        yield make
        for session in sessions:
            session.end()


def test_a_text_goes_out_with_stand_ins_and_its_reply_comes_back(
    open_session: Callable[..., Session], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tmp_path.joinpath("penname").mkdir(exist_ok=True)
    monkeypatch.setenv("TMPDIR", str(tmp_path / "penname"))  # beside Penname's own folders
    session = open_session()
    _process, said = session.penname()
    _window, quick = said["windows"]
    assert "Ctrl+Alt+Shift+P" in said["refused"][0]  # a second program wanted the same key
    written = tmp_path / "written.txt"
    written.touch()
    session.start("xterm", "-xrm", PASTING, "-e", "sh", "-c", f"cat > {written}")
    until(lambda: session.hands("search", "--onlyvisible", "--class", "xterm"), "the terminal opens")
    terminal = session.hands("search", "--onlyvisible", "--class", "xterm").split()[0]
    session.hands("windowactivate", "--sync", terminal)

    session.copy(TEXT)
    session.hands("key", "ctrl+alt+shift+p")
    until(lambda: session.active() == quick, "the small window comes to the front")
    session.hands("key", "Escape")
    until(lambda: session.active() == int(terminal), "the keyboard goes back")
    assert session.pasted() == TEXT

    session.hands("key", "Caps_Lock")  # which X counts as a modifier
    session.hands("key", "ctrl+alt+shift+p")
    until(lambda: session.active() == quick, "the small window comes with Caps Lock on")
    session.hands("key", "Caps_Lock")
    session.hands("key", "alt+n")
    session.hands("type", "--delay", "30", "xaver")
    session.hands("key", "Return")  # hides it, and copies nothing yet
    assert session.pasted() == TEXT

    def copied() -> bool:
        session.hands("key", "Return")
        return session.pasted() != TEXT

    until(copied, "Enter copies the result")
    sent = session.pasted()
    assert not any(word in sent for word in ("Anna", "Kowalski", "2345678", "anna.k", "Xaver"))
    until(lambda: session.active() == int(terminal), "the keyboard goes back after copying")
    session.hands("key", "ctrl+shift+v")
    session.hands("key", "Return")
    until(lambda: written.read_text() == sent + "\n", "the terminal gets the text with stand-ins")

    session.copy("Reply: " + sent)
    session.hands("key", "ctrl+alt+shift+r")
    until(lambda: session.active() == quick, "the small window comes for the reply")

    def restored() -> bool:
        session.hands("key", "Return")
        return "Anna" in session.pasted()

    until(restored, "Enter copies the original")
    assert session.pasted() == "Reply: " + TEXT
    assert session.pasted("x-kde-passwordManagerHint") == "secret"
    assert files_that_tell(tmp_path / "penname", WORDS) == []
    assert in_command_lines(WORDS) == []


def test_an_owner_of_the_clipboard_that_died_or_does_not_answer_is_told_of(
    open_session: Callable[..., Session],
) -> None:
    session = open_session()
    process, said = session.penname()
    quick = said["windows"][1]
    sentences: set[str] = set()
    for ended_by in (signal.SIGKILL, signal.SIGSTOP):
        owner = session.start("xclip", "-quiet", "-selection", "clipboard", **_OWNER)
        assert owner.stdin
        owner.stdin.write(TEXT)
        owner.stdin.close()
        until(lambda: session.pasted() == TEXT, "the other program has the clipboard")
        owner.send_signal(ended_by)
        session.hands("key", "ctrl+alt+shift+p")
        assert process.stdout
        sentences.add(json.loads(process.stdout.readline())["told"])
        until(lambda: session.active() == quick, "the small window says why")
        session.hands("key", "Return")  # takes nothing
        session.hands("key", "Escape")
        until(lambda: session.active() != quick, "the small window leaves")
        owner.kill()
    assert len(sentences) == 2
    session.copy(TEXT)
    session.hands("key", "ctrl+alt+shift+p")
    until(lambda: session.active() == quick, "the small window comes for the next text")

    def copied() -> bool:
        session.hands("key", "Return")
        return session.pasted() not in ("", TEXT)

    until(copied, "the next text is worked on")


def test_one_instance_that_hides_in_the_tray_and_comes_back(open_session: Callable[..., Session]) -> None:
    if shutil.which("trayer") is None:
        pytest.skip("no program that shows tray icons")
    session = open_session("stay_in_tray = true\n")
    process, said = session.penname()
    window, quick = said["windows"]
    assert said["tray"]
    until(lambda: session.active() == window, "the window has the keyboard")
    session.press("alt+F4", lambda: not session.sees(window), "the window hides")
    assert process.poll() is None

    second = session.start(sys.executable, "-P", "-m", "penname")
    assert second.wait(PATIENCE) == 0
    until(lambda: session.sees(window), "a second start brings the window back")
    until(lambda: session.active() == window, "and gives it the keyboard")
    session.copy("Call Anna Kowalski, please.")
    command = session.start(sys.executable, "-P", "-m", "penname", "clipboard", "pseudonymize")
    assert command.wait(PATIENCE) == 0
    until(lambda: session.active() == quick, "the command shows the small window")

    process.send_signal(signal.SIGKILL)
    process.wait()
    again, said = session.penname()
    until(lambda: session.active() == said["windows"][0], "after kill -9 the next start is the first one")
    session.hands("key", "ctrl+q")
    assert again.wait(PATIENCE) == 0
