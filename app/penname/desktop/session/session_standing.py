"""Where one text's work stands: read by the page, changed by the flow."""

from PySide6.QtCore import QObject, Signal

from penname.desktop.session.session_work import SessionWork
from penname.desktop.session.snapshot import Snapshot
from penname.desktop.session.view_state import Action, Facts, SessionState, enabled
from penname.domain.alternatives import shared_out, untaken
from penname.domain.attempts import Attempt
from penname.domain.changes import Change, apply_changes, free_of
from penname.domain.goal import Goal
from penname.domain.proposals import LeaksProposal, Proposal, RewriteProposal, to_fix
from penname.domain.together import posts_apart
from penname.methods.registry import method_named, misleads


class SessionStanding(QObject):
    """The text, its session as last seen, and what the user said since; `changed` when to be shown again."""

    changed = Signal()

    def __init__(self, work: SessionWork, goal: Goal, method: str) -> None:
        super().__init__()
        self.work = work
        work.setParent(self)
        self.method = method
        self.untruths_told = True  # whether it was said that a misleading rewrite states untrue things
        self.text = ""  # before a session exists; afterwards the session has it
        self.goal = goal
        self.profile: tuple[tuple[str, str], ...] = ()  # what is true of the author, where that is kept
        self.view: Snapshot | None = None
        self.error: str | None = None
        self.engine_down = False
        self.cautions: tuple[str, ...] = ()
        self.overruled: dict[str, bool] = {}  # what the user said on the inferences since they came
        self.edited: tuple[Change, ...] | None = None  # all that stands, if the user changed it since it came
        self._confirmed: frozenset[str] = frozenset()  # topics to be rewritten all the same
        self._shared: tuple[object, tuple[list[tuple[Change, ...]], tuple[Change, ...]]] = None, ([], ())
        self._post = 1  # of several, the one that is copied

    @property
    def proposal(self) -> Proposal | None:
        """The proposal that waits, or the one just passed while running on."""
        return self.view.proposal if self.view else None

    @property
    def state(self) -> SessionState:
        """Where the work stands."""
        if self.work.loud:
            return SessionState.RUNNING
        if self.engine_down:
            return SessionState.ENGINE_DOWN
        if self.view is None:
            return SessionState.READY if self.text.strip() else SessionState.EMPTY
        if self.view.outcome is not None:
            return SessionState.FINISHED
        match self.view.proposal:
            case LeaksProposal():
                return SessionState.LEAKS
            case RewriteProposal():
                return SessionState.REWRITE
        return SessionState.STOPPED

    @property
    def facts(self) -> Facts:
        """What `view_state` needs to know."""
        view, proposal = self.view, self.proposal
        return Facts(
            state=self.state,
            rounds=view.rounds if view else 0,
            to_fix=len(self.to_fix),
            last=isinstance(proposal, LeaksProposal) and proposal.last,
            changes=len(self.changes),
            refused=isinstance(proposal, RewriteProposal) and proposal.refused is not None,
            can_undo=bool(view and view.can_undo),
            undoes=view.undoes if view else None,
            can_redo=bool(view and view.can_redo),
            session=view is not None,
            edited_result=bool(view and view.edited_result),
            attempts=len(self.attempts),
            stopped=view.outcome.stopped if view and view.outcome else "",
            compares=isinstance(proposal, RewriteProposal) or bool(view and view.total),
            post=self.post if len(self.results) > 1 else 0,
        )

    @property
    def to_fix(self) -> tuple[str, ...]:
        """Attributes the next rewrite would act on."""
        return to_fix(self.proposal, self.overruled) if isinstance(self.proposal, LeaksProposal) else ()

    @property
    def targets(self) -> tuple[tuple[str, str], ...]:
        """What readers should infer instead, as (attribute, value): chosen, and drawn by this session."""
        drawn = self.view.targets if self.view else ()
        return tuple({**dict(drawn), **dict(self.goal.targets)}.items())

    @property
    def changes(self) -> tuple[Change, ...]:
        """What Accept would make of the rewrite that waits."""
        if not isinstance(self.proposal, RewriteProposal):
            return ()
        return self.proposal.changes if self.edited is None else self.edited

    @property
    def standing(self) -> tuple[Change, ...]:
        """The changes on the screen that stand: of the rewrite that waits or, at the end, of the original."""
        if isinstance(self.proposal, RewriteProposal):
            return self.changes
        if self.view is None or not self.at_the_end:
            return ()
        return self.view.total if self.edited is None else self.edited

    @property
    def offered(self) -> tuple[Change, ...]:
        """The changes the user can choose from, in the order of the text: those that stand, and those that
        the model proposed and the user took back.
        """
        standing = set(self.standing)
        back = free_of(self.standing, (change for change in self._proposed if change not in standing))
        return tuple(sorted((*self.standing, *back), key=lambda change: (change.start, change.end)))

    @property
    def alternatives(self) -> tuple[Change, ...]:
        """What the user can choose in the place of these, or where there is none: what was looked at beside
        them, and what they were before another took their place.
        """
        others: tuple[Change, ...] = ()
        if isinstance(self.proposal, RewriteProposal):
            others = self.proposal.alternatives
        elif self.view is not None and self.at_the_end:
            others = self.view.alternatives
        return untaken(self.offered, (*others, *self._proposed))

    @property
    def shared_out(self) -> tuple[list[tuple[Change, ...]], tuple[Change, ...]]:
        """The alternatives to each of the changes on offer, and those that could be made beside all."""
        both = self.offered, self.alternatives
        if both != self._shared[0]:
            self._shared = both, shared_out(*both)
        return self._shared[1]

    @property
    def _proposed(self) -> tuple[Change, ...]:
        """The changes on the screen as they were before the user chose."""
        if self.view is not None and self.at_the_end:
            return self.view.made
        return next((attempt.proposed for attempt in self.attempts if attempt.current), ())

    @property
    def at_the_end(self) -> bool:
        """Whether a result is there to be read and copied: finished, or edited since and not read again."""
        view = self.view
        done = view is not None and (view.outcome is not None or view.edited_result)
        return done and not self.work.loud

    @property
    def attempts(self) -> tuple[Attempt, ...]:
        """The rewrites of this round, while one of them waits."""
        return self.view.attempts if self.view and isinstance(self.proposal, RewriteProposal) else ()

    @property
    def result(self) -> str:
        """The text to copy or save: what stands, with the changes that are on the screen."""
        if self.view is None:
            return self.text
        if isinstance(self.proposal, RewriteProposal):
            return apply_changes(self.proposal.text, self.changes)
        return self.view.text if self.edited is None else apply_changes(self.view.original, self.edited)

    @property
    def results(self) -> tuple[str, ...]:
        """The same, post by post where several are rewritten together."""
        return posts_apart(self.result) if self.goal.together else (self.result,)

    @property
    def post(self) -> int:
        """The number of the post that is copied, from 1."""
        return min(self._post, len(self.results))

    def turn_to_post(self, number: int) -> None:
        """Let this post be the one that is copied."""
        self._post = number
        self.changed.emit()

    def can(self, action: Action) -> bool:
        """Whether `action` is on offer."""
        return action in enabled(self.facts)

    @property
    def looks_twice(self) -> bool:
        """Whether the method has an arbitrator judge what was read."""
        return method_named(self.method).looks_twice

    @property
    def misleads(self) -> bool:
        """Whether the method works towards target values, and so says what is not true."""
        return misleads(self.method)

    @property
    def must_tell_untruths(self) -> bool:
        """Whether the first misleading rewrite is still to come, and what that means was not said yet."""
        return self.misleads and not self.untruths_told

    @property
    def asks_about_topic(self) -> tuple[str, ...]:
        """Attributes the text is about, while the user has not said what to do."""
        if self.proposal is None or self.state is SessionState.RUNNING:
            return ()
        return tuple(name for name in self.proposal.topical if name not in self._confirmed)
