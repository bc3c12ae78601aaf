"""Asking the model which names stand in a text, in the model's own thread."""

from PySide6.QtCore import QObject, Signal

from penname.desktop.background.job_thread import Job, JobThread
from penname.domain.errors import Cancelled, PennameError
from penname.pseudonyms.entities import Kind
from penname.sessions.session_service import SessionService

Names = tuple[tuple[str, Kind], ...]


class NamesAsking(QObject):
    """One question at a time; it waits for what the model has to do before."""

    found = Signal(object)  # Names
    failed = Signal(str)
    changed = Signal()

    def __init__(self, jobs: JobThread, sessions: SessionService, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs, self._sessions = jobs, sessions
        self.running = False

    def start(self, text: str) -> None:
        """Ask about `text`; `found` or `failed` follows."""

        def work() -> Names:
            reader = self._sessions.names_reader()
            job.stoppable = reader
            job.check()
            return reader.read(text)

        job = Job(work, self)
        self.running = True
        self._jobs.submit(job.success(lambda names: self._answer(job, names)).failure(self._fail))
        self.changed.emit()

    def stop(self) -> None:
        """Stop asking; nothing follows."""
        self._jobs.stop(self)

    def _answer(self, job: Job, names: Names) -> None:
        self.running = False
        if not job.stopping.is_set():  # an answer that was under way when the user said Stop
            self.found.emit(names)
        self.changed.emit()

    def _fail(self, error: PennameError) -> None:
        self.running = False
        if not isinstance(error, Cancelled):
            self.failed.emit(str(error))
        self.changed.emit()
