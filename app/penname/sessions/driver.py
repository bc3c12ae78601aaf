"""Drives one session: from proposal to proposal, back and forth through its log.

Every call that can take long (`advance`, `decide`, `run`) blocks; front ends call them from a thread of their
own, one at a time. `cancel` may be called from any thread. While a proposal waits nothing runs and nothing is
held.
"""

import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING

from penname.domain.cancellation import Cancellation
from penname.domain.changes import Change, apply_changes
from penname.domain.errors import EngineError
from penname.domain.events import (
    Arbitrated,
    Attacked,
    CuesListed,
    Decided,
    Event,
    HandEdited,
    PhrasesWeighed,
    Rewritten,
    TargetsDrawn,
    WentBackTo,
)
from penname.domain.proposals import (
    Accept,
    Decision,
    LeaksProposal,
    Outcome,
    Proceed,
    Proposal,
    TryAgain,
)
from penname.domain.session import Session
from penname.methods.replay import Steps
from penname.sessions.store import MemoryStore, SessionStore

if TYPE_CHECKING:  # the first frame does without what they bring along
    from penname.methods.registry import Method
    from penname.roles.roles import Roles

# What undo passes over: nobody decided it.
_WORKED_OUT = (Attacked, Arbitrated, TargetsDrawn, CuesListed, PhrasesWeighed, Rewritten)
ATTEMPTS = 2  # rewrites asked for by `run` before a refusal stands


class SessionDriver:
    """One session with the method that works on it and the store that keeps it.

    `session_id` names a session that the store holds already; a `new` one, or one without a name, it is given
    all events of.
    """

    def __init__(
        self,
        session: Session,
        method: "Method",
        roles: "Roles",
        cancellation: Cancellation,
        store: SessionStore | None = None,
        session_id: str | None = None,
        *,
        new: bool = False,
    ) -> None:
        self.session_id = session_id or secrets.token_hex(8)
        self._store = store or MemoryStore()
        if new or session_id is None:
            for event in session.events:
                self._store.append(self.session_id, event)
        self.session = Session(session.events, self._keep, looks_twice=method.looks_twice)
        self._method = method.load()
        self._roles = roles
        self._cancellation = cancellation
        self._steps: Steps | None = None
        self._undone: list[int] = []  # where each redo would go, the next one last
        self.waiting: Proposal | None = None
        self.outcome: Outcome | None = None

    @property
    def kept(self) -> bool:
        """Whether a killed program would find this session again."""
        return self._store.durable

    def advance(self) -> Proposal | Outcome:
        """Go on to the next proposal, or the end. With a proposal waiting, that proposal.

        Raises Cancelled or EngineError; the session is then as before, and advancing again continues.
        """
        self._cancellation.clear()
        return self._step()

    def decide(self, decision: Decision) -> Proposal | Outcome:
        """Answer the waiting proposal and go on; raises like `advance`, with the decision kept."""
        self._cancellation.clear()
        return self._step(decision)

    def weigh(self, *, judges: bool = True) -> None:
        """Weigh the words behind what is to be acted on in the leaks that wait, unless they were.

        With `judges`, where an arbitrator judged them, what turns out to rest on no words is low: other leaks
        wait then. Raises Cancelled or EngineError; the session is then as before.
        """
        leaks = self.waiting
        events = (e for e in reversed(self.session.path_events) if isinstance(e, Attacked | PhrasesWeighed))
        newest = next(events, None)
        if isinstance(leaks, LeaksProposal) and leaks.execute and isinstance(newest, Attacked):
            self._cancellation.check()
            weighed = self._roles.weigh(leaks.text, newest, leaks.execute, self.session.goal)
            self.session.record(weighed)
            if judges and self.session.looks_twice:
                self._judge_by_weight(leaks, weighed)

    def run(
        self,
        on_step: Callable[[Proposal], object] = lambda _proposal: None,
        on_topic: Callable[[tuple[str, ...]], object] = lambda _attributes: None,
        on_retry: Callable[[EngineError], object] = lambda _error: None,
    ) -> Outcome:
        """Accept everything until the method ends. Each step can be undone.

        `on_step` is given each proposal on the way, `on_topic` the attributes that the text turns out to be
        about, so that hiding them leaves little of it, `on_retry` the error of an engine that failed: that
        step is tried once more. What these raise ends the run. Else it raises like `advance`.
        """
        self._cancellation.clear()  # once: a stop that falls between two steps must count
        failed_at, decision = -1, None
        while True:
            try:
                step = self._step(decision)
            except EngineError as error:
                here = len(self.session.events)
                if failed_at == here:
                    raise
                on_retry(error)
                failed_at, decision = here, None
                continue
            if isinstance(step, Outcome):
                return step
            on_step(step)
            if step.topical:
                on_topic(step.topical)
            self._cancellation.check()
            decision = automatic_decision(step)

    def edit_result(self, changes: tuple[Change, ...]) -> None:
        """Record what the user typed after the end; `advance` then reads the new text."""
        if self.outcome is None:
            raise ValueError("the session has not ended")
        apply_changes(self.outcome.text, changes)  # raises ValueError before anything is kept
        self._undone.clear()
        self.session.record(HandEdited(changes))
        self._forget()

    def continue_with(self, roles: Callable[[Cancellation], "Roles"]) -> None:
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
    def undoes(self) -> Decision | None:
        """The decision that undo takes back; None where that is typing after the end, or nothing."""
        last = self.session.events[self.session.path[self._undo_position()]]
        return last.decision if isinstance(last, Decided) else None

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

    def _judge_by_weight(self, leaks: LeaksProposal, weighed: PhrasesWeighed) -> None:
        from penname.roles.verdict_rules import judged_by_weight

        verdicts = judged_by_weight(leaks.verdicts, leaks.inferences, weighed)
        if verdicts != leaks.verdicts:
            self.session.record(Arbitrated(verdicts))
            self._forget()
            self._step()  # to the leaks, which the log holds: no role is asked

    def _step(self, decision: Decision | None = None) -> Proposal | Outcome:
        """Go on to the next proposal or the end; without a decision, to what waits or has ended already."""
        if decision is None:
            if (there := self.waiting or self.outcome) is not None:
                return there
        elif self.waiting is None:
            raise ValueError("no proposal waits for a decision")
        else:
            self._undone.clear()
            self.waiting = None
        if self._steps is None:
            self._steps = self._method(self.session, self._roles)
        try:
            self.waiting = next(self._steps) if decision is None else self._steps.send(decision)
        except StopIteration as end:
            self._steps = None
            outcome: Outcome = end.value
            self.outcome = outcome
            return outcome
        except BaseException:
            self._steps = None  # a generator that raised is finished; the next one starts from the log
            raise
        return self.waiting

    def _undo_target(self) -> int | None:
        position = self._undo_position()
        return self.session.path[position - 1] if position else None

    def _undo_position(self) -> int:
        """Where on the path that stands which undo takes back; 0, the start, where there is nothing."""
        path = self.session.path
        asked = (
            position
            for position in range(len(path) - 1, 0, -1)
            if not isinstance(self.session.events[path[position]], _WORKED_OUT)
        )
        return next(asked, 0)

    def _go(self, event: int) -> None:
        self.session.record(WentBackTo(event))
        self._forget()

    def _forget(self) -> None:
        self._steps = None
        self.waiting = None
        self.outcome = None

    def _keep(self, event: Event) -> None:
        self._store.append(self.session_id, event)


def automatic_decision(proposal: Proposal) -> Decision:
    """What `run` answers: go on, accept everything, and ask once more when a rewrite was refused."""
    if isinstance(proposal, LeaksProposal):
        return Proceed()
    if not proposal.changes and proposal.attempt < ATTEMPTS:
        return TryAgain()
    return Accept(proposal.changes)
