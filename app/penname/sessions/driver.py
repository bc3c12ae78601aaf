"""Drives one session: from proposal to proposal, back and forth through its log.

Every call that can take long (`advance`, `decide`, `run`) blocks; front ends call them from a thread of their
own, one at a time. `cancel` may be called from any thread. While a proposal waits nothing runs and nothing is
held.
"""

import secrets
from collections.abc import Callable

from penname.domain.cancellation import Cancellation
from penname.domain.changes import Change, apply_changes
from penname.domain.events import (
    Arbitrated,
    Attacked,
    CuesListed,
    Event,
    HandEdited,
    Rewritten,
    Started,
    TargetsDrawn,
    WentBackTo,
)
from penname.domain.goal import Goal
from penname.domain.proposals import (
    Accept,
    ChangeGoal,
    Decision,
    LeaksProposal,
    Outcome,
    Proceed,
    Proposal,
    TryAgain,
)
from penname.domain.session import Session
from penname.methods.replay import Steps
from penname.roles.roles import Roles
from penname.sessions.store import MemoryStore, SessionStore

Method = Callable[[Session, Roles], Steps]

# What undo passes over: nobody decided it.
_WORKED_OUT = (Attacked, Arbitrated, TargetsDrawn, CuesListed, Rewritten)
ATTEMPTS = 2  # rewrites asked for by `run` before a refusal stands


class SessionDriver:
    """One session with the method that works on it and the store that keeps it.

    `session_id` names a session that the store holds already; without it, the store is given all events.
    """

    def __init__(
        self,
        session: Session,
        method: Method,
        roles: Roles,
        cancellation: Cancellation,
        store: SessionStore | None = None,
        session_id: str | None = None,
    ) -> None:
        self.session_id = session_id or secrets.token_hex(8)
        self._store = store or MemoryStore()
        if session_id is None:
            for event in session.events:
                self._store.append(self.session_id, event)
        self.session = Session(session.events, self._keep)
        self._method = method
        self._roles = roles
        self._cancellation = cancellation
        self._steps: Steps | None = None
        self._undone: list[int] = []  # where each redo would go, the next one last
        self.waiting: Proposal | None = None
        self.outcome: Outcome | None = None

    @classmethod
    def start(
        cls,
        started: Started,
        method: Method,
        roles: Roles,
        cancellation: Cancellation,
        store: SessionStore | None = None,
    ) -> "SessionDriver":
        """A driver of a new session."""
        return cls(Session([started]), method, roles, cancellation, store)

    @property
    def kept(self) -> bool:
        """Whether a killed program would find this session again."""
        return self._store.durable

    def advance(self) -> Proposal | Outcome:
        """Go on to the next proposal, or the end. With a proposal waiting, that proposal.

        Raises Cancelled or EngineError; the session is then as before, and advancing again continues.
        """
        self._cancellation.clear()
        return self._advance()

    def decide(self, decision: Decision) -> Proposal | Outcome:
        """Answer the waiting proposal and go on; raises like `advance`, with the decision kept."""
        self._cancellation.clear()
        return self._decide(decision)

    def run(self, on_step: Callable[[Proposal], None] | None = None) -> Outcome:
        """Accept everything until the method ends. Each step can be undone. Raises like `advance`."""
        self._cancellation.clear()  # once: a stop that falls between two steps must count
        step = self._advance()
        while not isinstance(step, Outcome):
            if on_step:
                on_step(step)
            self._cancellation.check()
            step = self._decide(automatic_decision(step))
        return step

    def change_goal(self, goal: Goal) -> Proposal | Outcome:
        """Change the goal of the waiting proposal; after the end, the last one waits again first."""
        if self.outcome is not None:
            self.undo()
            self.advance()
        return self.decide(ChangeGoal(goal))

    def edit_result(self, changes: tuple[Change, ...]) -> None:
        """Record what the user typed after the end; `advance` then reads the new text."""
        if self.outcome is None:
            raise ValueError("the session has not ended")
        apply_changes(self.outcome.text, changes)  # raises ValueError before anything is kept
        self._undone.clear()
        self.session.record(HandEdited(changes))
        self._forget()

    def continue_with(self, roles: Callable[[Cancellation], Roles]) -> None:
        """Let other roles, made around this session's cancellation, do what is still to be done.

        Not while a call is under way. The log stays as it is, and so does the proposal that waits.
        """
        self._roles = roles(self._cancellation)
        self._steps = None
        if self.waiting is not None:
            self.waiting = None
            self.advance()  # the log holds it: no role is asked

    def cancel(self) -> None:
        """Stop what is running, from any thread."""
        self._cancellation.raise_flag()

    @property
    def can_undo(self) -> bool:
        """Whether there is a decision to take back."""
        return self._undo_target() is not None

    @property
    def can_redo(self) -> bool:
        """Whether a taken-back decision can be made again."""
        return bool(self._undone)

    def undo(self) -> None:
        """Go back before the last decision or hand edit; `advance` shows its proposal without a model."""
        target = self._undo_target()
        if target is not None:
            self._undone.append(self.session.path[-1])
            self._go(target)

    def redo(self) -> None:
        """Redo what the last undo took back."""
        if self._undone:
            self._go(self._undone.pop())

    def go_back_to(self, event: int) -> None:
        """Go back to right after event number `event` of the log."""
        self._undone.append(self.session.path[-1])
        self._go(event)

    def _advance(self) -> Proposal | Outcome:
        if self.waiting is not None:
            return self.waiting
        if self.outcome is not None:
            return self.outcome
        return self._take(next)

    def _decide(self, decision: Decision) -> Proposal | Outcome:
        if self.waiting is None:
            raise ValueError("no proposal waits for a decision")
        self._undone.clear()
        self.waiting = None
        return self._take(lambda steps: steps.send(decision))

    def _undo_target(self) -> int | None:
        path = self.session.path
        for position in range(len(path) - 1, 0, -1):
            if not isinstance(self.session.events[path[position]], _WORKED_OUT):
                return path[position - 1]
        return None

    def _go(self, event: int) -> None:
        self.session.record(WentBackTo(event))
        self._forget()

    def _forget(self) -> None:
        self._steps = None
        self.waiting = None
        self.outcome = None

    def _keep(self, event: Event) -> None:
        self._store.append(self.session_id, event)

    def _take(self, step: Callable[[Steps], Proposal]) -> Proposal | Outcome:
        if self._steps is None:
            self._steps = self._method(self.session, self._roles)
        try:
            self.waiting = step(self._steps)
        except StopIteration as end:
            self._steps = None
            outcome: Outcome = end.value
            self.outcome = outcome
            return outcome
        except BaseException:
            self._steps = None  # a generator that raised is finished; the next one starts from the log
            raise
        return self.waiting


def automatic_decision(proposal: Proposal) -> Decision:
    """What `run` answers: go on, accept everything, and ask once more when a rewrite was refused."""
    if isinstance(proposal, LeaksProposal):
        return Proceed()
    if not proposal.changes and proposal.attempt < ATTEMPTS:
        return TryAgain()
    return Accept(proposal.changes)
