"""A text as the writer reads it: its sentences numbered between bars, what tells in brackets.

    |1 Quick one.| |2 I drive the [208] in [Leeds].| |3 It is fun.| |4 [Thirty-one years] of it.|

All sentences are numbered, not only those with a mark: readers overlook things, and a sentence that stays
costs one word.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from penname.domain.sentences import joined

Span = tuple[int, int]

SIGNS = "[]|"  # what marks are made of
_WORD = re.compile(r"\w")


class MarkedText(NamedTuple):
    """`shown` is what the writer reads; `sentences` are where its numbered sentences stand in the text, and
    `marks` where the marks of each do.
    """

    shown: str
    sentences: tuple[Span, ...]
    marks: tuple[tuple[Span, ...], ...]


def mark(text: str, sentences: Iterable[Span], marks: Iterable[Span]) -> MarkedText:
    """The text with `marks` in it; `sentences` follow each other and are the whole text."""
    places = joined(marks)
    shown, numbered, marked = "", [], []
    for start, end in sentences:
        if not _WORD.search(text, start, end):
            shown += text[start:end]
            continue
        inside = [(max(begin, start), min(stop, end)) for begin, stop in places]
        inside = [(begin, stop) for begin, stop in inside if begin < stop]
        numbered.append((start, end))
        marked.append(tuple(inside))
        written = text[start:end]
        space = written[len(written.rstrip()) :]
        shown += f"|{len(numbered)} {_bracketed(text, (start, end), inside).strip()}|{space}"
    return MarkedText(shown, tuple(numbered), tuple(marked))


def _bracketed(text: str, sentence: Span, marks: Sequence[Span]) -> str:
    shown, at = "", sentence[0]
    for start, end in marks:
        shown += f"{text[at:start]}[{text[start:end]}]"
        at = end
    return shown + text[at : sentence[1]]
