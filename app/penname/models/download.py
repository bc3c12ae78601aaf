"""Downloads a model of the catalog, when asked. Only a version check and `--ray` use the network, too.

The bytes are moved by a child process (models/download_child.py), the only one that may open a socket. This
side starts it, follows it, ends it, and takes the finished file into use after its header was checked.
"""

import contextlib
import subprocess
import threading
import time
from collections.abc import Callable
from enum import StrEnum

import msgspec

from penname.domain.errors import Cancelled, ModelFileError
from penname.models import children, library
from penname.models.catalog import CatalogEntry
from penname.models.checking import check_model_file
from penname.models.download_messages import (
    LONGEST_LINE,
    Checking,
    Growing,
    Order,
    Patience,
    Refused,
    Report,
    Verified,
    Waiting,
)
from penname.models.errors import DiskFull, DownloadFailed
from penname.models.library import InstalledModel, ModelOrigin, Record

_ENDED = (
    "The part of Penname that downloads models stopped by itself. What came so far is kept; start the "
    "download again to go on."
)
_PACE_MEMORY = 10.0  # seconds over which the pace of a download is averaged


class DownloadState(StrEnum):
    """Where a download stands. WAITING: the connection broke, it is tried again by itself."""

    STARTING = "starting"
    DOWNLOADING = "downloading"
    WAITING = "waiting"
    PAUSED = "paused"
    CHECKING = "checking"
    FINISHED = "finished"


class DownloadProgress(msgspec.Struct, frozen=True):
    """`done` of `size` bytes are there (or were read again, while CHECKING).

    `bytes_per_second` is an average over the last seconds, `seconds_left` what it promises; None before there
    is one. `sentence` says why a WAITING download waits.
    """

    state: DownloadState
    done: int
    size: int
    bytes_per_second: float = 0.0
    seconds_left: float | None = None
    sentence: str = ""


class Download:
    """One download. `run` works in a thread of its own; all else may be called from any other.

    `token` is the user's for the hub; it goes through a pipe, never into the command line, the environment or
    a log. `on_progress` is called from `run`'s thread and that of a `pause`, a few times a second.
    """

    def __init__(
        self,
        entry: CatalogEntry,
        on_progress: Callable[[DownloadProgress], None] = lambda _progress: None,
        *,
        token: str | None = None,
        patience: Patience = Patience(),  # noqa: B008 (frozen)
    ) -> None:
        assert entry.repo is not None
        self.entry = entry
        self._on_progress = on_progress
        self._order = Order(
            repo=entry.repo,
            file=entry.file,
            revision=entry.revision,
            target=str(library.partial_path(entry.name)),
            title=entry.title,
            size=entry.size,
            sha256=entry.sha256,
            token=token,
            patience=patience,
        )
        self._state = threading.Condition()  # guards all below
        self._child: subprocess.Popen[bytes] | None = None
        self._ended: subprocess.Popen[bytes] | None = None  # the one that was paused
        self._paused = False
        self._cancelled = False
        self._keep = True
        self._pace = _Pace()

    def run(self) -> InstalledModel:
        """Download, verify and take into use; goes on with what an earlier try left.

        Raises DownloadFailed (DiskFull when there is no room) with what is there kept for the next try,
        ModelFileError when what came is no model Penname can use, and Cancelled.
        """
        try:
            while True:
                with self._state:
                    self._state.wait_for(lambda: not self._paused or self._cancelled)
                    self._check_cancelled()
                self._tell(DownloadState.STARTING, library.partial_bytes(self.entry.name), self.entry.size)
                verified = self._run_child()
                if verified is not None:
                    return self._take_into_use(verified)
        finally:
            if self._cancelled and not self._keep:
                library.discard_partial(self.entry.name)

    def pause(self) -> None:
        """Stop using the network; `run` waits for `resume` or `cancel` with what is there kept."""
        with self._state:
            self._paused = True
            self._end_child()
        self._tell(DownloadState.PAUSED, library.partial_bytes(self.entry.name), self.entry.size)

    def resume(self) -> None:
        """Go on after `pause`."""
        with self._state:
            self._paused = False
            self._state.notify_all()

    def cancel(self, *, keep: bool = True) -> None:
        """End `run` with Cancelled; what is there is kept for later unless `keep` is False."""
        with self._state:
            self._cancelled, self._keep = True, keep
            self._end_child()
            self._state.notify_all()

    def _check_cancelled(self) -> None:
        if self._cancelled:
            kept = "What came so far is kept." if self._keep else "None of it is kept."
            raise Cancelled(f"The download was stopped. {kept}")

    def _run_child(self) -> Verified | None:
        """What the child ended with; None when it was paused."""
        child = self._start_child()
        if child is None:
            return None
        ending: Report | None = None
        try:
            assert child.stdin is not None
            assert child.stdout is not None
            with contextlib.suppress(OSError):  # it has ended, which is noticed below
                child.stdin.write(msgspec.json.encode(self._order) + b"\n")
                child.stdin.flush()
            while line := child.stdout.readline(LONGEST_LINE):
                try:
                    ending = msgspec.json.decode(line, type=Report)
                except msgspec.DecodeError:
                    ending = None
                    break
                self._pass_on(ending)
        finally:
            with self._state:
                self._child = None
            children.end(child)
        return self._ended_with(ending, paused=child is self._ended)

    def _start_child(self) -> "subprocess.Popen[bytes] | None":
        with self._state:
            self._check_cancelled()
            if self._paused:
                return None
            try:
                self._child = children.start_download_child()
            except OSError as error:
                reason = error.strerror or "unknown reason"
                raise DownloadFailed(
                    f"The part of Penname that downloads models could not be started ({reason}). "
                    "Close other programs and try again.",
                    kept=library.partial_bytes(self.entry.name),
                ) from error
            self._pace = _Pace()
            return self._child

    def _end_child(self) -> None:
        if self._child is not None:
            self._ended = self._child
            with contextlib.suppress(OSError, subprocess.TimeoutExpired):
                self._child.kill()  # what it wrote is in the file; the next one reads it again
                self._child.wait(2.0)

    def _ended_with(self, ending: Report | None, *, paused: bool) -> Verified | None:
        with self._state:
            self._check_cancelled()
            if isinstance(ending, Verified):
                return ending
            if paused:
                return None
        kept = library.partial_bytes(self.entry.name)
        if isinstance(ending, Refused):
            kind = DiskFull if ending.disk_full else DownloadFailed
            raise kind(ending.sentence, kept=kept, needs_token=ending.needs_token)
        raise DownloadFailed(_ENDED, kept=kept)

    def _pass_on(self, report: Report) -> None:
        if self._paused or self._cancelled:
            return
        match report:
            case Checking(done, size):
                self._tell(DownloadState.CHECKING, done, size)
            case Growing(done, size):
                speed = self._pace.at(done)
                left = (size - done) / speed if speed > 0 else None
                self._tell(DownloadState.DOWNLOADING, done, size, speed, left)
            case Waiting(sentence, _):
                self._pace = _Pace()
                done = library.partial_bytes(self.entry.name)
                self._tell(DownloadState.WAITING, done, self.entry.size, sentence=sentence)

    def _tell(
        self,
        state: DownloadState,
        done: int,
        size: int,
        speed: float = 0.0,
        left: float | None = None,
        sentence: str = "",
    ) -> None:
        self._on_progress(DownloadProgress(state, done, size, speed, left, sentence))

    def _take_into_use(self, verified: Verified) -> InstalledModel:
        partial = library.partial_path(self.entry.name)
        try:
            check_model_file(partial, self.entry.title)
        except ModelFileError:
            library.discard_partial(
                self.entry.name
            )  # it is what its maker published: fetched again, it is the same
            raise
        record = Record(
            name=self.entry.name,
            title=self.entry.title,
            path=f"{self.entry.name}.gguf",
            size=verified.size,
            origin=ModelOrigin.DOWNLOADED,
            sha256=verified.sha256,
            source=f"{self.entry.page}/tree/{verified.revision}",
        )
        try:
            partial.replace(library.file_of(record))
            model = library.keep_record(record)
            library.discard_partial(self.entry.name)
        except OSError as error:
            raise DownloadFailed(
                f"{self.entry.title} is here, but could not be put in its place "
                f"({error.strerror or 'unknown reason'}). Try again.",
                kept=library.partial_bytes(self.entry.name),
            ) from error
        self._tell(DownloadState.FINISHED, verified.size, verified.size)
        return model


class _Pace:
    """Told how many bytes are there, it says how many arrive a second."""

    def __init__(self) -> None:
        self._seen: list[tuple[float, int]] = []

    def at(self, done: int) -> float:
        now = time.monotonic()
        self._seen.append((now, done))
        while self._seen[0][0] < now - _PACE_MEMORY and len(self._seen) > 2:
            self._seen.pop(0)
        (began, first), (last, _) = self._seen[0], self._seen[-1]
        return (done - first) / (last - began) if last > began else 0.0
