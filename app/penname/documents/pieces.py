"""The text of a document as pieces of its source, so that a new text goes back into the same places.

A source is the content of one part of a file as a string: an XML file, a page, the body of a mail. What is
not changed keeps every character of its source; new words go where the words that they replace stood, and
thereby take their format.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from enum import Enum
from typing import NamedTuple

from penname.domain.changes import Change, changes_from_rewrite


class Hold(Enum):
    """What of a piece can be changed."""

    TEXT = "text"  # words: anything can take their place
    ELEMENT = "element"  # a tab or a line break: it can only go
    GAP = "gap"  # between two paragraphs: nothing in the source


class Piece(NamedTuple):
    """`source[start:end]` of the part `part` reads as `text`."""

    text: str
    part: str = ""
    start: int = 0
    end: int = 0
    hold: Hold = Hold.TEXT


class Splice(NamedTuple):
    """`source[start:end]` becomes `replacement`."""

    start: int
    end: int
    replacement: str


_WORDS_AND_SPACES = re.compile(r"(\s+)")
_LINES_AND_ENDS = re.compile(r"[^\r\n]+|\r\n|\r|\n")
Paragraph = Sequence[Piece]
GAP = Piece("\n", hold=Hold.GAP)


def joined(paragraphs: Iterable[Paragraph]) -> list[Piece]:
    """The pieces of all paragraphs that hold any, with a line end between each two."""
    pieces: list[Piece] = []
    for paragraph in paragraphs:
        if any(piece.text.strip() for piece in paragraph):
            pieces += [GAP, *paragraph] if pieces else paragraph
    return pieces


def lines_of(text: str, part: str) -> list[Piece]:
    """A plain text as pieces: its lines, and its line ends, each of which is read as one line feed."""
    return [
        Piece(match[0] if match[0][0] not in "\r\n" else "\n", part, match.start(), match.end())
        for match in _LINES_AND_ENDS.finditer(text)
    ]


def text_of(pieces: Iterable[Piece]) -> str:
    """What the pieces read as."""
    return "".join(piece.text for piece in pieces)


def splices(
    pieces: Sequence[Piece], text: str, sources: Mapping[str, str], escape: Callable[[str], str]
) -> dict[str, list[Splice]]:
    """What to change in each part so that the pieces read as `text`; `escape` writes words for the source.

    Line ends between paragraphs stay where they are: a text that joins two leaves one of them empty.
    """
    edits: dict[int, list[Change]] = {}
    starts = _starts(pieces)
    for change in _changes(text_of(pieces), text):
        for index, own in _shared_out(pieces, starts, change):
            edits.setdefault(index, []).append(own)
    found: dict[str, list[Splice]] = {}
    for index in sorted(edits):
        piece = pieces[index]
        found.setdefault(piece.part, []).extend(_of(piece, edits[index], sources[piece.part], escape))
    return found


def spliced(source: str, changes: Iterable[Splice]) -> str:
    """The source after `changes`, which must not overlap (ValueError otherwise)."""
    parts: list[str] = []
    position = 0
    for start, end, replacement in sorted(changes, key=lambda change: change[:2]):
        if start < position:
            raise ValueError("two changes of a source overlap")
        parts += (source[position:start], replacement)
        position = end
    return "".join(parts) + source[position:]


def _changes(old: str, new: str) -> list[Change]:
    """The differences, line by line where the lines are as many: a word never wanders into another one."""
    before, after = old.split("\n"), new.split("\n")
    if len(before) == len(after):
        blocks = [(n, n + 1, n, n + 1) for n in range(len(before))]
    else:
        matcher = SequenceMatcher(None, before, after, autojunk=False)
        blocks = [block[1:] for block in matcher.get_opcodes()]
    starts = [0]
    for line in before:
        starts.append(starts[-1] + len(line) + 1)
    changes: list[Change] = []
    for first, last, new_first, new_last in blocks:
        lines, others = "\n".join(before[first:last]), "\n".join(after[new_first:new_last])
        at = min(starts[first], len(old))
        if first == last and first == 0:
            changes.append(Change(0, 0, "", f"{others}\n"))
        elif first == last:  # behind the line before them
            changes.append(Change(starts[first] - 1, starts[first] - 1, "", f"\n{others}"))
        elif new_first == new_last:
            changes.append(Change(at, at + len(lines), lines, ""))
        elif lines != others:
            for one in changes_from_rewrite(lines, others):
                changes += _by_words(Change(at + one.start, at + one.end, one.before, one.after))
    return changes


def _by_words(change: Change) -> Iterable[Change]:
    """A change of some words into as many others, word for word: each takes the format of its own."""
    before, after = _WORDS_AND_SPACES.split(change.before), _WORDS_AND_SPACES.split(change.after)
    if len(before) != len(after) or before[1::2] != after[1::2]:
        yield change
        return
    at = change.start
    for old, new in zip(before, after, strict=True):
        if old != new:
            yield Change(at, at + len(old), old, new)
        at += len(old)


def _starts(pieces: Iterable[Piece]) -> list[int]:
    starts = [0]
    for piece in pieces:
        starts.append(starts[-1] + len(piece.text))
    return starts


def _shared_out(
    pieces: Sequence[Piece], starts: Sequence[int], change: Change
) -> Iterable[tuple[int, Change]]:
    """The change as changes of single pieces: the first that holds words takes the new ones."""
    first = max(0, bisect_right(starts, change.start) - 1)
    last = bisect_left(starts, change.end, lo=first)
    touched = [
        index
        for index in range(first, min(last, len(pieces)))
        if starts[index] < change.end and starts[index + 1] > change.start
    ]
    words = [index for index in touched if pieces[index].hold is Hold.TEXT]
    taker = words[0] if words else None
    for index in touched:
        if pieces[index].hold is Hold.GAP:
            continue
        begin = max(0, change.start - starts[index])
        end = min(len(pieces[index].text), change.end - starts[index])
        after = change.after if index == taker else ""
        yield index, Change(begin, end, pieces[index].text[begin:end], after)
    if taker is None and change.after:
        index = _beside(pieces, first, change.start == starts[min(first, len(pieces))])
        at = len(pieces[index].text) if starts[index + 1] <= change.start else 0
        yield index, Change(at, at, "", change.after)


def _beside(pieces: Sequence[Piece], index: int, at_its_start: bool) -> int:
    """The piece with words nearest to a place: before it in its paragraph, behind it, then anywhere."""
    before = range(min(index, len(pieces)) - (1 if at_its_start else 0), -1, -1)
    behind = range(min(index, len(pieces)), len(pieces))
    for places, farther in ((before, False), (behind, False), (before, True), (behind, True)):
        for place in places:
            if place < len(pieces) and pieces[place].hold is Hold.TEXT:
                return place
            if place < len(pieces) and pieces[place].hold is Hold.GAP and not farther:
                break
    raise ValueError("no piece holds words")


def _of(piece: Piece, edits: Sequence[Change], source: str, escape: Callable[[str], str]) -> Iterable[Splice]:
    """The edits of one piece in its source; only what stands there as it reads can be changed in part."""
    if piece.hold is Hold.ELEMENT:
        yield Splice(piece.start, piece.end, "")
    elif source[piece.start : piece.end] == piece.text:
        for edit in edits:
            yield Splice(piece.start + edit.start, piece.start + edit.end, escape(edit.after))
    else:
        text = piece.text
        for edit in reversed(edits):
            text = text[: edit.start] + edit.after + text[edit.end :]
        yield Splice(piece.start, piece.end, escape(text))
