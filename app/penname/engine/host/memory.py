"""Which tokens stand in which sequence of the context, and who may use what of it.

A request takes a sequence that begins with exactly as much of its prompt as was evaluated before, and not a
token more: what an earlier request read or wrote is dropped before the first of the new one is evaluated.
"""

import itertools
from collections.abc import Sequence as Tokens
from typing import NamedTuple

from penname.engine.host.context import Context, Row

_FORGOTTEN_AFTER = 12  # requests; cells that nobody comes back to make every step a little slower


class Sequence:
    """Evaluated tokens, each with the number of its cell. `promised` is how long a busy one is likely to
    grow.
    """

    def __init__(self, number: int) -> None:
        self.number = number
        self.tokens: list[int] = []
        self.cells: list[int] = []
        self.busy = False
        self.kept = False  # holds instructions alone, for every request that begins with them
        self.promised = 0
        self.used_at = 0


class Part(NamedTuple):
    """Tokens to evaluate behind those of a sequence, and the indices among them of those wanted."""

    sequence: Sequence
    tokens: Tokens[int]
    wanted: frozenset[int]


class Memory:
    """The sequences of a context. With `reuse` off every request begins with nothing."""

    def __init__(self, context: Context, *, reuse: bool = True) -> None:
        self._context, self._reuse = context, reuse
        self._sequences = [Sequence(number) for number in range(context.sequences)]
        self._cells, self._clock = itertools.count(), itertools.count(1)

    def take(self, prompt: Tokens[int], most: int, room: int, *, in_passing: bool = False) -> Sequence | None:
        """A sequence that begins with as much of `prompt[:most]` as is known, with cells for `room` tokens
        beyond the prompt set aside; None while there are none. It is the caller's until `release`.

        `in_passing` it is no part of a conversation, and nobody comes back to it for long.
        """
        source = max(self._sequences, key=lambda one: self._shared(one, prompt, most))
        shared = self._shared(source, prompt, most)
        target = self._target(source, shared)
        length = min(len(prompt) + room, self._context.length)
        busy = [one for one in self._sequences if one.busy]
        needed = {cell for one in busy for cell in one.cells} | set(source.cells[:shared])
        wanted = len(needed) + self._promised() + length - shared
        if target is None or (busy and wanted > self._context.length):
            return None
        self._begin(target, source, shared)
        target.busy, target.promised = True, length
        target.used_at = -_FORGOTTEN_AFTER if in_passing else next(self._clock)
        if shared <= self._longest_kept() and not in_passing:
            self._drop_stale(target.used_at)
        while self._free_cells() < 0 and self._drop_oldest():
            pass
        return target

    def release(self, sequence: Sequence) -> None:
        """The request is over. What was evaluated stays until its cells are needed."""
        sequence.busy = False
        if not self._reuse:
            self.truncate(sequence, 0)

    def keep(self, source: Sequence, count: int) -> Sequence | None:
        """A sequence that holds the first `count` tokens of `source` for good; None where none is idle, or
        the model could only share all of them.
        """
        target = self._idle(but=source)
        if target is None or not (self._context.can_rewind or count == len(source.tokens)):
            return None
        self.truncate(target, 0)
        self._begin(target, source, count)
        target.kept, target.used_at = True, next(self._clock)
        return target

    def restore(self, tokens: Tokens[int], data: bytes) -> bool:
        """Put instructions evaluated earlier into a sequence of their own; False when they do not fit."""
        target = self._idle()
        if target is None or len(tokens) > self._free_cells():
            return False
        self.truncate(target, 0)
        if not self._context.restore(target.number, data):
            return False
        if self._context.holds(target.number) != len(tokens):
            self._context.forget(target.number)
            return False
        self._note(target, tokens)
        target.kept, target.used_at = True, next(self._clock)
        return True

    def known(self, prompt: Tokens[int]) -> int:
        """How many tokens a request with this prompt would find evaluated."""
        return max(self._shared(one, prompt, len(prompt)) for one in self._sequences)

    def saved(self, sequence: Sequence) -> bytes:
        """What `restore` takes."""
        return self._context.saved(sequence.number)

    def truncate(self, sequence: Sequence, count: int) -> None:
        """Forget all but the first `count` tokens; all of them where the model cannot rewind."""
        if count >= len(sequence.tokens) and sequence.tokens:
            return
        if not self._context.forget(sequence.number, count):
            count = 0
        del sequence.tokens[count:], sequence.cells[count:]
        sequence.kept = sequence.kept and count > 0

    def evaluate(self, parts: Tokens[Part], *, states: bool) -> None:
        """Evaluate the parts in one batch. When that fails nothing has changed; raises as `Context.decode`
        does.
        """
        rows = [
            Row(token, len(part.sequence.tokens) + index, part.sequence.number, index in part.wanted)
            for part in parts
            for index, token in enumerate(part.tokens)
        ]
        try:
            self._context.decode(rows, states=states)
        except Exception:
            for part in parts:
                length = len(part.sequence.tokens)
                if not self._context.forget(part.sequence.number, length):
                    self.truncate(part.sequence, 0)
            raise
        for part in parts:
            self._note(part.sequence, part.tokens)

    def make_room(self, cells: int) -> bool:
        """Have so many cells unused, if need be by forgetting what no running request needs; False when that
        is not enough.
        """
        if sum(len(one.cells) for one in self._sequences) + cells <= self._context.length:
            return True  # asked at every step; to count what they share takes longer
        while self._context.length - self._used() < cells:
            if not self._drop_oldest():
                return False
        return True

    def has_room(self, cells: int, sequence: Sequence) -> bool:
        """Whether a running request that gave up its cells can have so many; they are promised to it then."""
        busy = {cell for one in self._sequences if one.busy for cell in one.cells}
        if len(busy) + self._promised() + cells > self._context.length:
            return False
        sequence.promised = cells
        return True

    def give_up(self, sequence: Sequence) -> None:
        """Take the cells of a running request, which will have to read its tokens again."""
        self.truncate(sequence, 0)
        sequence.promised = 0

    def _note(self, sequence: Sequence, tokens: Tokens[int]) -> None:
        sequence.tokens += tokens
        sequence.cells += itertools.islice(self._cells, len(tokens))

    def _begin(self, target: Sequence, source: Sequence, count: int) -> None:
        if target is source:
            self.truncate(target, count)
            return
        self.truncate(target, 0)
        if count:
            self._context.copy(source.number, target.number, count)
            target.tokens, target.cells = source.tokens[:count], source.cells[:count]

    def _shared(self, sequence: Sequence, prompt: Tokens[int], most: int) -> int:
        if not self._reuse:
            return 0
        count = common_prefix(sequence.tokens, prompt[:most])
        return count if self._context.can_rewind or count == len(sequence.tokens) else 0

    def _target(self, source: Sequence, shared: int) -> Sequence | None:
        """The source itself where it is an earlier turn of the same conversation, else an idle sequence."""
        own = not source.busy and not source.kept and shared > self._longest_kept()
        if own or (shared and shared == len(source.tokens) and not source.busy and not source.kept):
            return source
        return self._idle(but=source) or (None if source.busy or source.kept else source)

    def _longest_kept(self) -> int:
        """What has no more tokens than this in common with anything begins another conversation."""
        return max((len(one.tokens) for one in self._sequences if one.kept), default=0)

    def _idle(self, but: Sequence | None = None) -> Sequence | None:
        idle = [one for one in self._sequences if not one.busy and one is not but]
        return min(idle, key=lambda one: (bool(one.tokens), one.kept, one.used_at), default=None)

    def _drop_oldest(self) -> bool:
        idle = [one for one in self._sequences if not one.busy and one.tokens]
        if not idle:
            return False
        self.truncate(min(idle, key=lambda one: (one.kept, one.used_at)), 0)
        return True

    def _drop_stale(self, now: int) -> None:
        """Forget what nobody comes back to: where a conversation begins, and so much that empty sequences are
        left until it ends. Amid it no cells may become free.

        llama.cpp fills the first free cells, so later words would come to lie before earlier ones. Attention
        adds up in the order of the cells: a text's answers would depend on what was asked before it.
        """
        for one in self._sequences:
            if not one.busy and not one.kept and one.tokens and now - one.used_at >= _FORGOTTEN_AFTER:
                self.truncate(one, 0)

    def _free_cells(self) -> int:
        """Cells that are neither in use nor promised."""
        return self._context.length - self._used() - self._promised()

    def _used(self) -> int:
        return len({cell for one in self._sequences for cell in one.cells})

    def _promised(self) -> int:
        return sum(max(0, one.promised - len(one.tokens)) for one in self._sequences if one.busy)


def common_prefix(first: Tokens[int], second: Tokens[int]) -> int:
    """How many tokens both begin with."""
    count = 0
    for one, other in zip(first, second, strict=False):
        if one != other:
            break
        count += 1
    return count
