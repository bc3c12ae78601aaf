"""The KV cache: which tokens each slot of the context holds, and which request may use them.

A request takes a slot that begins with exactly as much of its prompt as was evaluated before, and not a
token more: what an earlier request read or wrote is dropped before the first of the new one is evaluated.
"""

import itertools
from collections.abc import Sequence
from typing import NamedTuple

from penname.engine.host.context import BatchRow, Context

_FORGOTTEN_AFTER = 12  # requests; cells that nobody comes back to make every step a little slower


class CacheSlot:
    """A slot of the cache (a sequence of llama.cpp's): its evaluated tokens, and the number of each cell.

    `promised` is the number of tokens that a busy slot is likely to grow to.
    """

    def __init__(self, number: int) -> None:
        self.number = number
        self.tokens: list[int] = []
        self.cells: list[int] = []
        self.busy = False
        self.kept = False  # holds instructions alone, for every request that begins with them
        self.promised = 0
        self.used_at = 0


class BatchPart(NamedTuple):
    """A slot's part of a batch: tokens to append, and the indices of those whose results are read."""

    slot: CacheSlot
    tokens: Sequence[int]
    wanted: frozenset[int]


class KVCache:
    """The slots of a context. With `reuse` off every request begins with an empty one."""

    def __init__(self, context: Context, *, reuse: bool = True) -> None:
        self._context, self._reuse = context, reuse
        self._slots = [CacheSlot(number) for number in range(context.sequences)]
        self._cells, self._clock = itertools.count(), itertools.count(1)

    def take(
        self,
        prompt: Sequence[int],
        most: int,
        room: int,
        *,
        in_passing: bool = False,
        apart: bool = False,
    ) -> CacheSlot | None:
        """A slot that begins with as much of `prompt[:most]` as is known, with cells for `room` tokens
        beyond the prompt set aside; None while there are none. It is the caller's until `release`.

        `in_passing` it is no part of a conversation, and nobody comes back to it for long. `apart` it leaves
        the slot that begins like it as it is: that one's conversation goes on.
        """
        source = max(self._slots, key=lambda one: self._shared(one, prompt, most))
        shared = self._shared(source, prompt, most)
        target = self._idle(but=source) if apart else self._target(source, shared)
        length = min(len(prompt) + room, self._context.length)
        busy = [one for one in self._slots if one.busy]
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

    def release(self, slot: CacheSlot, *, forget: bool = False) -> None:
        """Give a slot back at the end of a request; its tokens stay until their cells are needed, unless they
        are to be forgotten.
        """
        slot.busy = False
        if forget or not self._reuse:
            self.truncate(slot, 0)

    def keep(self, source: CacheSlot, count: int) -> CacheSlot | None:
        """A slot that holds the first `count` tokens of `source` from now on; None where none is idle, or
        the model could only share all of them.
        """
        target = self._idle(but=source)
        if target is None or not (self._context.can_rewind or count == len(source.tokens)):
            return None
        self.truncate(target, 0)
        self._begin(target, source, count)
        target.kept, target.used_at = True, next(self._clock)
        return target

    def restore(self, tokens: Sequence[int], data: bytes) -> bool:
        """Put instructions evaluated earlier into a slot of their own; False when they do not fit."""
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

    def known(self, prompt: Sequence[int]) -> int:
        """The number of tokens of this prompt that a request would find evaluated."""
        return max(self._shared(one, prompt, len(prompt)) for one in self._slots)

    def saved(self, slot: CacheSlot) -> bytes:
        """A slot's state as bytes, as `restore` takes it."""
        return self._context.saved(slot.number)

    def truncate(self, slot: CacheSlot, count: int) -> None:
        """Forget all but the first `count` tokens; all of them where the model cannot rewind."""
        if count >= len(slot.tokens) and slot.tokens:
            return
        if not self._context.forget(slot.number, count):
            count = 0
        del slot.tokens[count:], slot.cells[count:]
        slot.kept = slot.kept and count > 0

    def evaluate(self, parts: Sequence[BatchPart], *, states: bool) -> None:
        """Evaluate the parts in one batch. When that fails nothing has changed; raises as `Context.decode`
        does.
        """
        rows = [
            BatchRow(token, len(part.slot.tokens) + index, part.slot.number, index in part.wanted)
            for part in parts
            for index, token in enumerate(part.tokens)
        ]
        try:
            self._context.decode(rows, states=states)
        except Exception:
            for part in parts:
                length = len(part.slot.tokens)
                if not self._context.forget(part.slot.number, length):
                    self.truncate(part.slot, 0)
            raise
        for part in parts:
            self._note(part.slot, part.tokens)

    def make_room(self, cells: int) -> bool:
        """Free that many cells, if need be by forgetting what no running request needs; False when that is
        not enough.
        """
        if sum(len(one.cells) for one in self._slots) + cells <= self._context.length:
            return True  # asked at every step; to count what they share takes longer
        while self._context.length - self._used() < cells:
            if not self._drop_oldest():
                return False
        return True

    def has_room(self, cells: int, slot: CacheSlot) -> bool:
        """Whether a running request that gave up its cells can have that many; if so, they are reserved for
        it.
        """
        busy = {cell for one in self._slots if one.busy for cell in one.cells}
        if len(busy) + self._promised() + cells > self._context.length:
            return False
        slot.promised = cells
        return True

    def give_up(self, slot: CacheSlot) -> None:
        """Free the cells of a running request, which then has to evaluate its tokens again."""
        self.truncate(slot, 0)
        slot.promised = 0

    def _note(self, slot: CacheSlot, tokens: Sequence[int]) -> None:
        slot.tokens += tokens
        slot.cells += itertools.islice(self._cells, len(tokens))

    def _begin(self, target: CacheSlot, source: CacheSlot, count: int) -> None:
        if target is source:
            self.truncate(target, count)
            return
        self.truncate(target, 0)
        if count:
            self._context.copy(source.number, target.number, count)
            target.tokens, target.cells = source.tokens[:count], source.cells[:count]

    def _shared(self, slot: CacheSlot, prompt: Sequence[int], most: int) -> int:
        if not self._reuse:
            return 0
        count = common_prefix(slot.tokens, prompt[:most])
        return count if self._context.can_rewind or count == len(slot.tokens) else 0

    def _target(self, source: CacheSlot, shared: int) -> CacheSlot | None:
        """The source itself where it is an earlier turn of the same conversation, else an idle slot."""
        own = not source.busy and not source.kept and shared > self._longest_kept()
        if own or (shared and shared == len(source.tokens) and not source.busy and not source.kept):
            return source
        return self._idle(but=source) or (None if source.busy or source.kept else source)

    def _longest_kept(self) -> int:
        """What has no more tokens than this in common with anything begins another conversation."""
        return max((len(one.tokens) for one in self._slots if one.kept), default=0)

    def _idle(self, but: CacheSlot | None = None) -> CacheSlot | None:
        idle = [one for one in self._slots if not one.busy and one is not but]
        return min(idle, key=lambda one: (bool(one.tokens), one.kept, one.used_at), default=None)

    def _drop_oldest(self) -> bool:
        idle = [one for one in self._slots if not one.busy and one.tokens]
        if not idle:
            return False
        self.truncate(min(idle, key=lambda one: (one.kept, one.used_at)), 0)
        return True

    def _drop_stale(self, now: int) -> None:
        """Forget what nobody comes back to: where a conversation begins, and so much that empty slots are
        left until it ends. Amid it no cells may become free.

        llama.cpp fills the first free cells, so later words would come to lie before earlier ones. Attention
        adds up in the order of the cells: a text's answers would depend on what was asked before it.
        """
        for one in self._slots:
            if not one.busy and not one.kept and one.tokens and now - one.used_at >= _FORGOTTEN_AFTER:
                self.truncate(one, 0)

    def _free_cells(self) -> int:
        """Cells that are neither in use nor promised."""
        return self._context.length - self._used() - self._promised()

    def _used(self) -> int:
        return len({cell for one in self._slots for cell in one.cells})

    def _promised(self) -> int:
        return sum(max(0, one.promised - len(one.tokens)) for one in self._slots if one.busy)


def common_prefix(first: Sequence[int], second: Sequence[int]) -> int:
    """The length of the common prefix, in tokens."""
    count = 0
    for one, other in zip(first, second, strict=False):
        if one != other:
            break
        count += 1
    return count
