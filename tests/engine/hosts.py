"""Finds and harms engine hosts of this process, for tests of what survives them."""

import os
import time
from collections.abc import Callable
from pathlib import Path

from penname.engine.local import LocalEngine


def children() -> dict[int, str]:
    """The processes this one has started and not buried yet, with their state (`Z`: dead, not buried)."""
    found = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                after = (folder / "stat").read_text().rpartition(") ")[2].split()
            except OSError:
                continue
            if int(after[1]) == os.getpid():
                found[int(folder.name)] = after[0]
    return found


def pid_of(engine: LocalEngine) -> int | None:
    """The engine's host, if one runs."""
    host = engine._host
    return host.pid if host is not None else None


def wait_for(happened: Callable[[], object], seconds: float) -> bool:
    """Whether it happened in time; looked at often, since some moments are short."""
    end = time.monotonic() + seconds
    while not happened():
        if time.monotonic() > end:
            return False
        time.sleep(0.001)
    return True


def has_open(pid: int, ending: str) -> bool:
    """Whether a process has a file with this ending in its memory or open."""
    try:
        if ending in Path(f"/proc/{pid}/maps").read_text():
            return True
        return any(
            os.readlink(link).endswith(ending)
            for link in Path(f"/proc/{pid}/fd").iterdir()
            if link.is_symlink()
        )
    except OSError:
        return False


def writes_into(pid: int, folder: str) -> bool:
    """Whether a process has a file of this folder open for writing."""
    try:
        for link in Path(f"/proc/{pid}/fd").iterdir():
            if os.readlink(link).startswith(folder):
                flags = Path(f"/proc/{pid}/fdinfo/{link.name}").read_text().split("flags:")[1].split()[0]
                if int(flags, 8) & (os.O_WRONLY | os.O_RDWR):
                    return True
    except OSError:
        pass
    return False
