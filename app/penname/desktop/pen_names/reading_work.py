"""Reads texts of a pen name in the model's thread: all of them together, or those nobody has read yet."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from penname.desktop.background.job_thread import Job, JobThread
from penname.desktop.background.progress import INTERVAL_MS, ProgressRecorder
from penname.desktop.session.session_work import StoppableListener
from penname.desktop.shell.window import Window
from penname.domain.errors import PennameError
from penname.domain.pen_names import PenName, Post
from penname.domain.told import Told
from penname.sessions.author_history import AuthorHistoryReading
from penname.sessions.session_service import SessionService


class ReadingWork(QObject):
    """Tells how far the model is."""

    spoke = Signal(object)  # Progress, at most 30 a second
    ended = Signal(object, object)  # what came of it or None, PennameError or None; Cancelled after `stop`

    def __init__(self, jobs: JobThread, parent: QObject | None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._job: Job | None = None
        self._recorder = ProgressRecorder()
        self._poll = QTimer(self)
        self._poll.setInterval(INTERVAL_MS)
        self._poll.timeout.connect(self._look)

    def stop(self) -> None:
        """Stop it; `ended` follows."""
        self._jobs.stop(self)

    def _listener(self) -> StoppableListener:
        return StoppableListener(self._recorder, self._jobs, halted=False)

    def _begin(self) -> None:
        self._recorder.reset()
        self._poll.start()

    def _look(self) -> None:
        if (progress := self._recorder.take()) is not None:
            self.spoke.emit(progress)


class AuthorHistoryWork(ReadingWork):
    """One reading of all texts at a time; it waits for what the model has to do before."""

    def __init__(self, jobs: JobThread, sessions: SessionService, parent: QObject | None = None) -> None:
        super().__init__(jobs, parent)
        self._sessions = sessions

    @property
    def running(self) -> bool:
        """Whether a reading waits or runs."""
        return self._job is not None

    def start(self, new_text: str, posts: Sequence[Post]) -> None:
        """Read `new_text`, which may be empty, and the posts together. `ended` follows."""
        listener = self._listener()

        def work() -> AuthorHistoryReading:
            reader = self._sessions.author_history_reader(listener)
            job.stoppable = reader
            job.check()
            return reader.read(new_text, posts)

        job = Job(work, self)
        job.success(lambda reading: self._end(job, reading, None))
        job.failure(lambda error: self._end(job, None, error))
        self._job = job
        self._begin()
        self._jobs.submit(job)

    def abandon(self) -> None:
        """Stop it without `ended`: whoever asked has gone."""
        self._poll.stop()
        if self._job is not None:
            self._job = None
            self._jobs.stop(self)

    def _end(self, job: Job, reading: AuthorHistoryReading | None, error: PennameError | None) -> None:
        if job is not self._job:
            return  # abandoned: nothing of this object but its fields may be left
        self._poll.stop()
        self._job = None
        self.ended.emit(reading, error)


class PostsReading(ReadingWork):
    """Keeps what the posts of one pen name tell, which the vault's `changed` tells.

    It goes on when the dialog is closed: what the next text tells is held against it. Between two posts the
    model is free for others.
    """

    def __init__(self, window: Window) -> None:
        super().__init__(window.jobs, window)
        self._window = window
        self._name = ""
        self._texts: list[str] = []

    def start(self, pen_name: PenName) -> None:
        """Read what is unread of `pen_name`, which is kept already, instead of what is being read."""
        self._jobs.stop(self)
        self._job = None  # a post that is just being kept belongs to the reading before
        self._name, self._texts = pen_name.name, list(dict.fromkeys(pen_name.unread))
        self._begin()
        self._next()

    def stop(self) -> None:
        """Stop it; what was read is kept."""
        self._texts = []
        super().stop()

    def leave(self) -> None:
        """Go on alone to the end: whoever asked has gone."""
        if self._poll.isActive():
            self.ended.connect(self.deleteLater)
        else:
            self.deleteLater()

    def _next(self) -> None:
        if not self._texts:
            self._end(None)
            return
        text = self._texts.pop(0)
        listener = self._listener()

        def work() -> tuple[Told, ...]:
            reader = self._window.sessions.author_history_reader(listener)
            job.stoppable = reader
            job.check()
            return reader.told(text)

        self._job = job = Job(work, self)
        job.success(lambda told: self._keep(job, text, told))
        job.failure(lambda error: self._end(error) if job is self._job else None)
        self._jobs.submit(job)

    def _keep(self, job: Job, text: str, told: tuple[Told, ...]) -> None:
        name = self._name
        if job is self._job:
            self._window.vault.change(
                lambda vault: vault.keep_told(name, {text: told}),
                lambda: self._kept(job),
                self._window.complain,
            )

    def _kept(self, job: Job) -> None:
        if job is self._job:  # else another reading has begun, or this object has gone
            self._next()

    def _end(self, error: PennameError | None) -> None:
        self._job = None
        self._poll.stop()
        self.ended.emit(None, error)
