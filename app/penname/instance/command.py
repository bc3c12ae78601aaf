"""`penname clipboard`: a key for desktops where a program cannot have one of its own. Answers at once."""

import os
import sys

from penname.instance.activation import CLIPBOARD, activation_from
from penname.instance.primary import NOT_ANSWERING, tell
from penname.instance.starting import FOR_CLIPBOARD

_DETACHED_PROCESS = 0x8  # winbase.h: no console, not even that of the caller


def is_meant(arguments: list[str]) -> bool:
    """Whether these are exactly this command's words; everything else is for the real parser."""
    return len(arguments) == 2 and arguments[0] == "clipboard" and arguments[1] in CLIPBOARD


def run(job: str) -> int:
    """Tell the running Penname, or start one; returns the exit status."""
    try:
        told = tell(activation_from(os.environ, job))
    except OSError as error:
        sys.stderr.write(f"Penname cannot be reached: {error.strerror or 'unknown reason'}.\n")
        return 1
    if told is None:
        return _start(job)
    if not told:
        sys.stderr.write(NOT_ANSWERING + "\n")
    return 0 if told else 1


def window_command() -> list[str]:
    """The command that opens the window, from source and in a frozen build alike."""
    if getattr(sys, "frozen", False):
        return [sys.executable]
    # -P: a file called penname.py in the current folder must not run in our place
    return [sys.executable, "-P", "-m", "penname"]


def _start(job: str) -> int:
    """Start Penname on its own, so that it stays when the terminal or the caller ends."""
    import subprocess  # a running Penname is reached without it, in half the time

    environment = dict(os.environ)
    if not getattr(sys, "frozen", False):
        root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
        paths = (root, environment.get("PYTHONPATH"))
        environment["PYTHONPATH"] = os.pathsep.join(path for path in paths if path)
    try:
        subprocess.Popen(
            [*window_command(), FOR_CLIPBOARD, job],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            env=environment,
            creationflags=_DETACHED_PROCESS if sys.platform == "win32" else 0,
        )
    except OSError as error:
        sys.stderr.write(f"Penname cannot be started: {error.strerror or 'unknown reason'}.\n")
        return 1
    return 0
