"""The work on one session: its driver, the task that runs, and what the running roles say."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from penname.desktop.background.job_thread import Job, JobThread
from penname.desktop.background.progress import INTERVAL_MS, ProgressRecorder
from penname.desktop.session.session_tasks import Task
from penname.desktop.session.snapshot import Snapshot, snapshot
from penname.domain.errors import Cancelled, PennameError
from penname.domain.listener import Listener
from penname.domain.pen_names import PenName
from penname.domain.proposals import Proposal
from penname.sessions.driver import SessionDriver


class SessionWork(QObject):
    """Runs tasks of one session, one at a time, in the job thread.

    `loud` is True while something is to be shown as running: from the start of an ordinary task, and of a
    quiet one (undo, typing) from the moment a role begins to speak.
    """

    spoke = Signal(object)  # Progress, at most 30 a second
    stepped = Signal(object)  # Snapshot: a proposal was passed while running on
    ended = Signal(object, object)  # Snapshot or None, PennameError or None
    became_loud = Signal()
    weighed = Signal(object)  # Snapshot: how much rests on which words came in, while the user reads

    def __init__(self, jobs: JobThread, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._job: Job | None = None
        self._weighing: Job | None = None
        self._driver: SessionDriver | None = None
        self._stoppable: StoppableListener | None = None
        self.recorder = ProgressRecorder()
        self.loud = False
        self.pen_names: Callable[[], Sequence[PenName]] = (
            tuple  # those that are kept, asked in the job thread
        )
        self._poll = QTimer(self)
        self._poll.setInterval(INTERVAL_MS)
        self._poll.timeout.connect(self._look)

    @property
    def running(self) -> bool:
        """Whether a task waits or runs."""
        return self._job is not None

    @property
    def session_id(self) -> str | None:
        """The name under which the session is kept; None before there is one."""
        return self._driver.session_id if self._driver else None

    def listener(self, halted: bool = False) -> Listener:
        """A listener for this session's roles; a `halted` one stops them until the task ends."""
        self._stoppable = StoppableListener(self.recorder, self._jobs, halted)
        return self._stoppable

    def start(self, new: Callable[[], SessionDriver], tasks: Sequence[Task], quiet: bool = False) -> None:
        """Do `tasks` with the session's driver, made with `new` if there is none. `ended` follows."""
        known, self._weighing = self._driver, None

        def work() -> tuple[SessionDriver | None, Snapshot | None, PennameError | None]:
            driver, error = known, None
            try:
                driver = driver or new()
                job.stoppable = driver
                job.check()
                for task in tasks:
                    task(driver)
            except PennameError as failure:
                error = failure
            return driver, snapshot(driver, self.pen_names()) if driver else None, error

        job = Job(work, self, known)
        job.success(lambda done: self._end(*done)).failure(lambda error: self._end(known, None, error))
        self._job = job
        self.loud = not quiet
        self.recorder.reset()
        self._poll.start()
        self._jobs.submit(job)

    def weigh(self) -> None:
        """Weigh the words behind the leaks that wait, while nobody wants anything else of the job thread.

        `weighed` follows, unless something else came first.
        """
        driver = self._driver
        if driver is None or self.running:
            return

        def work() -> Snapshot:
            driver.advance()  # to what waits: it allows new work after a stop
            job.check()
            driver.weigh()
            return snapshot(driver, self.pen_names())

        def told(view: Snapshot) -> None:
            if self._weighing is job:
                self._weighing = None
                self.weighed.emit(view)

        job = self._weighing = Job(work, self, driver, gives_way=True)
        self._jobs.submit(job.success(told))

    def stop(self) -> None:
        """Stop the task, or the weighing; what is done is kept."""
        self._weighing = None
        self._jobs.stop(self)

    def passed(self, proposal: Proposal) -> None:
        """Show a proposal on the way, in the job thread, and stop here if asked to."""
        job = self._job
        assert job is not None
        if isinstance(job.stoppable, SessionDriver):
            self.stepped.emit(snapshot(job.stoppable, self.pen_names()))
        job.check()

    def _end(self, driver: SessionDriver | None, view: Snapshot | None, error: PennameError | None) -> None:
        self._poll.stop()
        self._look()
        self._job, self._driver, self.loud = None, driver, False
        if self._stoppable:
            self._stoppable.halted = False
        self.ended.emit(view, error)

    def _look(self) -> None:
        progress = self.recorder.take()
        if progress is None:
            return
        if progress.role and not self.loud:
            self.loud = True
            self.became_loud.emit()
        self.spoke.emit(progress)


class StoppableListener:
    """A listener that records, and that repeats a Stop which came before the task could hear it.

    While it is `halted` nothing is asked of the model.
    """

    def __init__(self, recorder: ProgressRecorder, jobs: JobThread, halted: bool) -> None:
        self._recorder = recorder
        self._jobs = jobs
        self.halted = halted  # a session just reopened is shown as it stood, and asks no model for more
        self.on_reasoning, self.on_inference = recorder.on_reasoning, recorder.on_inference
        self.on_verdict, self.on_tokens = recorder.on_verdict, recorder.on_tokens

    def on_task(self, role: str, part: int, parts: int) -> None:
        if self.halted:
            raise Cancelled
        self._jobs.check_stop()
        self._recorder.on_task(role, part, parts)
