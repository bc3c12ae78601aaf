"""The one place that converts between a session's text and what a QTextDocument holds.

A session counts code points and keeps every byte. A QTextDocument counts UTF-16 units, turns each line end
into one block separator and cannot hold a few characters at all; what it hands out (`toPlainText`) has lost
no-break spaces too. So a document gets a text's *display form*, and only what a user adds is read back.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable
from itertools import accumulate

BLOCK = "\u2029"  # what a document puts between two paragraphs
_ODD = re.compile(r"(?<=\r)\n|[\U00010000-\U0010ffff]")
_SHOWN_AS = {
    "\r\n": "\n",
    "\r": "\n",
    BLOCK: "\n",
    "\ufdd0": "\ufffd",  # a document reads these two as the frames of a table ...
    "\ufdd1": "\ufffd",
    "\ufffc": "\ufffd",  # ... this one as a picture,
    "\ufeff": "\u2060",  # and PySide takes these two, at the beginning, for byte order marks:
    "\ufffe": "\ufffd",  # it loses the first, and swaps the bytes of all that follows the second
}
_UNPAIRED = re.compile("[\ud800-\udfff]")


class Display:
    """A session's text as a document shows it, and the way from one's positions to the other's."""

    def __init__(self, session_text: str) -> None:
        self.session_text = session_text
        shown = session_text
        for written, instead in _SHOWN_AS.items():
            shown = shown.replace(written, instead)
        self.text = _UNPAIRED.sub("\ufffd", shown)
        plain = units(session_text) == len(session_text) and "\r\n" not in session_text
        self._odd = [] if plain else [match.start() for match in _ODD.finditer(session_text)]
        widths = [0 if session_text[offset] == "\n" else 2 for offset in self._odd]
        self._gains = list(accumulate((width - 1 for width in widths), initial=0))
        self._ends = [
            offset + gain + width for offset, gain, width in zip(self._odd, self._gains, widths, strict=False)
        ]

    @property
    def raw(self) -> str:
        """What `QTextDocument.toRawText` gives for this text."""
        return self.text.replace("\n", BLOCK)

    @property
    def length(self) -> int:
        """UTF-16 units, without the separator that ends each document."""
        return self.position(len(self.session_text))

    def position(self, offset: int) -> int:
        """The document's position of a code point of the session's text."""
        return offset + self._gains[bisect_left(self._odd, offset)]

    def offset(self, position: int) -> int:
        """The code point at a document's position; inside a pair of units, that of the pair."""
        passed = bisect_right(self._ends, position)
        offset = position - self._gains[passed]
        inside = passed < len(self._odd) and offset > self._odd[passed]
        return offset - 1 if inside else offset


def units(text: str) -> int:
    """The length of `text` in UTF-16 units."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def slice_units(text: str, start: int, end: int) -> str:
    """What stands between two UTF-16 positions of `text`, a document's raw text."""
    return text.encode("utf-16-le", "surrogatepass")[2 * start : 2 * end].decode("utf-16-le", "replace")


def from_document(added: str, around: str) -> str:
    """The user's typing, as a document holds it, as the session writes it: with the line ends of `around`."""
    newline = line_end(around)
    return _UNPAIRED.sub("\ufffd", added).replace(BLOCK, "\n").replace("\u2028", "\n").replace("\n", newline)


def from_clipboard(pasted: str, around: str) -> str:
    """A pasted text: as it is if there are no line ends `around` it yet, else with the ones used there."""
    pasted = _UNPAIRED.sub("\ufffd", pasted)
    if not re.search("[\r\n]", around):
        return pasted
    return re.sub("\r\n|\r|\n", line_end(around), pasted)


def line_end(text: str) -> str:
    """The line end `text` uses most; "\\n" if it has none."""
    pairs = text.count("\r\n")
    counts = {"\r\n": pairs, "\n": text.count("\n") - pairs, "\r": text.count("\r") - pairs}
    return max(counts, key=lambda end: counts[end]) if any(counts.values()) else "\n"


def between_line_ends(text: str, start: int, end: int, replacement: str) -> str:
    """`replacement` for [start, end) of `text` so that no line end in it melts with a half one beside it."""
    if replacement.startswith("\n") and text[start - 1 : start] == "\r":
        replacement = "\r" + replacement
    if replacement.endswith("\r") and text[end : end + 1] == "\n":
        replacement += "\n"
    return replacement


def difference(old: str, new: str) -> tuple[int, int, str]:
    """The smallest span of `old` to replace, and with what, to make it `new`; finds it by halving."""
    start = _shared(lambda count: old[:count] == new[:count], min(len(old), len(new)))
    rest = min(len(old), len(new)) - start
    tail = _shared(lambda count: old[len(old) - count :] == new[len(new) - count :], rest)
    return start, len(old) - tail, new[start : len(new) - tail]


def _shared(holds: Callable[[int], bool], most: int) -> int:
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if holds(middle) else (low, middle - 1)
    return low
