"""The thread that talks to the model: one task at a time, no rule in it. Tasks are the session's calls."""

import threading
from collections import deque
from collections.abc import Callable
from typing import Any, Protocol

from PySide6.QtCore import QObject, QThread, Signal, Slot

from penname.crash_log import note_crash
from penname.domain.errors import Cancelled, EngineError, PennameError

GRACE = 1.0  # seconds a task has to end after being cancelled, when the window closes


class Stoppable(Protocol):
    """What can be asked, from any thread, to stop what it is doing."""

    def cancel(self) -> None:
        """Stop what is running."""


class Job:
    """One blocking call for the job thread, and what happens with its result, back in the window's thread.

    One that `gives_way` is stopped as soon as any other is submitted: nobody waits for it.
    """

    def __init__(
        self,
        work: Callable[[], Any],
        owner: object = None,
        stoppable: Stoppable | None = None,
        *,
        gives_way: bool = False,
    ) -> None:
        self.work = work
        self.owner = owner
        self.stoppable = stoppable
        self.gives_way = gives_way
        self.stopping = threading.Event()
        self.on_success: Callable[[Any], None] = lambda result: None
        self.on_failure: Callable[[PennameError], None] = lambda error: None

    def success(self, call: Callable[[Any], None]) -> "Job":
        """Call `call` with the result."""
        self.on_success = call
        return self

    def failure(self, call: Callable[[PennameError], None]) -> "Job":
        """Call `call` with the error; Cancelled when it was stopped, also before it began."""
        self.on_failure = call
        return self

    def check(self) -> None:
        """Raise Cancelled if this job was asked to stop. For work that goes from step to step."""
        if self.stopping.is_set():
            if self.stoppable:
                self.stoppable.cancel()
            raise Cancelled


class JobThread(QThread):
    """Runs jobs one after another. `busy_changed` tells the window's thread when work begins and ends."""

    busy_changed = Signal(bool)
    _done = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting: deque[Job] = deque()
        # Handed over here and not in the signal, so that this thread holds none of it when the window's
        # thread lets go of it: a Qt object must not be freed in another thread than its own.
        self._finished: deque[tuple[Job, Any, PennameError | None]] = deque()
        self._running: Job | None = None
        self._closed = False
        self._wake = threading.Condition()
        self._unanswered = 0
        self._done.connect(self._deliver)

    @property
    def busy(self) -> bool:
        """Whether a job waits, runs, or has a result that was not delivered yet."""
        return self._unanswered > 0

    def submit(self, job: Job) -> Job:
        """Run `job` after those before it that do not give way. After `close`, it fails as cancelled."""
        if not job.gives_way:
            self._stop(lambda one: one.gives_way)
        with self._wake:
            closed = self._closed
            if not closed:
                self._waiting.append(job)
                self._wake.notify()
        self._unanswered += 1
        if self._unanswered == 1:
            self.busy_changed.emit(True)
        if closed:
            self._finish(job, None, Cancelled())
        return job

    def stop(self, owner: object = None) -> None:
        """Stop what runs and drop what waits, of `owner` or (None) of everyone. Returns at once."""
        self._stop(lambda job: owner is None or job.owner is owner)

    def _stop(self, chosen: Callable[[Job], bool]) -> None:
        with self._wake:
            dropped = [job for job in self._waiting if chosen(job)]
            for job in dropped:
                self._waiting.remove(job)
            running = self._running
        for job in dropped:
            self._finish(job, None, Cancelled())
        if running and chosen(running):
            running.stopping.set()
            if running.stoppable:
                running.stoppable.cancel()

    def check_stop(self) -> None:
        """Called by a task as it goes: repeats a Stop that came before the task could hear it."""
        running = self._running
        if running and running.stopping.is_set() and running.stoppable:
            running.stoppable.cancel()

    def close(self, kill: Callable[[], None]) -> None:
        """End the thread: cancel, wait a second, `kill` the model's process, join. Never terminates it."""
        with self._wake:
            self._closed = True
            self._wake.notify()
        self.stop()
        if self.isRunning() and not self.wait(round(GRACE * 1000)):
            kill()
            self.wait()
        else:
            kill()

    def run(self) -> None:
        """The thread's life: take a job, do it, hand the result over."""
        while True:
            with self._wake:
                while not self._waiting and not self._closed:
                    self._wake.wait()
                if not self._waiting:
                    return
                job = self._running = self._waiting.popleft()
            result, error = None, None
            try:
                job.check()
                result = job.work()
            except PennameError as failure:
                error = failure
            except Exception as failure:
                log = note_crash(failure)
                error = EngineError(
                    "Something went wrong in Penname. Your text and all accepted rounds are kept. Please try "
                    f"again. Details without your text: {log}"
                )
            with self._wake:
                self._running = None
            self._finished.append((job, result, error))
            del job, result, error
            self._done.emit()

    def _finish(self, job: Job, result: Any, error: PennameError | None) -> None:
        self._finished.append((job, result, error))
        self._done.emit()

    @Slot()
    def _deliver(self) -> None:
        job, result, error = self._finished.popleft()
        self._unanswered -= 1
        if error is None:
            job.on_success(result)
        else:
            job.on_failure(error)
        if not self._unanswered:
            self.busy_changed.emit(False)
