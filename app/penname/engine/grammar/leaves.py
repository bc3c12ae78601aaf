"""The leaves of a grammar: pieces of text that are followed byte by byte.

A position is any hashable value. `step` returns None when the byte is refused, else the position to go on
from (None when nothing more can follow inside the leaf) and whether the leaf may end here.
"""

from collections.abc import Mapping
from typing import Any, Protocol

from penname.engine.grammar.json_text import BOUNDARY
from penname.engine.grammar.spans import Quotable

Moved = tuple[Any, bool] | None


class Leaf(Protocol):
    """One kind of text."""

    start: Any
    may_be_empty: bool

    def step(self, position: Any, byte: int) -> Moved:
        """Where `byte` leads from `position`."""

    def allowed(self, position: Any) -> int:
        """The bytes that `step` would take, as a set of 256 bits."""


class End:
    """Nothing more: the answer is complete."""

    start: Any = 0
    may_be_empty = False

    def step(self, position: Any, byte: int) -> Moved:  # noqa: ARG002
        return None

    def allowed(self, position: Any) -> int:  # noqa: ARG002
        return 0


class FixedText:
    """Exactly these bytes."""

    start: Any = 0

    def __init__(self, data: bytes) -> None:
        self._data = data
        self.may_be_empty = not data

    def step(self, position: Any, byte: int) -> Moved:
        if position >= len(self._data) or self._data[position] != byte:
            return None
        position += 1
        return (None, True) if position == len(self._data) else (position, False)

    def allowed(self, position: Any) -> int:
        return 1 << self._data[position] if position < len(self._data) else 0


class FreeText:
    """Text that follows an automaton of json_text.py, at most `max_chars` characters long."""

    may_be_empty = True

    def __init__(self, automaton: Mapping[int, Mapping[int, int]], max_chars: int) -> None:
        self._automaton = automaton
        self._masks = {state: sum(1 << byte for byte in moves) for state, moves in automaton.items()}
        self.start: Any = (BOUNDARY, max_chars)

    def step(self, position: Any, byte: int) -> Moved:
        state, left = position
        if state == BOUNDARY:
            left -= 1
        following = self._automaton[state].get(byte)
        if following is None or left < 0:
            return None
        return (following, left), following == BOUNDARY

    def allowed(self, position: Any) -> int:
        state, left = position
        return 0 if state == BOUNDARY and left <= 0 else self._masks[state]


class Number:
    """A decimal integer of a range, without leading zeros."""

    may_be_empty = False
    start: Any = ""

    def __init__(self, low: int, high: int) -> None:
        if low > high:
            raise ValueError("A range of integers needs low <= high.")
        self._low, self._high = low, high

    def step(self, position: Any, byte: int) -> Moved:
        if byte not in b"-0123456789":
            return None
        text = position + chr(byte)
        complete, extensible = self._complete(text), self._extensible(text)
        if not (complete or extensible):
            return None
        return (text if extensible else None), complete

    def allowed(self, position: Any) -> int:
        return sum(1 << byte for byte in b"-0123456789" if self.step(position, byte))

    def _complete(self, text: str) -> bool:
        if text in ("-", "-0") or (text.lstrip("-").startswith("0") and text != "0") or "-" in text[1:]:
            return False
        return self._low <= int(text) <= self._high

    def _extensible(self, text: str) -> bool:
        """Whether more digits can make an integer of the range of it."""
        if text == "-":
            return self._low < 0
        if "-" in text[1:] or text.lstrip("-").startswith("0"):
            return False
        low, high = (self._low, self._high) if text[0] != "-" else (-self._high, -self._low)
        digits, scale = int(text.lstrip("-")), 10
        while digits * scale <= high:
            if (digits + 1) * scale - 1 >= low:
                return True
            scale *= 10
        return False


class Quotation:
    """A run of the source's bytes from a word start to a word end, at most `max_chars` characters long.

    A position is (the byte offsets at which the quotation may stand, how many bytes of it are written).
    """

    may_be_empty = False

    def __init__(self, source: Quotable, max_chars: int) -> None:
        self._source, self._max_chars = source, max_chars
        starts = tuple(offset for offset in source.starts if self._can_reach_end(offset, 0))
        if not starts:
            raise ValueError("There is no word to quote.")
        self.start: Any = (starts, 0)

    def step(self, position: Any, byte: int) -> Moved:
        offsets, written = position
        data = self._source.bytes
        written += 1
        moved = [offset + 1 for offset in offsets if data[offset] == byte]
        if not moved:
            return None
        may_end = any(self._source.is_end(offset) for offset in moved)
        onward = tuple(offset for offset in moved if self._can_reach_end(offset, written))
        return ((onward, written) if onward else None), may_end

    def allowed(self, position: Any) -> int:
        mask = 0
        for offset in position[0]:
            mask |= 1 << self._source.bytes[offset]
        return mask

    def _can_reach_end(self, offset: int, written: int) -> bool:
        end = self._source.end_after(offset)
        return end is not None and self._source.length(offset - written, end) <= self._max_chars
