"""One text on its way through the job: between the page that shows it and the thread that works on it.

It translates what the user asks for into the session's calls. Rules are the method's; what is offered when is
`view_state`'s; pixels are the page's.
"""

import secrets
from collections.abc import Callable
from functools import partial

import msgspec
from PySide6.QtCore import QTimer, Signal

from penname.desktop.background.job_thread import Job, JobThread
from penname.desktop.session import session_tasks as tasks
from penname.desktop.session.session_standing import SessionStanding
from penname.desktop.session.session_work import SessionWork
from penname.desktop.session.snapshot import Snapshot
from penname.desktop.session.view_state import Action, SessionState
from penname.domain.changes import Change
from penname.domain.errors import Cancelled, EngineError, ModelFileError, PennameError
from penname.domain.goal import Goal
from penname.domain.proposals import (
    Accept,
    ChangeGoal,
    Decision,
    LeaksProposal,
    Overrule,
    Proceed,
    ReadOn,
    Reject,
    RewriteProposal,
    StopHere,
)
from penname.sessions.driver import SessionDriver
from penname.sessions.session_service import SessionService
from penname.sessions.store import SessionStore

TYPING_PAUSE_MS = 600  # after which typing is kept in the session


class SessionFlow(SessionStanding):
    """Passes on what the user asks for, one task at a time, and takes in what comes of it."""

    told_untruths = Signal()  # the user has read that a misleading rewrite states untrue things

    def __init__(
        self, jobs: JobThread, sessions: SessionService, goal: Goal, method: str = "rational"
    ) -> None:
        super().__init__(SessionWork(jobs), goal, method)
        self._jobs = jobs
        self._sessions = sessions
        self.kept_as = secrets.token_hex(8)  # the name of the text, and then of its session, in the vault
        self.store: Callable[[], SessionStore | None] = lambda: None  # where new sessions are kept
        self._pending_goal: Goal | None = None
        self._kept_overrules: dict[str, bool] = {}
        self._reopening = False  # what a session did not hold then waits for the user
        self._unkept = False  # whether `edited` is not in the session yet
        self._models = 0  # how often the model was changed
        self._equipped = 0  # and with which of them the session's roles speak
        self._next: tuple[tasks.Task, bool] | None = None
        self.work.stepped.connect(self._show)
        self.work.ended.connect(self._ended)
        self.work.became_loud.connect(self.changed)
        self.work.weighed.connect(self._show_weights)
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(TYPING_PAUSE_MS)
        self._typing.timeout.connect(self._keep_typing)

    def set_text(self, text: str) -> None:
        """The text to start from; only before a session exists."""
        self.text, self.cautions, self.error = text, (), None
        if text.strip():
            look = Job(lambda: self._sessions.cautions(text), self)
            self._jobs.submit(look.success(lambda found: self._warn(text, found)))
        self.changed.emit()

    def reopen(self, session_id: str) -> None:
        """Stand where a kept session stood; what it had not worked out yet waits for the user."""
        store = self.store()
        assert store is not None
        self.error, self.engine_down, self._reopening = None, False, True
        self.work.start(
            lambda: self._sessions.reopen(session_id, self.work.listener(halted=True), store),
            (SessionDriver.advance,),
            quiet=True,
        )
        self.changed.emit()

    def use_method(self, name: str) -> None:
        """Work by another method; only before a session exists."""
        self.method = name
        self.changed.emit()

    def change_model(self) -> None:
        """Another model does what is still to be done. What an earlier one worked out stands."""
        self._models += 1
        self.error, self.engine_down = None, False
        if self.view is None:
            self.set_text(self.text)  # what there is to say before a run may be something else
        else:
            self.changed.emit()

    def step(self) -> None:
        """Go on to the next proposal, saying yes to the one that waits."""
        if self.can(Action.STEP):
            self._start(partial(tasks.answer, decision=self._yes()))

    def run(self) -> None:
        """Go on until nothing is left to fix, or the text turns out to be about what is to be hidden."""
        if self.can(Action.RUN):
            run = partial(
                tasks.run_to_the_end,
                decision=self._yes(),
                confirmed=self._confirmed,
                on_step=self.work.passed,
            )
            self._start(run)

    def stop(self) -> None:
        """Stop the model; what is done is kept."""
        self.work.stop()

    def accept(self) -> None:
        """Make the changes that stand, and read the new text."""
        if self.can(Action.ACCEPT):
            self._start(partial(tasks.answer, decision=Accept(self.changes)))

    def reject(self) -> None:
        """Keep the text before the rewrite, and end."""
        if self.can(Action.REJECT):
            self._start(partial(tasks.answer, decision=Reject()))

    def try_again(self) -> None:
        """Ask for another rewrite; also after the end, of the one that was rejected."""
        if self.can(Action.TRY_AGAIN):
            self._start(tasks.try_again)

    def show_attempt(self, number: int) -> None:
        """Let another attempt of this round wait instead, as the user left it."""
        found = [attempt for attempt in self.attempts if attempt.number == number]
        if found and not found[0].current and self.state is SessionState.REWRITE:
            event, goal = found[0].event, self.goal
            self._start(lambda driver: tasks.show_attempt(driver, event, goal), quiet=True)

    def other_attempt(self) -> None:
        """Let the next attempt of this round wait, after the last one the first."""
        if self.can(Action.OTHER_ATTEMPT):
            here = next(attempt.number for attempt in self.attempts if attempt.current)
            self.show_attempt(here % len(self.attempts) + 1)

    def finish(self) -> None:
        """End here, with the text that stands."""
        if self.can(Action.FINISH):
            self._start(partial(tasks.answer, decision=StopHere()))

    def read_on(self) -> None:
        """Read the parts of a long text that are still unread."""
        if self.state is SessionState.LEAKS:
            self._start(partial(tasks.answer, decision=ReadOn()))

    def undo(self) -> None:
        """Take the last decision back."""
        if self.can(Action.UNDO):
            self._start(tasks.undo, quiet=True)

    def redo(self) -> None:
        """Take the last undo back."""
        if self.can(Action.REDO):
            self._start(tasks.redo, quiet=True)

    def go_back_to(self, event: int) -> None:
        """Stand again right after `event` of the session's log."""
        if self.can(Action.GO_BACK):
            self._start(lambda driver: tasks.return_to(driver, event), quiet=True)

    def overrule(self, attribute: str, execute: bool) -> None:
        """Act on what `attribute` gives away, or leave it readable, whatever the verdict says."""
        if not self.can(Action.OVERRULE) or self.view is None:
            return
        self.overruled[attribute] = execute
        event = self.view.leaks_event
        if self.state is SessionState.LEAKS or event is None:
            self.changed.emit()
        else:
            self._kept_overrules = dict(self.overruled)
            self._start(lambda driver: tasks.return_to(driver, event), quiet=True)

    def change_goal(self, goal: Goal) -> None:
        """Protect other attributes, allow other rounds, mark or lock phrases, read in another thread."""
        if not self.can(Action.CHANGE_GOAL) or goal == self.goal:
            return
        reread = goal.thread != self.goal.thread
        self.goal = goal
        view = self.view
        if view is not None and (event := view.leaks_event) is not None and (view.outcome or reread):
            self._start(lambda driver: tasks.return_to(driver, event, ChangeGoal(goal)), quiet=True)
        elif view is not None and view.proposal is not None:
            self._kept_overrules = dict(self.overruled)
            self._start(partial(tasks.answer, decision=ChangeGoal(goal)), quiet=True)
        else:
            self._pending_goal = goal if view else None  # the session hears it at its next proposal
            self.changed.emit()

    def edit_rewrite(self, changes: tuple[Change, ...]) -> None:
        """The user changed the rewrite that waits or, after the end, the result: `changes` all stand."""
        self.edited, self._unkept = changes, True
        self._typing.start()
        self.changed.emit()

    def look_at_posts(self) -> None:
        """Hold the findings against what the posts of the text's pen name tell now."""
        if self.view is not None and self.goal.pen_name and not self.work.running:
            self._kept_overrules = dict(self.overruled)
            self._start(lambda driver: None, quiet=True)

    def go_on_anyway(self) -> None:
        """The text is about what is to be hidden, and the user wants it rewritten all the same."""
        self._confirmed |= frozenset(self.proposal.topical if self.proposal else ())
        self.changed.emit()

    def hear_untruths(self) -> None:
        """The user has read what a misleading rewrite does: it is not said again."""
        self.untruths_told = True
        self.told_untruths.emit()
        self.changed.emit()

    def leave_topic(self) -> None:
        """The text is about it: leave it readable."""
        topics = frozenset(self.proposal.topical if self.proposal else ())
        self.change_goal(msgspec.structs.replace(self.goal, protect=self.goal.protect - topics))

    def _yes(self) -> Decision | None:
        match self.proposal:
            case LeaksProposal():
                return Proceed(tuple(Overrule(name, act) for name, act in self.overruled.items()))
            case RewriteProposal():
                return Accept(self.changes)
        return None

    def _start(self, task: tasks.Task, quiet: bool = False) -> None:
        if self.work.running:
            self._next = self._next or (task, quiet)  # only a quiet task can be under way: it ends at once
            return
        self._typing.stop()
        typed = self.edited if self._unkept else None
        self._unkept = False
        pending, self._pending_goal = self._pending_goal, None
        models = self._models
        text, goal, method, store, name = self.text, self.goal, self.method, self.store(), self.kept_as

        def new() -> SessionDriver:
            return self._sessions.new_session(text, goal, self.work.listener(), method, store, name)

        def catch_up(driver: SessionDriver) -> None:
            if models != self._equipped:
                self._sessions.attach(driver, self.work.listener())
                self._equipped = models
            if typed is not None:
                tasks.keep_typing(driver, typed)
            if pending is not None and tasks.is_reading(driver.advance()):
                driver.decide(ChangeGoal(pending))

        if self.must_tell_untruths and not quiet:
            self.hear_untruths()  # it stood above the text when the user went on
        self.error, self.engine_down = None, False
        self.work.start(new, (catch_up, task), quiet)
        self.changed.emit()

    def _keep_typing(self) -> None:
        """Put what the user typed into the session, so that nothing can lose it."""
        if self._unkept:
            self._start(lambda driver: None, quiet=True)

    def _ended(self, view: Snapshot | None, error: PennameError | None) -> None:
        if error is not None and not isinstance(error, Cancelled):
            self._blame(error)
        if view is not None:
            self._take(view)
        self.overruled, self._kept_overrules = self._kept_overrules, {}
        following, self._next = self._next, None
        reopened, self._reopening = self._reopening, False
        if following and error is None:
            self._start(*following)
        elif isinstance(self.proposal, LeaksProposal) and error is None and not reopened:
            self.work.weigh()
        self.changed.emit()

    def _show_weights(self, view: Snapshot) -> None:
        """Show the same, with how much rests on which words: what the user said meanwhile stands."""
        self.view = view
        self.changed.emit()

    def _show(self, view: Snapshot) -> None:
        self._take(view)
        self.overruled = {}
        self.changed.emit()

    def _take(self, view: Snapshot) -> None:
        self.view = view
        self.method = view.method
        if not self._unkept:  # else the user typed on, and what is on the screen is newer
            self.edited = None
        if self._pending_goal is None:
            self.goal = view.goal

    def fail(self, error: PennameError) -> None:
        """The model could not be loaded, or failed outside of a task."""
        self._blame(error)
        self.changed.emit()

    def _blame(self, error: PennameError) -> None:
        self.error = str(error)
        self.engine_down = isinstance(error, EngineError | ModelFileError)

    def _warn(self, text: str, cautions: tuple[str, ...]) -> None:
        if text == self.text and cautions != self.cautions:
            self.cautions = cautions
            self.changed.emit()
