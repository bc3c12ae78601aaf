"""Shares jobs out among workers, each with a thread here that waits for it."""

import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Generic, Protocol, TypeVar

Job = TypeVar("Job")


class Closable(Protocol):
    """A worker, wherever it runs. `close` comes from any thread; what it works on then fails."""

    def close(self) -> None: ...


At = TypeVar("At", bound=Closable)


class Executor(Generic[At]):
    """`count` workers, each made when it gets its first job.

    Jobs are drawn one at a time, when a worker is free for one: what makes them may be endless.
    """

    def __init__(self, make_worker: Callable[[], At], count: int) -> None:
        self._make_worker = make_worker
        self._count = count
        self._drawing = threading.Lock()
        self._state = threading.Lock()  # guards the two below
        self._workers: list[At] = []
        self._failed: list[BaseException] = []
        self._stopped = threading.Event()

    def run(self, jobs: Iterable[Job], work: Callable[[At, Job], None]) -> None:
        """Do all jobs. The first error of `work`, or of making a worker, ends all and is raised."""
        drawn = iter(jobs)
        threads = [
            threading.Thread(target=self._draw, args=(drawn, work), name=f"worker {number}", daemon=True)
            for number in range(self._count)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.close()
        if self._failed:
            raise self._failed[0]

    @property
    def stopped(self) -> bool:
        """Whether no more jobs are begun."""
        return self._stopped.is_set()

    def close(self) -> None:
        """End the workers, from any thread; `run` then returns, or raises what that made them raise."""
        self._stopped.set()
        with self._state:
            workers, self._workers = self._workers, []
        for worker in workers:
            worker.close()

    def _draw(self, jobs: Iterator[Job], work: Callable[[At, Job], None]) -> None:
        try:
            worker: At | None = None
            for job in self._jobs(jobs):
                worker = worker or self._new_worker()
                if worker is None:
                    return
                work(worker, job)
        except BaseException as error:
            with self._state:
                self._failed.append(error)
            self.close()

    def _jobs(self, jobs: Iterator[Job]) -> Iterator[Job]:
        while not self._stopped.is_set():
            with self._drawing:
                try:
                    job = next(jobs)
                except StopIteration:
                    return
            yield job

    def _new_worker(self) -> At | None:
        worker = self._make_worker()
        with self._state:
            if not self._stopped.is_set():
                self._workers.append(worker)
                return worker
        worker.close()
        return None
