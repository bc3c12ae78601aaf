"""The leaf that copies the source and marks words in it: it may miss a name, but cannot garble the text.

After DET_tag_mark and DET_tag_rep of "A General Pseudonymization Framework for Cloud-Based LLMs", held to the
source token by token.
"""

import itertools
from bisect import bisect_right
from typing import Any

from penname.engine.grammar.leaves import Moved
from penname.engine.grammar.spans import word_edges

# A way the answer may be going: (bytes of the source copied, the tag that is open, the tag being written, how
# many bytes of that, where the open tag began). -1 stands for none.
_Way = tuple[int, int, int, int, int]


class SourceCopy:
    """Follows grammar.Copied. A position is the set of ways that the bytes written so far allow."""

    def __init__(self, source: str, tags: tuple[str, ...], replacing: bool, max_chars: int) -> None:
        opening, closing = [f"<{tag}>" for tag in tags], [f"</{tag}>" for tag in tags]
        if any(tag in source for tag in (*opening, *closing)):
            raise ValueError("A tag stands in the source already.")
        self._data = source.encode()
        offsets = [0]
        for character in source:
            offsets.append(offsets[-1] + len(character.encode()))
        edges = word_edges(source)
        self._starts = frozenset(offsets[i] for i in edges if i < len(source) and not source[i].isspace())
        self._ends = frozenset(offsets[i] for i in edges if i > 0 and not source[i - 1].isspace())
        self._sorted_ends = sorted(self._ends)
        self._reach: dict[int, list[int]] = {}
        self._characters = {offset: index for index, offset in enumerate(offsets)}
        self._opening = [tag.encode() for tag in opening]
        self._closing = [tag.encode() for tag in closing]
        self._replacing, self._max_chars = replacing, max_chars
        self.start: Any = ((0, -1, -1, 0, -1),)
        self.may_be_empty = not source

    def step(self, position: Any, byte: int) -> Moved:
        moved = tuple(dict.fromkeys(after for way in position for after in self._moves(way, byte)))
        if not moved:
            return None
        may_end = any(self._is_complete(way) for way in moved)
        onward = tuple(way for way in moved if self._mask(way))
        return (onward or None), may_end

    def allowed(self, position: Any) -> int:
        mask = 0
        for way in position:
            mask |= self._mask(way)
        return mask

    def _is_complete(self, way: _Way) -> bool:
        offset, inside, writing, _, _ = way
        return offset == len(self._data) and inside < 0 and writing < 0

    def _moves(self, way: _Way, byte: int) -> list[_Way]:
        offset, inside, writing, written, began = way
        moves: list[_Way] = []
        if writing >= 0:
            tag = self._closing[writing] if inside >= 0 else self._opening[writing]
            if tag[written] == byte:
                done = written + 1 == len(tag)
                moves = self._after_tag(way) if done else [(offset, inside, writing, written + 1, began)]
            return moves
        if offset < len(self._data) and self._data[offset] == byte and self._may_go_on(way):
            moves.append((offset + 1, inside, -1, 0, began))
        moves += [(offset, inside, tag, 1, began) for tag, text in self._tags_here(way) if text[0] == byte]
        return moves

    def _mask(self, way: _Way) -> int:
        offset, inside, writing, written, _ = way
        if writing >= 0:
            return 1 << (self._closing[writing] if inside >= 0 else self._opening[writing])[written]
        mask = 0
        if offset < len(self._data) and self._may_go_on(way):
            mask |= 1 << self._data[offset]
        for _, text in self._tags_here(way):
            mask |= 1 << text[0]
        return mask

    def _tags_here(self, way: _Way) -> list[tuple[int, bytes]]:
        offset, inside, _, _, began = way
        if inside >= 0:
            return [(inside, self._closing[inside])] if offset in self._ends and offset > began else []
        # began holds where the last tag ended: no tag directly after another at the same place
        return list(enumerate(self._opening)) if offset in self._starts and offset != began else []

    def _may_go_on(self, way: _Way) -> bool:
        """Inside a tag: only as far as to a word's end that is not too far from where it began."""
        offset, inside, _, _, began = way
        return inside < 0 or offset < self._reachable(began)[-1]

    def _reachable(self, began: int) -> list[int]:
        """Where a tag that begins there may end: at least at the end of its first word."""
        if began not in self._reach:
            last = self._characters[began] + self._max_chars
            following = self._sorted_ends[bisect_right(self._sorted_ends, began) :]
            near = list(itertools.takewhile(lambda end: self._characters[end] <= last, following))
            self._reach[began] = near or following[:1]
        return self._reach[began]

    def _after_tag(self, way: _Way) -> list[_Way]:
        offset, inside, writing, _, _ = way
        if inside >= 0:
            return [(offset, -1, -1, 0, offset)]
        if self._replacing:
            return [(end, -1, -1, 0, end) for end in self._reachable(offset)]
        return [(offset, writing, -1, 0, offset)]
