"""What a model that was not trained for this is asked: a line for each mark, with what is to stand there.

    2 "Leeds": "a city"

Asked for whole sentences, Qwen2.5-Coder 1.5B copied them with all that tells, or left them for something
else. Here everything around the marks stays, and in an English text a fill has the text's own words, without
those that are marked, and some that careful writers put in.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from penname.domain.tokens import words
from penname.engine import grammar
from penname.engine.grammar import Fixed, InOrder, Line, Node, Words
from penname.roles.stopwords import STOPWORDS
from penname.roles.writing.answer import Became, WrittenSentence
from penname.roles.writing.marking import Span

_LONGER = 1.5  # times as long as the marked words a fill may be
_ROOM = 15  # characters that it may be longer anyway
_FIRST_WORD = re.compile(r"\W*(\w+(?:['’]\w+)*)\s*")


class Gap(NamedTuple):
    """A mark in a numbered `sentence`, of which it is the stretch `span`."""

    number: int
    sentence: str
    span: Span

    @property
    def marked(self) -> str:
        """The words that stand there."""
        return self.sentence[slice(*self.span)]

    @property
    def head(self) -> str:
        """What the line begins with."""
        return f'{self.number} "{self.marked}": "'


def fills_grammar(gaps: Iterable[Gap], *, in_known_words: bool) -> Node:
    """The grammar of an answer with a fill for each of the gaps, `in_known_words` in words of the source."""
    text = Words if in_known_words else Line
    lines = tuple(
        grammar.Sequence((Fixed(gap.head), text(int(len(gap.marked) * _LONGER) + _ROOM), Fixed('"')))
        for gap in gaps
    )
    return InOrder(lines, least=len(lines))


def known_words(text: str, gaps: Iterable[Gap], more: str) -> str:
    """The words of `text` that are not marked, and `more`: the source of a request.

    Everyday words of a mark, as "live" in "I live in Leeds", are among `more`.
    """
    marked = {word for gap in gaps for word in words(gap.marked.lower())} - STOPWORDS
    return " ".join([*(word for word in words(text) if word.lower() not in marked), *words(more)])


def read_fills(
    answer: str, gaps: Sequence[Gap], losses: Sequence[float] = (), ends: Sequence[int] = ()
) -> dict[int, WrittenSentence]:
    """The sentences with their gaps filled, by number; none of which a gap is missing or empty.

    `losses` are those of the answer's pieces, which end at the characters `ends`; a sentence gets those of
    its fills.
    """
    fills: dict[int, list[tuple[Span, str]]] = {}
    lost: dict[int, tuple[float, ...]] = {}
    sentences = {gap.number: gap.sentence for gap in gaps}
    start = 0
    for gap, line in zip(gaps, answer.split("\n"), strict=False):
        begun, start = start + len(gap.head), start + len(line) + 1
        fill = line.removeprefix(gap.head).removesuffix('"').strip()
        if line.endswith('"') and line.startswith(gap.head) and fill:
            fills.setdefault(gap.number, []).append((gap.span, fill))
            within = losses[bisect_right(ends, begun) : bisect_left(ends, start - 1)]
            lost[gap.number] = lost.get(gap.number, ()) + tuple(within)
    return {
        number: WrittenSentence(Became.VAGUER, _filled(sentences[number], found), lost[number])
        for number, found in fills.items()
        if len(found) == sum(gap.number == number for gap in gaps)
    }


def _filled(sentence: str, fills: Sequence[tuple[Span, str]]) -> str:
    new, at = "", 0
    for (start, end), fill in fills:
        new += sentence[at:start]
        if not start:
            fill = fill[:1].upper() + fill[1:] if sentence[:1].isupper() else fill
        elif fill.split()[0] not in sentence.split() and not fill.startswith(("I ", "I'")):
            fill = fill[:1].lower() + fill[1:]
        new += _after(new, fill)
        at = end
    return new + sentence[at:]


def _after(before: str, fill: str) -> str:
    """The fill without a first word that stands before it already: "the" in "the [208]"."""
    said, first = words(before), _FIRST_WORD.match(fill)
    if said and first and said[-1].lower() == first[1].lower() and first.end() < len(fill):
        return fill[first.end() :]
    return fill
