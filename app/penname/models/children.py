"""How Penname starts itself as one of its own short-lived children."""

import os
import subprocess
import sys
from pathlib import Path

import penname

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
