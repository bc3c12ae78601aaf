"""A worker of a batch that answers at once, and batches made of it."""

import os
import threading
from collections import deque
from collections.abc import Callable
from pathlib import Path

from penname.batch.batch import Batch
from penname.batch.messages import TextRewritten
from penname.batch.progress import BatchProgress
from penname.batch.tables import TextColumns
from penname.batch.texts import BatchTexts
from penname.batch.worker import TextWorker
from penname.domain.goal import Goal

TEXT = TextColumns()
GOAL = Goal(("age", "location"), frozenset(("age", "location")))


class ScriptedWorker:
    """Writes in capitals, and notes what it was given; `before` may raise."""

    closed = 0

    def __init__(
        self,
        given: list[tuple[str, Goal]] | deque[tuple[str, Goal]],
        before: Callable[[str], None] = lambda _text: None,
    ) -> None:
        self.given, self._before = given, before

    def rewrite(self, text: str, goal: Goal) -> TextRewritten:
        """The text in capitals; a target for location by the seed, unless there is one."""
        self._before(text)
        self.given.append((text, goal))
        targets = {"location": f"place {goal.seed}"} | dict(goal.targets)
        return TextRewritten(text.upper(), "done", targets=targets)

    def close(self) -> None:
        """Count."""
        self.closed += 1


class Bench:
    """Batches over the same inputs with scripted workers, and what all of them were given."""

    def __init__(self, folder: Path, *inputs: Path, columns: TextColumns = TEXT, strip: bool | None = None):
        self.output, self.inputs, self.columns, self.strip = folder, inputs, columns, strip
        self.given: list[tuple[str, Goal]] | deque[tuple[str, Goal]] = []
        self.said: list[str] = []
        self.before: Callable[[str], None] = lambda _text: None
        self.workers: list[ScriptedWorker] = []
        self.method, self.goal, self.together = "rational", GOAL, False
        self.make_worker: Callable[[], TextWorker] = self._worker

    def batch(self, count: int = 1) -> Batch:
        """A batch that has not begun."""
        return Batch(
            BatchTexts(self.inputs, self.columns, strip=self.strip),
            self.output,
            self.method,
            self.goal,
            [*self.columns, str(self.strip)],
            self.make_worker,
            count,
            BatchProgress(lambda sentence, end="\n": self.said.append(sentence), live=False),
            together=self.together,
        )

    def run(self, count: int = 1) -> Batch:
        """A batch that has ended."""
        batch = self.batch(count)
        batch.run()
        return batch

    def files(self) -> dict[str, bytes]:
        """Everything in the result's folder but its lock."""
        return {
            path.relative_to(self.output).as_posix(): path.read_bytes()
            for path in sorted(self.output.rglob("*"))
            if path.is_file() and path.name != ".lock"
        }

    def _worker(self) -> ScriptedWorker:
        worker = ScriptedWorker(self.given, self.before)
        self.workers.append(worker)
        return worker


def die() -> None:
    """As kill -9 does it."""
    os.kill(os.getpid(), 9)
    threading.Event().wait()
