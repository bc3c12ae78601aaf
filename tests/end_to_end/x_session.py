"""An X display with a window manager: the one at hand, or one of its own; and `xdotool` for hands."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def x_session(tray: bool = False) -> Iterator[str]:
    """The display's name; with `tray`, something that shows tray icons runs on it, too."""
    programs: list[subprocess.Popen[str]] = []
    name = os.environ.get("DISPLAY", "")
    if not name:
        server = subprocess.Popen(
            ["Xvfb", "-displayfd", "1", "-screen", "0", "1440x900x24", "-nolisten", "tcp"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        programs.append(server)
        assert server.stdout
        name = f":{server.stdout.readline().strip()}"
    for program in ("openbox", *(("trayer",) if tray else ())):
        if found := shutil.which(program):
            environment = {**os.environ, "DISPLAY": name}
            programs.append(subprocess.Popen([found], env=environment, stderr=subprocess.DEVNULL, text=True))
    try:
        yield name
    finally:
        for running in reversed(programs):
            running.terminate()
            running.wait(10)
            if running.stdout:
                running.stdout.close()
