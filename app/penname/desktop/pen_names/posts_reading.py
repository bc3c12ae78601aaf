"""Reads the posts of a pen name that nobody has read yet, and keeps what they tell.

It goes on when the dialog is closed: what the next text tells is held against it. Between two posts the model
is free for others.
"""

from PySide6.QtCore import QObject, QTimer, Signal

from penname.desktop.background.job_thread import Job
from penname.desktop.background.progress import INTERVAL_MS, ProgressRecorder
from penname.desktop.session.session_work import StoppableListener
from penname.desktop.shell.window import Window
from penname.domain.errors import PennameError
from penname.domain.pen_names import PenName
from penname.domain.told import Told


class PostsReading(QObject):
    """One pen name at a time; what is kept is told by the vault's `changed`."""

    spoke = Signal(object)  # Progress, at most 30 a second
    ended = Signal(object, object)  # None, and PennameError or None; Cancelled after `stop`

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        self._name = ""
        self._texts: list[str] = []
        self._job: Job | None = None
        self._recorder = ProgressRecorder()
        self._poll = QTimer(self)
        self._poll.setInterval(INTERVAL_MS)
        self._poll.timeout.connect(self._look)

    def start(self, pen_name: PenName) -> None:
        """Read what is unread of `pen_name`, which is kept already, instead of what is being read."""
        self._window.jobs.stop(self)
        self._name, self._texts = pen_name.name, list(dict.fromkeys(pen_name.unread))
        self._recorder.reset()
        self._poll.start()
        self._next()

    def stop(self) -> None:
        """Stop it; what was read is kept."""
        self._texts = []
        self._window.jobs.stop(self)

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
        listener = StoppableListener(self._recorder, self._window.jobs, halted=False)

        def work() -> tuple[Told, ...]:
            reader = self._window.sessions.author_history_reader(listener)
            job.stoppable = reader
            job.check()
            return reader.told(text)

        self._job = job = Job(work, self)
        job.success(lambda told: self._keep(job, text, told))
        job.failure(lambda error: self._end(error) if job is self._job else None)
        self._window.jobs.submit(job)

    def _keep(self, job: Job, text: str, told: tuple[Told, ...]) -> None:
        name = self._name
        if job is self._job:
            self._window.vault.change(
                lambda vault: vault.keep_told(name, {text: told}), self._next, self._window.complain
            )

    def _end(self, error: PennameError | None) -> None:
        self._poll.stop()
        self.ended.emit(None, error)

    def _look(self) -> None:
        progress = self._recorder.take()
        if progress is not None:
            self.spoke.emit(progress)
