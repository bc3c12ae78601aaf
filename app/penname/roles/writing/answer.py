"""What the writer answers: a line for each marked sentence, which says first what became of it."""

import re
from bisect import bisect_right
from collections.abc import Container, Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple

from penname.engine import grammar
from penname.engine.grammar import Fixed, InOrder, Line, Node, OneOf, Words

_LONGER = 1.5  # times as long as it was a sentence may become
_ROOM = 40  # characters that it may grow anyway
_LINE = re.compile(r"(?P<number>\d+) (?P<became>[a-z]+)(?: (?P<text>.*))?")


class Became(StrEnum):
    """What became of a sentence."""

    KEEP = "keep"
    VAGUER = "vaguer"
    RECAST = "recast"


class WrittenSentence(NamedTuple):
    """A sentence as the writer wants it; `text` is empty where it was kept.

    `losses` are the model's own (-log p in nats), a piece of the text each, also where it had no choice.
    `good` is what the critic thinks of it, 0 to 1.
    """

    became: Became
    text: str = ""
    losses: tuple[float, ...] = ()
    good: float | None = None


def answer_grammar(
    sentences: Iterable[str],
    changing: Container[int] = (),
    staying: Container[int] = (),
    *,
    in_known_words: bool = False,
) -> Node:
    """The grammar of an answer about these sentences: those whose number is in `changing` may not stay, those
    in `staying` must.

    No sentence may be left out: careful writers do that to one in 170, a writer of this size to any. With
    `in_known_words` they are written in words of the request's source.
    """
    text = Words if in_known_words else Line
    lines = tuple(
        grammar.Sequence((Fixed(f"{number} {Became.KEEP}"),))
        if number in staying
        else _line(number, text(_most(sentence)), stays=number not in changing)
        for number, sentence in enumerate(sentences, 1)
    )
    return InOrder(lines, least=len(lines))


def read_answer(
    answer: str, losses: Sequence[float] = (), ends: Sequence[int] = ()
) -> dict[int, WrittenSentence]:
    """The sentences by number, of as many lines as are whole and readable.

    `losses` are those of the answer's pieces, which end at the characters `ends`.
    """
    found: dict[int, WrittenSentence] = {}
    start = 0
    for line in answer.split("\n"):
        begun, start = start, start + len(line) + 1
        match = _LINE.fullmatch(line)
        if match is None or match["became"] not in set(Became):
            continue
        became, text = Became(match["became"]), (match["text"] or "").strip()
        if bool(text) == (became in (Became.VAGUER, Became.RECAST)):
            # without what stands before the text, and a piece that reaches over the line's end
            first, last = bisect_right(ends, begun + match.end("became")), bisect_right(ends, start - 1)
            found[int(match["number"])] = WrittenSentence(became, text, tuple(losses[first:last]))
    return found


def _most(sentence: str) -> int:
    """Characters that may stand in its place."""
    return int(len(sentence) * _LONGER) + _ROOM


def _line(number: int, new: Node, *, stays: bool) -> Node:
    # The space before a sentence is its first character: it belongs to the token of the first word.
    became: list[Node] = [Fixed(Became.KEEP)] if stays else []
    became += [grammar.Sequence((Fixed(word), new)) for word in (Became.VAGUER, Became.RECAST)]
    return grammar.Sequence((Fixed(f"{number} "), OneOf(tuple(became))))
