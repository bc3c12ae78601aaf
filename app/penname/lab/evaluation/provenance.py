"""When a run began and what it ran on: what a table must say of itself to be repeated."""

import datetime as dt
import subprocess
from pathlib import Path

import msgspec

from penname import __version__
from penname.settings import write_private

_FILE = "begun.json"


class Provenance(msgspec.Struct, frozen=True):
    """The day a run began (ISO 8601), and each version of Penname that worked on it, in order."""

    date: str
    versions: tuple[str, ...]


def provenance_in(folder: Path) -> Provenance:
    """That of the run in `folder`, which this very program works on now: kept there, so that a resumed run
    says the same as one that was never interrupted. Raises OSError.
    """
    path, mine = folder / _FILE, _version()
    try:
        begun = msgspec.json.decode(path.read_bytes(), type=Provenance)
    except (FileNotFoundError, msgspec.MsgspecError):
        begun = Provenance(dt.datetime.now(tz=dt.UTC).date().isoformat(), ())
    if mine not in begun.versions:
        begun = Provenance(begun.date, (*begun.versions, mine))
        write_private(path, msgspec.json.encode(begun) + b"\n")
    return begun


def _version() -> str:
    """The version, and the commit where this is a checkout; "dirty" says that files were changed since."""
    git = ["git", "-C", str(Path(__file__).parent), "describe", "--always", "--dirty", "--exclude", "*"]
    try:
        said = subprocess.run(git, capture_output=True, text=True, timeout=20, check=True)
    except (OSError, subprocess.SubprocessError):
        return __version__
    return f"{__version__} ({said.stdout.strip()})"
