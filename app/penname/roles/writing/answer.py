"""What the writer answers: a line for each marked sentence, which says first what became of it."""

import re
from bisect import bisect_right
from collections.abc import Container, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from penname.engine import grammar
from penname.engine.grammar import Fixed, InOrder, Line, Node, OneOf, Phrase, Words
from penname.roles.writing.marking import Span

_PIECE = re.compile(r"(?P<space>\s*)(?P<body>\w(?:[\w'’.,:/-]*\w)?|[^\w\s]+)")
_GAP = 12  # characters that a stretch around marks may grow
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
    """

    became: Became
    text: str = ""
    losses: tuple[float, ...] = ()


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


def windowed_grammar(sentences: Sequence[str], marks: Mapping[int, Sequence[Span]], reach: int) -> Node:
    """The grammar of an answer that rewrites what is marked, with up to `reach` words on each side, and
    copies the rest of these sentences; `marks` are places in the sentence of that number. Others stay.

    The gaps are filled with words of the request's source.
    """
    lines = []
    for number, sentence in enumerate(sentences, 1):
        line = tuple(
            _gap(piece) if opened else Fixed(piece)
            for piece, opened in pieces(sentence, marks.get(number, ()), reach)
        )
        became = (Became.VAGUER, Became.RECAST) if line else (Became.KEEP,)
        options = tuple(grammar.Sequence((Fixed(word), *line)) for word in became)
        lines.append(grammar.Sequence((Fixed(f"{number} "), OneOf(options))))
    return InOrder(tuple(lines), least=len(lines))


def pieces(sentence: str, marks: Sequence[Span], reach: int) -> list[tuple[str, bool]]:
    """The sentence on one line in stretches that are copied (False) and such around its marks (True).

    Each word has one space before it, the first as well. No stretch reaches over a sign for `reach` alone.
    """
    if not marks:
        return []
    found = list(_PIECE.finditer(sentence))
    opened = set()
    for start, end in marks:
        inside = [index for index, one in enumerate(found) if one.start("body") < end and start < one.end()]
        for edge, step in ((inside[:1], -1), (inside[-1:], 1)):
            for at in edge:
                for index in range(at + step, at + step * (reach + 1), step):
                    if not (0 <= index < len(found) and _is_word(found[index]["body"])):
                        break
                    opened.add(index)
        opened.update(inside)
    joined: list[tuple[str, bool]] = []
    for index, one in enumerate(found):
        text = " " * bool(one["space"] or index == 0) + one["body"]
        if joined and joined[-1][1] == (index in opened):
            text = joined.pop()[0] + text
        joined.append((text, index in opened))
    return joined


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


def _gap(piece: str) -> Node:
    """What may stand for a stretch around marks: where it could end the sentence, a small model does."""
    return Phrase(len(piece) + _GAP, "," if "," in piece else "")


def _is_word(text: str) -> bool:
    return text[0].isalnum()


def _line(number: int, new: Node, *, stays: bool) -> Node:
    # The space before a sentence is its first character: it belongs to the token of the first word.
    became: list[Node] = [Fixed(Became.KEEP)] if stays else []
    became += [grammar.Sequence((Fixed(word), new)) for word in (Became.VAGUER, Became.RECAST)]
    return grammar.Sequence((Fixed(f"{number} "), OneOf(tuple(became))))
