"""Where the lock and the socket lie: a folder for the user alone, and names of their own for each screen."""

import os
import re
import stat
import sys
from pathlib import Path


def folder() -> Path:
    """The folder, made if need be. Raises OSError, also for one that others could write to."""
    named = os.environ.get("PENNAME_RUNTIME_DIR")
    session = os.environ.get("XDG_RUNTIME_DIR") if sys.platform != "win32" else None
    if named or session:
        path = Path(named) if named else Path(str(session), "penname")
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    else:
        from penname.locations import state_dir  # costs a third of the time `penname clipboard` has

        path = state_dir()
    if sys.platform != "win32":
        found = path.lstat()
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid():
            raise PermissionError(f"{path} does not belong to you")
        if stat.S_IMODE(found.st_mode) & 0o077:
            path.chmod(0o700)
    return path


def name() -> str:
    """What tells apart the screens on which one user may have a Penname each; also a file's name."""
    screen = os.environ.get("WAYLAND_DISPLAY") or os.environ.get("DISPLAY") or ""
    return "window" + re.sub(r"[^\w.-]+", "_", f"-{screen}" if screen else "")
