"""An X display of its own with a window manager, and hands and eyes on it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType

_READ_CLIPBOARD = """
import sys, time
from PySide6.QtWidgets import QApplication
app = QApplication([])
end = time.monotonic() + 3
while time.monotonic() < end and not app.clipboard().text():
    app.processEvents()
    time.sleep(0.05)
sys.stdout.buffer.write(app.clipboard().text().encode())
"""


class Screen:
    """Xvfb and openbox, as long as the `with` block runs."""

    def __init__(self) -> None:
        command = ["Xvfb", "-displayfd", "1", "-screen", "0", "1440x900x24", "-nolisten", "tcp", "-ac"]
        self._server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self._server.stdout
        self.display = f":{self._server.stdout.readline().strip()}"
        self._environment = os.environ | {"DISPLAY": self.display, "QT_QPA_PLATFORM": "xcb"}
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self._manager = subprocess.Popen(["openbox"], env=self._environment, **quiet)

    def __enter__(self) -> Screen:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for program in (self._manager, self._server):
            program.terminate()
            program.wait()

    def window(self, title: str, patience: float) -> str | None:
        """The number of the first window that is shown with this title; None after `patience` seconds."""
        end = time.monotonic() + patience
        while time.monotonic() < end:
            found = self._xdotool("search", "--onlyvisible", "--name", f"^{title}$").split()
            if found:
                return found[0]
            time.sleep(0.01)
        return None

    def belongs_to(self, window: str, name: str) -> bool:
        """Whether a window says (WM_CLASS) that it is this program's."""
        return window in self._xdotool("search", "--onlyvisible", "--classname", f"^{name}$").split()

    def is_empty(self, title: str, patience: float) -> bool:
        """Whether no window with this title is left, after at most `patience` seconds."""
        end = time.monotonic() + patience
        while self._xdotool("search", "--onlyvisible", "--name", f"^{title}$").split():
            if time.monotonic() > end:
                return False
            time.sleep(0.05)
        return True

    def keys(self, window: str, *keys: str) -> None:
        """Press keys in a window."""
        self._xdotool("windowactivate", "--sync", window)
        self._xdotool("key", "--delay", "50", *keys)

    def clipboard(self) -> str:
        """The text in the clipboard."""
        done = subprocess.run(
            [sys.executable, "-c", _READ_CLIPBOARD], env=self._environment, capture_output=True, timeout=60
        )
        return done.stdout.decode()

    def picture(self, file: Path) -> None:
        """Write what the screen shows as a PNG file."""
        grab = "import sys; from PySide6.QtWidgets import QApplication; app = QApplication([]); "
        grab += "app.primaryScreen().grabWindow(0).save(sys.argv[1])"
        subprocess.run([sys.executable, "-c", grab, file], env=self._environment, timeout=60, check=True)

    def _xdotool(self, *arguments: str) -> str:
        return subprocess.run(
            ["xdotool", *arguments], env=self._environment, capture_output=True, text=True, timeout=60
        ).stdout
