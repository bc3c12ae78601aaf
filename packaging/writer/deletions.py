"""Texts out of which careful editors took what tells, and put nothing in.

Each line of a file has the `id` of a record, or `line N` of the development comments, or a `text` of its own,
and as `all` what is left of that (packaging/starter/rewrites/README.md).
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np

from penname.domain.sentences import sentences
from penname.domain.tokens import WORDS

_IN_PART = 1.5  # words that a sentence of which a part is kept has to share more


class Deletion(msgspec.Struct, frozen=True):
    """What is left of a text, which is `text` where it is of no record."""

    id: str
    all: str
    text: str = ""


class Left(NamedTuple):
    """What is left of the sentence `original[start:end]`: nothing, some of its words, or all."""

    start: int
    end: int
    text: str


def read_deletions(paths: Iterable[Path]) -> Iterator[Deletion]:
    """The deletions of the files; raises msgspec.DecodeError for a line that is none."""
    for path in paths:
        for line in path.read_text(encoding="utf-8").splitlines():
            yield msgspec.json.decode(line, type=Deletion)


def left_of(original: str, result: str) -> list[Left]:
    """What is left of each sentence; together the texts are the result, but for the space between them.

    Each sentence gets the stretch of the result that shares most words with it, in their order. A sentence
    of which only a part is kept has to share more: a lone "my" is the next one's.
    """
    spans = sentences(original)
    said = [_words(original[start:end]) for start, end in spans]
    new = [found.span() for found in WORDS.finditer(result)]
    ends = _stretches(said, _words(result))
    left, begun = [], 0
    for index, (start, end) in enumerate(spans):
        first, last = ends[index], ends[index + 1]
        stop = begun
        if first < last:
            stop = len(result) if last == len(new) else _beginning(result, new[last - 1][1], new[last][0])
        left.append(Left(start, end, result[begun:stop].strip()))
        begun = stop
    return left


def _beginning(result: str, before: int, word: int) -> int:
    """Where the sentence begins whose first word starts there, behind one that ends `before`: what opens a
    quotation is its own.
    """
    spaces = [place for place in range(before, word) if result[place].isspace()]
    return spaces[-1] + 1 if spaces else word


def _stretches(said: Sequence[Sequence[str]], new: Sequence[str]) -> list[int]:
    """Where the stretch of each sentence begins among the words of the result, and the last one ends."""
    best = np.full(len(new) + 1, -np.inf)
    best[0] = 0
    taken = []
    for sentence in said:
        shared = _shared(sentence, new)  # by begin and end
        worth = shared - _IN_PART * ((shared > 0) & (shared < len(sentence)))
        worth[np.tril_indices(len(new) + 1, -1)] = -np.inf
        total = best[:, None] + worth
        taken.append(total.argmax(axis=0))
        best = total.max(axis=0)
    ends = [len(new)]
    for begins in reversed(taken):
        ends.append(int(begins[ends[-1]]))
    return ends[::-1]


def _shared(sentence: Sequence[str], new: Sequence[str]) -> np.ndarray:
    """How many words the sentence shares with each stretch of the result, in order, by begin and end."""
    table = np.zeros((len(new) + 1, len(new) + 1))
    for word in sentence:
        above = table
        table = above.copy()
        for end in range(1, len(new) + 1):
            same = above[:, end - 1] + (new[end - 1] == word)
            table[:end, end] = np.maximum(np.maximum(table[:end, end - 1], above[:end, end]), same[:end])
    return table


def _words(text: str) -> list[str]:
    return [found.group().lower().replace("’", "'") for found in WORDS.finditer(text)]
