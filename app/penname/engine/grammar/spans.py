"""Where in a source text a quotation may begin and end.

The source is held as the bytes that `json.dumps(..., ensure_ascii=False)` would write between the quotation
marks, so a quotation is simply a run of those bytes between a word start and a word end.
"""

import json
import unicodedata
from bisect import bisect_left, bisect_right

_JOINER = "\u200d"


class Quotable:
    """A source text, ready to be quoted from."""

    def __init__(self, source: str) -> None:
        escaped = [json.dumps(character, ensure_ascii=False)[1:-1].encode() for character in source]
        self.bytes = b"".join(escaped)
        # offsets[i] is where character i begins in the bytes; characters[o] is the character that byte o
        # belongs to
        self._offsets = [0]
        for piece in escaped:
            self._offsets.append(self._offsets[-1] + len(piece))
        self._characters = [index for index, piece in enumerate(escaped) for _ in piece] + [len(source)]
        edges = word_edges(source)
        self.starts = tuple(self._offsets[i] for i in edges if i < len(source) and not source[i].isspace())
        self._ends = tuple(self._offsets[i] for i in edges if i > 0 and not source[i - 1].isspace())

    def is_end(self, offset: int) -> bool:
        """Whether a quotation may end before this byte."""
        index = bisect_left(self._ends, offset)
        return index < len(self._ends) and self._ends[index] == offset

    def end_after(self, offset: int) -> int | None:
        """The next byte offset behind this one where a quotation may end."""
        index = bisect_right(self._ends, offset)
        return self._ends[index] if index < len(self._ends) else None

    def length(self, start: int, end: int) -> int:
        """Characters of the source between two byte offsets."""
        return self._characters[end] - self._characters[start]


def word_edges(source: str) -> list[int]:
    """The places in `source` at which neither a word nor a composed character is cut."""
    return [index for index in range(len(source) + 1) if _is_edge(source, index)]


def _is_edge(text: str, index: int) -> bool:
    """Whether neither a word nor a character made of several code points is cut at `index`."""
    if index in (0, len(text)):
        return True
    before, after = text[index - 1], text[index]
    if _extends(after) or _JOINER in (before, after) or before + after == "\r\n":
        return False
    return not (_in_word(before) and _in_word(after))


def _extends(character: str) -> bool:
    """Whether it belongs to the character before it: combining marks, variation selectors, skin tones."""
    return unicodedata.category(character).startswith("M") or "\U0001f3fb" <= character <= "\U0001f3ff"


def _in_word(character: str) -> bool:
    flag_half = "\U0001f1e6" <= character <= "\U0001f1ff"
    return character.isalnum() or character == "_" or flag_half or _extends(character)
