"""How far a batch is, in sentences that hold no word of any text."""

import time
from collections.abc import Callable
from threading import Lock

from penname.sessions.session_job import Say, duration

_SELDOM = 60.0  # seconds between two lines where nobody watches


class BatchProgress:
    """Counts texts and tells. Thread-safe. On a `live` terminal one line is written over again and again."""

    def __init__(self, say: Say, *, live: bool, clock: Callable[[], float] = time.monotonic) -> None:
        self._say, self._live, self._clock = say, live, clock
        self._lock = Lock()
        self._total = self._done = self._failed = self._worked = 0
        self._began = self._told = clock()

    def begin(self, total: int, done: int) -> None:
        """Say what there is to do; time runs from now on."""
        self._total, self._done = total, done
        self._began = self._clock()
        self._told = self._began - _SELDOM
        if done:
            self._say(f"{done:,} of {total:,} texts were done before; the others follow.")

    def one_more(self, *, failed: bool = False) -> None:
        """A text is done, or has failed."""
        with self._lock:
            self._worked += 1
            self._failed += failed
            self._done += not failed
            now = self._clock()
            if not self._live and now - self._told < _SELDOM:
                return
            self._told = now
            line = self._line(now - self._began)
            if self._live:
                self._say(f"\r\x1b[K{line}", end="")
            else:
                self._say(line)

    def sentence(self, sentence: str) -> None:
        """Say something on a line of its own."""
        self._say(("\r\x1b[K" if self._live else "") + sentence)

    def _line(self, seconds: float) -> str:
        each = seconds / self._worked
        left = (self._total - self._done - self._failed) * each
        failed = f", {self._failed:,} failed" if self._failed else ""
        rate = 3600 / each if each else 0
        return f"{self._done:,} of {self._total:,} done{failed}; {rate:,.0f} an hour, {duration(left)} left"
