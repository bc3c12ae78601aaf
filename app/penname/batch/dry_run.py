"""How long a batch will take here: some of its texts are rewritten, timed, and thrown away."""

import time
from collections.abc import Callable
from threading import Lock

from penname.batch.executor import Executor
from penname.batch.texts import BatchTexts
from penname.batch.worker import TextWorker
from penname.domain.errors import BadInput, Cancelled, EngineError
from penname.domain.goal import Goal

_EACH = 3  # texts a worker; its first one loads the models and does not count


class DryRun:
    """Times a few texts that lie apart. `seconds` a text and worker is None where none could be rewritten."""

    def __init__(
        self, texts: BatchTexts, goal: Goal, make_worker: Callable[[], TextWorker], count: int
    ) -> None:
        self.seconds: float | None = None
        self.tried = 0
        self._texts, self._goal, self._count = texts, goal, count
        self._executor = Executor(make_worker, count)
        self._taken: dict[TextWorker, list[float]] = {}
        self._noting = Lock()

    def run(self) -> bool:
        """Rewrite and time; whether it came to its end. Raises NoWork."""
        wanted = min(len(self._texts), _EACH * self._count)
        numbers = (number * len(self._texts) // wanted for number in range(wanted))
        try:
            self._executor.run(numbers, self._time)
        except Cancelled:
            return False
        taken = [one for times in self._taken.values() for one in (times[1:] or times)]
        self.tried = len(taken)
        self.seconds = sum(taken) / len(taken) if taken else None
        return True

    def stop(self) -> None:
        """End before the next text."""
        self._executor.close()

    def close(self) -> None:
        """End the workers."""
        self._executor.close()

    def _time(self, worker: TextWorker, number: int) -> None:
        try:
            text = self._texts.text(number)
            began = time.monotonic()
            worker.rewrite(text, self._goal)
        except (BadInput, EngineError):  # takes next to no time, or cannot be foreseen
            return
        with self._noting:
            self._taken.setdefault(worker, []).append(time.monotonic() - began)
