"""A model small enough to reason about: a handful of tokens, and scores that prefer to write a given text."""

from collections.abc import Callable, Sequence

import numpy as np

from penname.engine.host.batching import BatchedTask, Batcher
from penname.engine.host.context import BatchRow
from penname.engine.host.decoding import Writer, WrittenAnswer
from penname.engine.host.drafting import SpeculationPolicy, StepCosts
from penname.engine.host.kv_cache import KVCache
from penname.engine.host.sampling import Floats
from penname.engine.host.vocabulary import Vocabulary
from penname.engine.options import Optimizations
from penname.engine.requests import Request

END = 0


class ToyModel:
    """Stands in for llama.Model: token 0 ends the answer, token 1 is a control token, the rest spell their
    text.
    """

    def __init__(self, pieces: Sequence[str]) -> None:
        letters = [chr(code) for code in range(0x20, 0x7F)] + ["\n"]
        self.pieces = [b"", b"", *(piece.encode() for piece in dict.fromkeys([*letters, *pieces]))]
        self.vocab_size = len(self.pieces)
        self.weights, self.on_processor = 1, True
        self.width, self.begin, self.ends, self.adds_begin = 2, 1, END, False

    def metadata(self, _key: str) -> str | None:
        return None

    def piece(self, token: int, *, special: bool = False) -> bytes:
        return {0: b"<end>", 1: b"<turn>"}.get(token, b"") if special and token < 2 else self.pieces[token]

    def tokenize(self, text: bytes, *, special: bool) -> list[int]:
        tokens = []
        while text:
            fitting = [t for t in range(2, self.vocab_size) if text.startswith(self.pieces[t])]
            if not fitting:
                text = text[1:]  # like the starter's: bytes it lacks are dropped
                continue
            best = max(fitting, key=self._length)
            tokens.append(best)
            text = text[self._length(best) :]
        return tokens

    def is_control(self, token: int) -> bool:
        return token < 2

    def ends_answer(self, token: int) -> bool:
        return token == END

    def _length(self, token: int) -> int:
        return len(self.pieces[token])


class ToyContext:
    """Stands in for context.Context: behind each prompt of `wishes` it wants to write that text, in its
    longest tokens.

    Where the answer has left the wish, it prefers the letter "z". `batches` are the decoded rows.
    """

    batch_size = 128
    most_wanted = 64
    cache_types = ("q8_0", "f16")

    def __init__(
        self,
        model: ToyModel,
        wishes: dict[tuple[int, ...], str],
        *,
        can_rewind: bool = True,
        sequences: int = 6,
        length: int = 4096,
    ) -> None:
        self._model = model
        self.wishes = {prompt: wish.encode() for prompt, wish in wishes.items()}
        self.can_rewind, self.sequences, self.length = can_rewind, sequences, length
        self.held: list[list[int]] = [[] for _ in range(sequences)]
        self.batches: list[list[BatchRow]] = []
        self._seen: dict[int, list[int]] = {}  # of each wanted row of the last batch: all its sequence had
        self.failure: Exception | None = None  # what the next decode raises
        self.threads = 0
        self.step_seconds = 0.001

    def decode(self, rows: Sequence[BatchRow], *, states: bool = False) -> None:
        assert 0 < len(rows) <= self.batch_size
        assert sum(row.wanted for row in rows) <= self.most_wanted
        failure, self.failure = self.failure, None
        for index, row in enumerate(rows):
            held = self.held[row.sequence]
            assert row.position == len(held), "a hole, or something an earlier request left behind"
            held.append(row.token)
            if failure is not None and index >= len(rows) // 2:
                raise failure
            self._seen[index] = list(held)
        self.batches.append(list(rows))

    def forget(self, sequence: int, start: int = 0) -> bool:
        partly = 0 < start < len(self.held[sequence])
        if partly and not self.can_rewind:
            start = 0
        del self.held[sequence][start:]
        return not partly or self.can_rewind

    def copy(self, source: int, target: int, count: int) -> None:
        assert not self.held[target]
        assert self.can_rewind or count == len(self.held[source])
        self.held[target] = self.held[source][:count]

    def saved(self, sequence: int) -> bytes:
        return repr(self.held[sequence]).encode()

    def restore(self, sequence: int, data: bytes) -> bool:
        assert not self.held[sequence]
        try:
            self.held[sequence] = list(map(int, data.decode().strip("[]").split(",")))
        except ValueError:
            return False
        return True

    def holds(self, sequence: int) -> int:
        return len(self.held[sequence])

    def use_threads(self, count: int) -> None:
        self.threads = count

    def states(self, row: int) -> Floats:
        return np.array([len(self._seen[row]), self._seen[row][-1]], dtype=np.float32)

    def logits(self, row: int) -> Floats:
        seen = self._seen[row]
        prompt = next(prompt for prompt in self.wishes if tuple(seen[: len(prompt)]) == prompt)
        written = b"".join(self._model.pieces[token] for token in seen[len(prompt) :])
        scores = np.zeros(self._model.vocab_size, dtype=np.float32)
        wish = self.wishes[prompt]
        if not wish.startswith(written):
            scores[self._model.pieces.index(b"z")] = 5
            return scores
        rest = wish[len(written) :]
        if not rest:
            scores[END] = 9
        for token in range(2, self._model.vocab_size):
            if rest.startswith(self._model.pieces[token]):
                scores[token] = 10 + len(self._model.pieces[token])
        return scores


def answered(
    context: ToyContext,
    model: ToyModel,
    request: Request,
    prompt: Sequence[int],
    on_text: Callable[[str], None] = lambda _text: None,
    *,
    optimizations: Optimizations = Optimizations(drafts=False),  # noqa: B008 (frozen)
    costs: Sequence[tuple[int, float]] = ((1, 1.0), (128, 13.7)),
) -> WrittenAnswer:
    """One answer, with nothing else under way; a batch of n takes 0.9 + 0.1 n seconds unless said
    otherwise.
    """
    step_costs = StepCosts()
    for rows, seconds in costs:
        step_costs.observe(rows, seconds)
    cache = KVCache(context)  # type: ignore[arg-type]
    slot = cache.take(prompt, len(prompt) - 1, request.sampling.max_tokens)
    assert slot is not None
    writer = Writer(
        Vocabulary(model),  # type: ignore[arg-type]
        request,
        prompt,
        context.length,
        on_text,
        optimizations=optimizations,
        policy=SpeculationPolicy(step_costs),
        can_rewind=context.can_rewind,
    )
    batcher: Batcher[WrittenAnswer] = Batcher(context, cache)  # type: ignore[arg-type]
    batcher.jobs.append(BatchedTask(1, slot, writer.write(len(slot.tokens))))
    written = batcher.jobs[0].go_on(cache)
    while written is None:
        _, over = batcher.step()
        for _, result in over:
            if isinstance(result, Exception):
                raise result
            written = result
    assert slot.tokens == context.held[slot.number]
    return written
