"""What the window needs of `sessions.workbench.Workbench`; tests hand in one that answers from a script."""

import threading
from collections.abc import Callable
from typing import Any, Protocol

from penname.domain.errors import Cancelled
from penname.domain.goal import Goal
from penname.domain.listener import Listener
from penname.sessions.driver import SessionDriver
from penname.sessions.store import SessionStore
from penname.sessions.trail_reader import TrailReader


class Bench(Protocol):
    """Makes sessions. Every call blocks and belongs into the job thread, except `close`."""

    def warm_up(self) -> Any:
        """Start the engine host and load the model; returns what is known about it. Raises EngineError."""

    def new_session(
        self,
        text: str,
        goal: Goal,
        listener: Listener,
        method: str = "rational",
        store: SessionStore | None = None,
    ) -> SessionDriver:
        """A session for `text`, kept in `store`; raises BadInput for an empty one."""

    def reopen(self, session_id: str, listener: Listener, store: SessionStore) -> SessionDriver:
        """A session that `store` holds, where it stood; asks no model."""

    def trail_reader(self, listener: Listener) -> TrailReader:
        """What reads all texts of a pen name together; waits for the model."""

    def cautions(self, text: str) -> tuple[str, ...]:
        """Sentences to show before the run."""

    def close(self) -> None:
        """End the model's process, from any thread; a call that is under way then fails."""


class LazyBench:
    """Makes the real workbench at the first call, in the job thread: importing it takes a while."""

    def __init__(self, make: Callable[[], Bench]) -> None:
        self._make = make
        self._made: Bench | None = None
        self._closed = False
        self._making = threading.Lock()

    def warm_up(self) -> Any:
        """See `Bench`."""
        return self._bench().warm_up()

    def new_session(
        self,
        text: str,
        goal: Goal,
        listener: Listener,
        method: str = "rational",
        store: SessionStore | None = None,
    ) -> SessionDriver:
        """See `Bench`."""
        return self._bench().new_session(text, goal, listener, method, store)

    def reopen(self, session_id: str, listener: Listener, store: SessionStore) -> SessionDriver:
        """See `Bench`."""
        return self._bench().reopen(session_id, listener, store)

    def trail_reader(self, listener: Listener) -> TrailReader:
        """See `Bench`."""
        return self._bench().trail_reader(listener)

    def cautions(self, text: str) -> tuple[str, ...]:
        """See `Bench`."""
        return self._bench().cautions(text)

    def close(self) -> None:
        """End the model's process; nothing is made any more."""
        self._closed = True
        if self._made is not None:
            self._made.close()

    def _bench(self) -> Bench:
        with self._making:
            if self._closed:
                raise Cancelled
            if self._made is None:
                self._made = self._make()
            return self._made
