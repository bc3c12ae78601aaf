"""Notes errors nobody foresaw: kind and place, never a message or a value, which could quote the text."""

import platform
import traceback
from datetime import UTC, datetime
from pathlib import Path

from penname import __version__, locations

_LONGEST = 100_000  # bytes; beyond it the log starts anew


def note_crash(error: BaseException) -> Path:
    """Add `error` to the log and return where the log lies, or would if the disk took it."""
    when, python = f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S} UTC", platform.python_version()
    lines = [f"{when}, penname {__version__}, Python {python}, {platform.system()}"]
    seen: BaseException | None = error
    while seen is not None:
        lines.append(f"{type(seen).__module__}.{type(seen).__qualname__}")
        lines += [
            f"  {_module(frame.filename)}:{frame.lineno} in {frame.name}"
            for frame in traceback.extract_tb(seen.__traceback__)
        ]
        seen = seen.__cause__ or seen.__context__
    path = Path("crashes.log")
    try:
        path = locations.state_dir() / path
        mode = "a" if path.exists() and path.stat().st_size < _LONGEST else "w"
        with path.open(mode, encoding="utf-8") as log:
            log.write("\n".join(lines) + "\n\n")
    except OSError:
        pass  # the sentence on the screen is what matters
    return path


def _module(filename: str) -> str:
    """The file within its package; where the package lies could name the user."""
    parts = Path(filename).parts
    for root in ("site-packages", "app"):
        if root in parts:
            return "/".join(parts[parts.index(root) + 1 :])
    return "/".join(parts[-2:])
