"""One running engine host, seen from the window's process: its pipes, its threads, its end."""

import contextlib
import signal
import subprocess
import threading
import time
from collections.abc import Callable

from penname.domain.errors import EngineError
from penname.engine.frames import BadFrame, FrameReader, FromHost, write_all
from penname.engine.launch import start_host

_LONGEST_SILENCE = 20.0  # seconds without a finished step, at least
_TIMES_EXPECTED = 10.0  # or so many times the longest step so far
_CRASHES = {
    getattr(signal, name, None)  # not every system has all
    for name in ("SIGSEGV", "SIGILL", "SIGBUS", "SIGABRT", "SIGFPE", "SIGTRAP")
}
_WINDOWS_CRASHES = {0xC0000005, 0xC000001D, 0xC0000409, 0xC0000094}  # NTSTATUS; access violation and the like

_NOT_STARTED = (
    "The part of Penname that runs the model could not be started ({reason}). "
    "Your text is still here. Close other programs and try again."
)


class HostProcess:
    """A started host. `on_message` and `on_end` are called from its reader thread. Raises EngineError."""

    def __init__(
        self,
        on_message: Callable[["HostProcess", FromHost], None],
        on_end: Callable[["HostProcess"], None],
        *,
        safe: bool,
    ) -> None:
        self.safe = safe
        self.worked = False  # it has answered something
        self.hung = False
        self._on_message, self._on_end = on_message, on_end
        self._sending = threading.Lock()
        self._busy = threading.Event()
        self._ended = threading.Event()
        self._heard_at = time.monotonic()
        self._longest_step = 0.0
        try:
            self._process = start_host()
        except OSError as error:
            raise EngineError(_NOT_STARTED.format(reason=error.strerror or "unknown reason")) from error
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._input, self._output = self._process.stdin, self._process.stdout
        threading.Thread(target=self._read, name="engine host reader", daemon=True).start()
        threading.Thread(target=self._watch, name="engine host watch", daemon=True).start()

    def send(self, data: bytes) -> None:
        """Hand over a message. A host that is gone takes none: its end is reported through `on_end`."""
        with self._sending, contextlib.suppress(OSError, ValueError):
            write_all(self._input.fileno(), data)

    def expect_work(self, busy: bool) -> None:
        """Say whether the host has anything to do; only then does its silence mean that it hangs."""
        if busy and not self._busy.is_set():
            self._heard_at = time.monotonic()
            self._busy.set()
        elif not busy:
            self._busy.clear()

    def kill(self) -> None:
        """End the host now and wait until it is gone; its memory is free afterwards."""
        with contextlib.suppress(OSError):
            self._process.kill()
        self._process.wait()

    def crashed(self) -> bool:
        """Whether it died of a fault in native code (and not, say, because somebody killed it)."""
        code = self._process.returncode
        if code is None or code >= 0:
            return code is not None and (code & 0xFFFFFFFF) in _WINDOWS_CRASHES
        return -code in _CRASHES

    def was_killed(self) -> bool:
        """Whether something outside ended it, as the system does when memory runs out."""
        return self._process.returncode == -9

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    def _read(self) -> None:
        reader: FrameReader[FromHost] = FrameReader(self._output, FromHost)
        try:
            while (message := reader.read()) is not None:
                now = time.monotonic()
                if self._busy.is_set():
                    self._longest_step = max(self._longest_step, now - self._heard_at)
                self._heard_at = now
                self._on_message(self, message)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(2.0)  # it is ending; the reason it ends with is its own
        except (BadFrame, OSError, ValueError):
            pass  # a host that talks nonsense is as good as dead
        self.kill()
        self._ended.set()
        self._busy.set()  # lets the watch end
        self._on_end(self)
        with self._sending, contextlib.suppress(OSError):
            self._input.close()
        self._output.close()

    def _watch(self) -> None:
        while not self._ended.is_set():
            self._busy.wait()
            silence = time.monotonic() - self._heard_at
            limit = max(_LONGEST_SILENCE, _TIMES_EXPECTED * self._longest_step)
            if silence > limit and self._busy.is_set() and not self._ended.is_set():
                self.hung = True
                with contextlib.suppress(OSError):
                    self._process.kill()
                return
            self._ended.wait(1.0)
