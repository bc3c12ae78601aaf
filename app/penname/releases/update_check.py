"""Asks which version is the newest, through the download child, and remembers the answer and the day.

What comes back is a stranger's word: it is read as a version number or ignored, and never shown as it came.
"""

import contextlib
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from penname import locations
from penname.domain.errors import Cancelled, PennameError
from penname.models import children
from penname.models.download_messages import LONGEST_LINE, Asked, Question, Refused
from penname.releases.address import stated_address
from penname.releases.versions import Version, read_version, this_version
from penname.settings import write_private

_DAY = 24 * 60 * 60  # seconds
_FILE = "newest-version.json"
NO_ADDRESS = "This build of Penname has no address to ask for newer versions. Look where you got it."
_STRANGE = "{host} does not answer with a version number. Penname tries again another day."
_UNREMEMBERED = (
    "Nothing was asked, since Penname could not note that it did ({reason}). "
    "Make room on the disk and try again."
)
_ENDED = "The part of Penname that asks for newer versions stopped by itself. Try again."


class NewestUnknown(PennameError):
    """Which version is the newest could not be found out; nothing else is the matter."""


class KnownVersions(msgspec.Struct, frozen=True):
    """What is kept between starts; `asked` is when it was asked last, in seconds since 1970."""

    asked: float = 0.0
    newest: str = ""
    put_away: str = ""


class UpdateCheck:
    """One question. `run` works in a thread of its own; `cancel` may be called from any other."""

    def __init__(self, question: Question | None = None) -> None:
        self._question = question or Question(stated_address())
        self._state = threading.Lock()
        self._child: subprocess.Popen[bytes] | None = None
        self._cancelled = False

    def run(self) -> Version:
        """The newest version. Raises NewestUnknown with the reason, and Cancelled."""
        if not self._question.address:
            raise NewestUnknown(NO_ADDRESS)
        try:  # before: what cannot be remembered would be asked again and again
            _keep(msgspec.structs.replace(known(), asked=time.time()))
        except OSError as error:
            reason = error.strerror or "unknown reason"
            raise NewestUnknown(_UNREMEMBERED.format(reason=reason)) from error
        answer = self._ask()
        if isinstance(answer, Refused):
            raise NewestUnknown(answer.sentence)
        version = read_version(answer.text) if answer is not None else None
        if version is None:
            sentence = _ENDED if answer is None else _STRANGE.format(host=answer.host)
            raise NewestUnknown(sentence)
        with contextlib.suppress(OSError):
            _keep(msgspec.structs.replace(known(), newest=str(version)))
        return version

    def cancel(self) -> None:
        """End `run` with Cancelled."""
        with self._state:
            self._cancelled = True
            if self._child is not None:
                self._child.kill()

    def _ask(self) -> Asked | Refused | None:
        with self._state:
            if self._cancelled:
                raise Cancelled
            try:
                child = self._child = children.start_download_child()
            except OSError as error:
                raise NewestUnknown(_ENDED) from error
        assert child.stdin is not None
        assert child.stdout is not None
        try:
            with contextlib.suppress(OSError):  # it has ended, which is noticed below
                child.stdin.write(msgspec.json.encode(self._question) + b"\n")
                child.stdin.flush()
            line = child.stdout.readline(LONGEST_LINE)
        finally:
            with self._state:
                self._child = None
            children.end(child)
        if self._cancelled:
            raise Cancelled
        with contextlib.suppress(msgspec.DecodeError):
            return msgspec.json.decode(line, type=Asked | Refused)
        return None


def known() -> KnownVersions:
    """What earlier answers said; nothing where that cannot be read."""
    try:
        return msgspec.json.decode(_path().read_bytes(), type=KnownVersions)
    except (OSError, msgspec.DecodeError):
        return KnownVersions()


def is_due(clock: Callable[[], float] = time.time) -> bool:
    """Whether the last question is a day old, or from a future that a wrong clock made up."""
    return not 0 <= clock() - known().asked < _DAY


def newer() -> Version | None:
    """The newest version as far as is known, where it is newer than this one and was not put away."""
    kept, own = known(), this_version()
    found = read_version(kept.newest)
    if found is None or own is None or found <= own or found == read_version(kept.put_away):
        return None
    return found


def put_away(version: Version) -> None:
    """Do not speak of this version again. Raises OSError."""
    _keep(msgspec.structs.replace(known(), put_away=str(version)))


def _keep(what: KnownVersions) -> None:
    write_private(_path(), msgspec.json.encode(what))


def _path() -> Path:
    return locations.state_dir() / _FILE
