"""Where the events of sessions are kept while the program runs, or longer."""

from typing import Protocol

from penname.domain.events import Event


class SessionStore(Protocol):
    """Keeps a session's events. `append` returns only when the event is kept as well as this store can keep
    it."""

    @property
    def durable(self) -> bool:
        """Whether a killed program finds all events again."""

    def append(self, session_id: str, event: Event) -> None:
        """Keep one more event of a session."""

    def load(self, session_id: str) -> list[Event]:
        """All events of a session, oldest first; empty when there is none of that name."""


class MemoryStore:
    """Keeps events as long as the program runs, and never writes them anywhere."""

    durable = False

    def __init__(self) -> None:
        self._events: dict[str, list[Event]] = {}

    def append(self, session_id: str, event: Event) -> None:
        """Keep one more event."""
        self._events.setdefault(session_id, []).append(event)

    def load(self, session_id: str) -> list[Event]:
        """All events so far."""
        return list(self._events.get(session_id, ()))
