"""Lets a method be written from top to bottom, and started again from any point of a session.

A method asks for each step through `Replay`: what the session already holds is handed back, only what is
missing is worked out and recorded. So a restarted method calls no model for what is there.
"""

from collections import deque
from collections.abc import Callable, Generator
from typing import ParamSpec, TypeVar

from penname.domain.changes import apply_changes
from penname.domain.events import Arbitrated, Decided, Event, HandEdited, PhrasesWeighed
from penname.domain.proposals import Accept, Decision, EditByHand, Outcome, Proposal
from penname.domain.session import DamagedSession, Session

E = TypeVar("E", bound=Event)
P = ParamSpec("P")

Steps = Generator[Proposal, Decision, Outcome]
"""A running method: yields proposals, is sent decisions, returns the outcome."""


class Replay:
    """Walks along a session's path, and lengthens it at its end."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._held = deque(_steps(session))
        self._held.popleft()  # Started

    def once(self, kind: type[E], work: Callable[P, E], *args: P.args, **kwargs: P.kwargs) -> E:
        """The next event, which must be of `kind`: from the session, or `work(...)`, which is recorded."""
        if self._held:
            event = self._held.popleft()
            if not isinstance(event, kind):
                raise DamagedSession("This session cannot go on: its steps do not follow one another.")
            return event
        made = work(*args, **kwargs)
        self._session.record(made)
        return made

    def once_if(
        self, kind: type[E], wanted: bool, work: Callable[P, E], *args: P.args, **kwargs: P.kwargs
    ) -> E | None:
        """Like `once` for a step that not every model takes: what the session holds counts, then `wanted`.

        So a session can go on with another model than it was begun with.
        """
        if self._held and not isinstance(self._held[0], kind):
            return None
        return self.once(kind, work, *args, **kwargs) if self._held or wanted else None

    def ask(self, proposal: Proposal) -> Generator[Proposal, Decision, Decision]:
        """The user's decision on `proposal`: from the session, or by asking."""
        if self._held:
            event = self._held.popleft()
            if isinstance(event, Decided):
                return event.decision
            if isinstance(event, HandEdited):
                return EditByHand(event.changes)
            raise DamagedSession("This session cannot go on: its steps do not follow one another.")
        decision = yield proposal
        if isinstance(decision, Accept | EditByHand):
            apply_changes(proposal.text, decision.changes)  # raises ValueError before anything is kept
        self._session.record(
            HandEdited(decision.changes) if isinstance(decision, EditByHand) else Decided(decision)
        )
        return decision

    def typed_after_the_end(self) -> HandEdited | None:
        """The typing that followed the end of the method, if any."""
        if self._held and isinstance(self._held[0], HandEdited):
            event = self._held.popleft()
            assert isinstance(event, HandEdited)
            return event
        return None


def _steps(session: Session) -> list[Event]:
    """What methods worked out and users said; verdicts after a weighing take the place of those before."""
    steps: list[Event] = []
    weighed = False
    for event in session.path_events:
        if weighed and isinstance(event, Arbitrated):
            place = max(number for number, step in enumerate(steps) if isinstance(step, Arbitrated))
            steps[place] = event
        elif not isinstance(event, PhrasesWeighed):
            steps.append(event)
        weighed = isinstance(event, PhrasesWeighed)
    return steps
