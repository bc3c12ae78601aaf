"""A text as the writer reads it: the sentences to write numbered between bars, what tells in brackets.

Quick one. |1 I drive the [208] in [Leeds].| It is fun. |2 [Thirty-one years] of it.|
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

Span = tuple[int, int]


class MarkedText(NamedTuple):
    """`shown` is what the writer reads; `sentences` are where those with a mark stand in the text."""

    shown: str
    sentences: tuple[Span, ...]


def mark(text: str, sentences: Iterable[Span], marks: Iterable[Span]) -> MarkedText:
    """The text with `marks` in it; `sentences` follow each other and are the whole text."""
    joined = _joined(marks)
    shown, numbered = "", []
    for start, end in sentences:
        inside = [
            (max(begin, start), min(stop, end)) for begin, stop in joined if begin < end and start < stop
        ]
        if not inside:
            shown += text[start:end]
            continue
        numbered.append((start, end))
        written = text[start:end]
        space = written[len(written.rstrip()) :]
        shown += f"|{len(numbered)} {_bracketed(text, (start, end), inside).strip()}|{space}"
    return MarkedText(shown, tuple(numbered))


def _joined(marks: Iterable[Span]) -> list[Span]:
    joined: list[Span] = []
    for start, end in sorted(marks):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


def _bracketed(text: str, sentence: Span, marks: Sequence[Span]) -> str:
    shown, at = "", sentence[0]
    for start, end in marks:
        shown += f"{text[at:start]}[{text[start:end]}]"
        at = end
    return shown + text[at : sentence[1]]
