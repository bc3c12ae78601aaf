"""Answers several requests at once: one batch a step, in which every answer has its share.

Who writes comes first, since that takes few rows; what room is left is shared evenly by those whose prompts
are still being read (continuous batching; Orca, Yu et al. 2022). They read in smaller bites then, so that the
others' words do not stand still (chunked prefill; Sarathi, Agrawal et al. 2023).
"""

from collections import deque
from collections.abc import Generator
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from penname.domain.errors import PennameError
from penname.engine.host.context import Context
from penname.engine.host.evaluating import Evaluate, Scores
from penname.engine.host.kv_cache import BatchPart, CacheSlot, KVCache

_BESIDE = 48  # rows of those who read, while others write
_FEW = 32  # rows, of one who writes; who wants more is reading

FAILURES = (ValueError, RuntimeError, PennameError)  # of one task; anything else ends the process

T = TypeVar("T")
Task = Generator[Evaluate, Scores, T]


class BatchedTask(Generic[T]):
    """A task that runs on its own cache slot: what it has asked for, and the results so far."""

    def __init__(self, number: int, slot: CacheSlot, task: Task[T]) -> None:
        self.number, self.slot = number, slot
        self._task = task
        self._asked: Evaluate | None = None
        self._done = 0  # tokens of what it asked for
        self._found: list[NDArray[np.float32]] = []

    @property
    def left(self) -> int:
        """The number of tokens still to be evaluated before the task can go on."""
        return len(self._asked.tokens) - self._done if self._asked else 0

    @property
    def will_know(self) -> int:
        """The number of tokens its slot will hold then."""
        return len(self.slot.tokens) + self.left

    @property
    def is_writing(self) -> bool:
        """Whether the task generates, which takes few rows a step, rather than reads a prompt."""
        return self.left <= _FEW

    @property
    def states(self) -> bool:
        """Whether the task waits for hidden states rather than scores."""
        return self._asked is not None and self._asked.states

    def part(self, most: int, wanted: int) -> BatchPart:
        """Its next tokens to evaluate: at most `most`, with the results of at most `wanted` read."""
        assert self._asked is not None
        ahead = [index - self._done for index in self._asked.wanted if index >= self._done]
        if len(ahead) > wanted:
            most = min(most, ahead[wanted])
        tokens = self._asked.tokens[self._done : self._done + most]
        return BatchPart(self.slot, tokens, frozenset(index for index in ahead if index < len(tokens)))

    def take(self, count: int, found: Scores, cache: KVCache) -> T | None:
        """Take in results of `count` evaluated tokens; returns the task's result at its end, or None."""
        self._done += count
        self._found += found
        if self.left:
            return None
        return self.go_on(cache)

    def go_on(self, cache: KVCache) -> T | None:
        """Resume the task until it asks for more tokens; returns its result at its end, else None."""
        try:
            self._asked = self._task.send(self._found) if self._asked else next(self._task)
        except StopIteration as end:
            result: T = end.value
            return result
        self._done, self._found = 0, []
        cache.truncate(self.slot, self._asked.keep)
        if len(self.slot.tokens) != self._asked.keep:
            raise RuntimeError("The model could not take back what it was asked to.")
        return None

    def read_again(self, tokens: list[int]) -> None:
        """Evaluate again what its slot held, since it was lost."""
        assert self._asked is not None
        left = [*tokens, *self._asked.tokens[self._done :]]
        moved = len(tokens) - self._done
        self._asked = Evaluate(
            0, left, [i + moved for i in self._asked.wanted if i >= self._done], self._asked.states
        )
        self._done = 0

    def close(self) -> None:
        """End the task without a result."""
        self._task.close()


class Batcher(Generic[T]):
    """The tasks under way, evaluated together in batches."""

    def __init__(self, context: Context, cache: KVCache) -> None:
        self._context, self._cache = context, cache
        self.jobs: deque[BatchedTask[T]] = deque()

    def step(self) -> tuple[int, list[tuple[BatchedTask[T], T | Exception]]]:
        """Evaluate one batch: its size, and the jobs it finished, each with its result or what its task
        raised (ValueError, RuntimeError).

        Raises what `Context.decode` raises; nothing has changed then.
        """
        states = self.jobs[0].states
        parts = self._parts([job for job in self.jobs if job.states == states])
        held = [] if self._context.can_rewind else [list(job.slot.tokens) for job, _ in parts]
        try:
            self._cache.evaluate([part for _, part in parts], states=states)
        except Exception:
            for (job, _), tokens in zip(parts, held, strict=False):
                job.read_again(tokens)
            raise
        row, judged = 0, []
        for job, part in parts:
            read = self._context.states if states else self._context.logits
            judged.append((job, part, [read(row + index) for index in sorted(part.wanted)]))
            row += len(part.tokens)
        self.jobs.rotate(-1)
        over: list[tuple[BatchedTask[T], T | Exception]] = []
        for job, part, found in judged:
            try:
                result = job.take(len(part.tokens), found, self._cache)
            except FAILURES as error:
                over.append((job, error))
            else:
                if result is not None:
                    over.append((job, result))
        return row, over

    def _parts(self, jobs: list[BatchedTask[T]]) -> list[tuple[BatchedTask[T], BatchPart]]:
        rows, wanted = self._context.batch_size, self._context.most_wanted
        writing = [job for job in jobs if job.is_writing]
        reading = [job for job in jobs if not job.is_writing]
        parts: list[tuple[BatchedTask[T], BatchPart]] = []
        for place, job in enumerate([*writing, *reading]):
            behind = len(writing) + len(reading) - place
            if place == len(writing) and writing:
                rows = min(rows, _BESIDE)
            share = rows if place < len(writing) else min(rows, max(1, rows // behind))
            part = job.part(share, wanted)
            if part.tokens:
                parts.append((job, part))
                rows, wanted = rows - len(part.tokens), wanted - len(part.wanted)
        return parts
