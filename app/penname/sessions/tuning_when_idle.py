"""Measures the settings for a newly loaded model while nobody needs the machine; the next load uses them."""

import contextlib
import os
import threading
from collections.abc import Callable

from penname.engine.options import Tuning
from penname.engine.tuning.system_load import competing_load
from penname.engine.tuning.tuning import Interrupted, Tuner
from penname.engine.tuning.tuning_store import measured_tuning, needs_safe_mode, remember_tuning
from penname.models.files import ModelFiles
from penname.models.hardware import probe_hardware
from penname.models.system import free_memory

_QUIET = 45.0  # seconds without a request before it begins
_LOOK = 0.25  # seconds between two looks at whether somebody works
_ROOM = 1.5  # times the model's files that must be free: they are in memory twice meanwhile
_INTERRUPTIONS = 20


class TuningWhenIdle:
    """A thread that waits for quiet, measures, and makes way at the first request. `close` ends it.

    `busy` says whether somebody works with the model now.
    """

    def __init__(
        self,
        files: ModelFiles,
        busy: Callable[[], bool],
        *,
        quiet: float = _QUIET,
        make_tuner: Callable[[ModelFiles], Tuner] | None = None,
        competing_load: Callable[[], str | None] = competing_load,
    ) -> None:
        self._files, self._busy, self._quiet = files, busy, quiet
        self._make_tuner = make_tuner or _tuner
        self._competing_load = competing_load
        self._closed = threading.Event()
        self._thread: threading.Thread | None = None

    def begin(self) -> None:
        """Start waiting, unless the model was measured or needs safe mode; harmless when called again."""
        known = measured_tuning(self._files) is not None or needs_safe_mode(self._files)
        if self._thread is None and not self._closed.is_set() and not known:
            self._thread = threading.Thread(target=self._run, name="tuning", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Stop, from any thread, and wait until nothing of it runs."""
        self._closed.set()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        tuner = None
        for _ in range(_INTERRUPTIONS):
            if not self._is_quiet() or not _has_room(self._files):
                return
            if self._competing_load() is not None:
                continue  # other programs work: what was measured now would say nothing
            tuner = tuner or self._make_tuner(self._files)
            finished = threading.Event()
            watch = threading.Thread(target=self._watch, args=(tuner, finished), daemon=True)
            watch.start()
            try:
                tuned = tuner.tune()
            except Interrupted:
                continue
            finally:
                finished.set()
                watch.join()
            if self._competing_load() is not None:
                tuner = None
                continue
            # where nothing can be measured, the usual settings are not doubted again
            remember_tuning(self._files, tuned.tuning if tuned else Tuning())
            return

    def _is_quiet(self) -> bool:
        """Wait until no request has run for a while; False when closed meanwhile."""
        quiet = 0.0
        while quiet < self._quiet:
            if self._closed.wait(_LOOK):
                return False
            quiet = 0.0 if self._busy() else quiet + _LOOK
        return True

    def _watch(self, tuner: Tuner, finished: threading.Event) -> None:
        """Interrupt the tuner when a request runs or it is closed."""
        while not finished.wait(_LOOK):
            if self._closed.is_set() or self._busy():
                tuner.interrupt()


def _tuner(files: ModelFiles) -> Tuner:
    return Tuner(files, has_card=bool(probe_hardware().cards))


def _has_room(files: ModelFiles) -> bool:
    size = 0
    for path in (files.path, files.adapter, files.merged):
        with contextlib.suppress(OSError):
            size += os.path.getsize(path) if path else 0
    free = free_memory()
    return free is None or free > _ROOM * size
