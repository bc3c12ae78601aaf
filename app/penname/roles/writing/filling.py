"""What a model that was not trained for this is asked: the marked sentences, with its words where marks are.

    2: I moved to a city with my cat.

Asked for whole sentences in any words, Qwen2.5-Coder 1.5B copied them with all that tells, or left them for
something else; asked for the replacements alone, it named what they are ("birthday" for "I was born in ...").
Here it writes them where they stand: everything around the marks is given. In an English text they have the
text's own words, without those that are marked, and some that careful writers put in.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence

from penname.domain.tokens import words
from penname.engine import grammar
from penname.engine.grammar import Fixed, InOrder, Line, Node, Phrase
from penname.roles.stopwords import STOPWORDS
from penname.roles.writing.answer import Became, WrittenSentence
from penname.roles.writing.marking import Span

_LONGER = 1.5  # times as long as the marked words a fill may be
_ROOM = 15  # characters that it may be longer anyway
_OPENS = re.compile(r"\W*\w")


class Gaps:
    """A sentence with the places of its marks; `kept` are the stretches before, between and behind them."""

    def __init__(self, sentence: str, marks: Sequence[Span]) -> None:
        starts, ends = [0, *(end for _, end in marks)], [*(start for start, _ in marks), len(sentence)]
        self.sentence = sentence
        self.kept = [sentence[start:end] for start, end in zip(starts, ends, strict=True)]
        self.marked = [sentence[start:end] for start, end in marks]

        first = self.kept[0].rstrip(" ")
        # The space before a fill is its own: it belongs to the token of its first word.
        self._written = [f" {first}" if first else "", *(kept.rstrip(" ") for kept in self.kept[1:])]

    def grammar(self, *, in_known_words: bool) -> Node:
        """What follows the number in a line: what is kept as it is, and fills."""
        leaf = Phrase if in_known_words else Line
        items: list[Node] = [Fixed(self._written[0])]
        for marked, kept in zip(self.marked, self._written[1:], strict=True):
            items += [leaf(int(len(marked) * _LONGER) + _ROOM), Fixed(kept)]
        return grammar.Sequence(tuple(items))

    def fills(self, written: str) -> list[Span] | None:
        """Where the fills stand in what follows a number; None where that is something else."""
        found = re.fullmatch("(.*?)".join(map(re.escape, self._written)), written)
        return [found.span(group) for group in range(1, len(self.kept))] if found else None

    def filled(self, fills: Iterable[str]) -> str:
        """The sentence with these words in the place of its marks; a capital at its beginning stays."""
        new = self.kept[0]
        for fill, kept in zip(fills, self.kept[1:], strict=True):
            new += fill + kept
        if self.sentence[:1].isupper() and (begins := _OPENS.match(new)):
            new = new[: begins.end()].upper() + new[begins.end() :]
        return new


def fills_grammar(sentences: Mapping[int, Gaps], *, in_known_words: bool) -> Node:
    """The grammar of an answer with these sentences, by number; `in_known_words` the fills are words of the
    source.
    """
    lines = tuple(
        grammar.Sequence((Fixed(f"{number}:"), gaps.grammar(in_known_words=in_known_words)))
        for number, gaps in sentences.items()
    )
    return InOrder(lines, least=len(lines))


def known_words(text: str, sentences: Iterable[Gaps], more: str) -> str:
    """The words of `text` that are not marked, and `more`: the source of a request.

    Everyday words of a mark, as "live" in "I live in Leeds", are among `more`.
    """
    marked = {word for gaps in sentences for phrase in gaps.marked for word in words(phrase.lower())}
    own = [word for word in words(text) if word.lower() not in marked - STOPWORDS]
    return " ".join([*own, *words(more)])


def read_fills(
    answer: str, sentences: Mapping[int, Gaps], losses: Sequence[float] = (), ends: Sequence[int] = ()
) -> dict[int, WrittenSentence]:
    """The sentences with their marks filled, by number, as many as are whole.

    What left a mark out is none of them: the 1.5B leaves "it's called the, and" behind, and finds it likely.
    `losses` are those of the answer's pieces, which end at the characters `ends`; a sentence gets those of
    its fills, and of the first piece behind each: how well the sentence goes on.
    """
    written: dict[int, WrittenSentence] = {}
    start = 0
    for line in answer.split("\n"):
        number, _, text = line.partition(":")
        begun, start = start + len(line) - len(text), start + len(line) + 1
        gaps = sentences.get(int(number)) if number.isdecimal() else None
        spans = gaps.fills(text) if gaps else None
        if gaps is None or spans is None or not all(text[slice(*span)].strip() for span in spans):
            continue
        lost: list[float] = []
        for first, last in spans:
            lost += losses[bisect_right(ends, begun + first) : bisect_left(ends, begun + last) + 2]
        new = gaps.filled(text[slice(*span)].strip() for span in spans)
        written[int(number)] = WrittenSentence(Became.VAGUER, new, tuple(lost))
    return written
