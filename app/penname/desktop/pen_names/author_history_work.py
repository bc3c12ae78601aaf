"""Reads a pen name's texts, in the model's thread."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from penname.desktop.background.job_thread import Job, JobThread
from penname.desktop.background.progress import INTERVAL_MS, ProgressRecorder
from penname.desktop.session.session_work import StoppableListener
from penname.domain.errors import PennameError
from penname.domain.pen_names import Post
from penname.sessions.author_history import AuthorHistoryReading
from penname.sessions.session_service import SessionService


class AuthorHistoryWork(QObject):
    """One reading at a time; it waits for what the model has to do before."""

    spoke = Signal(object)  # Progress, at most 30 a second
    ended = Signal(
        object, object
    )  # AuthorHistoryReading or None, PennameError or None; Cancelled after `stop`

    def __init__(self, jobs: JobThread, sessions: SessionService, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._sessions = sessions
        self._job: Job | None = None
        self._recorder = ProgressRecorder()
        self._poll = QTimer(self)
        self._poll.setInterval(INTERVAL_MS)
        self._poll.timeout.connect(self._look)

    @property
    def running(self) -> bool:
        """Whether a reading waits or runs."""
        return self._job is not None

    def start(self, new_text: str, posts: Sequence[Post]) -> None:
        """Read `new_text`, which may be empty, and the posts together. `ended` follows."""
        listener = StoppableListener(self._recorder, self._jobs, halted=False)

        def work() -> AuthorHistoryReading:
            reader = self._sessions.author_history_reader(listener)
            job.stoppable = reader
            job.check()
            return reader.read(new_text, posts)

        job = Job(work, self)
        job.success(lambda reading: self._end(job, reading, None))
        job.failure(lambda error: self._end(job, None, error))
        self._job = job
        self._recorder.reset()
        self._poll.start()
        self._jobs.submit(job)

    def stop(self) -> None:
        """Stop it; `ended` follows."""
        if self._job is not None:
            self._jobs.stop(self)

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

    def _look(self) -> None:
        progress = self._recorder.take()
        if progress is not None:
            self.spoke.emit(progress)
