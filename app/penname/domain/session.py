"""A session: an append-only list of events, and the path through it that counts now."""

from collections.abc import Callable, Sequence

from penname.domain.errors import PennameError
from penname.domain.events import Decided, Event, Started, WentBackTo
from penname.domain.goal import Goal
from penname.domain.proposals import ChangeGoal


class DamagedSession(PennameError):
    """A stored session whose events do not follow one another."""


class Session:
    """An append-only event log. `record` is the only way to change it; `on_record` is told afterwards.

    `looks_twice` says whether its method has an arbitrator, before whose word nothing is looked at.
    """

    def __init__(
        self,
        events: Sequence[Event],
        on_record: Callable[[Event], None] | None = None,
        *,
        looks_twice: bool = True,
    ) -> None:
        if not events or not isinstance(events[0], Started):
            raise DamagedSession("This session cannot be opened: its beginning is missing.")
        self._events = list(events)
        self._on_record = on_record
        self.looks_twice = looks_twice
        self._paths: list[tuple[int, ...]] = []
        for index in range(len(self._events)):
            self._extend_paths(index)

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that ever happened, undone or not."""
        return tuple(self._events)

    @property
    def path(self) -> tuple[int, ...]:
        """The numbers of the events that count now, oldest first; never a WentBackTo."""
        return self._paths[-1]

    def path_at(self, event: int) -> tuple[int, ...]:
        """The path as it was right after event number `event` was recorded."""
        return self._paths[event]

    @property
    def path_events(self) -> tuple[Event, ...]:
        """The events that count now."""
        return tuple(self._events[index] for index in self.path)

    @property
    def started(self) -> Started:
        """The first event: the original and who works on it."""
        first = self._events[0]
        assert isinstance(first, Started)
        return first

    @property
    def goal(self) -> Goal:
        """The goal as it stands now."""
        for event in reversed(self.path_events):
            if isinstance(event, Decided) and isinstance(event.decision, ChangeGoal):
                return event.decision.goal
        return self.started.goal

    def record(self, event: Event) -> None:
        """Append an event; raises DamagedSession when a WentBackTo points nowhere."""
        self._events.append(event)
        try:
            self._extend_paths(len(self._events) - 1)
        except DamagedSession:
            self._events.pop()
            raise
        if self._on_record:
            self._on_record(event)

    def _extend_paths(self, index: int) -> None:
        event = self._events[index]
        if isinstance(event, WentBackTo):
            if not 0 <= event.event < index:
                raise DamagedSession("This session cannot be opened: a step back leads nowhere.")
            self._paths.append(self._paths[event.event])
        else:
            self._paths.append((*(self._paths[-1] if self._paths else ()), index))
