"""How Penname starts itself as one of its own short-lived children, and ends them."""

import contextlib
import os
import subprocess
import sys
from pathlib import Path

import penname
from penname.models.download_messages import DOWNLOAD_CHILD

# Nothing flashes up, and the window keeps its turn.
if sys.platform == "win32":
    CREATION_FLAGS = subprocess.CREATE_NO_WINDOW | subprocess.BELOW_NORMAL_PRIORITY_CLASS
else:
    CREATION_FLAGS = 0


def command(kind: str) -> list[str]:
    """The command that runs Penname as `kind` (an option), from source and in a frozen build alike."""
    if getattr(sys, "frozen", False):
        return [sys.executable, kind]
    # -P: a file called penname.py in the current folder must not run in our place
    return [sys.executable, "-P", "-m", "penname", kind]


def environment() -> dict[str, str]:
    """This process's environment, in which a child finds the same Penname and leaves no compiled files."""
    root = str(Path(penname.__file__).parent.parent)
    path = os.pathsep.join(part for part in (root, os.environ.get("PYTHONPATH")) if part)
    return {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}


def start_download_child() -> "subprocess.Popen[bytes]":
    """The one process that may open a socket, which waits for what to do. Raises OSError."""
    return subprocess.Popen(
        command(DOWNLOAD_CHILD),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=_for_downloads(),
        creationflags=CREATION_FLAGS,
    )


def end(process: "subprocess.Popen[bytes]") -> None:
    """Kill a child, wait until it is gone, and close its pipes."""
    with contextlib.suppress(OSError):
        process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.close()


def _for_downloads() -> dict[str, str]:
    """Its environment: no telemetry, no token but the one it is handed, no second way past the endpoint."""
    kept = {
        name: value
        for name, value in environment().items()
        if name not in ("HF_TOKEN", "HUGGING_FACE_HUB_TOKEN", "HF_TOKEN_PATH", "HF_DEBUG", "HF_HUB_VERBOSITY")
    }
    return {
        **kept,
        "DO_NOT_TRACK": "1",
        "HF_HUB_DISABLE_IMPLICIT_TOKEN": "1",
        "HF_HUB_DISABLE_PROGRESS_BARS": "1",
        "HF_HUB_DISABLE_TELEMETRY": "1",
        "HF_HUB_DISABLE_UPDATE_CHECK": "1",
        "HF_HUB_DISABLE_XET": "1",
    }
