"""Other ways to hide what a sentence tells than the one that is proposed, for the user to choose from.

What a critic of this size likes best is often not what a reader does, who sees it at a glance. So the best of
what was looked at goes along, also where nothing was good enough to be proposed.
"""

from collections.abc import Iterator, Sequence

from penname.domain.changes import Change, apply_changes
from penname.domain.tokens import words
from penname.roles.writing.gap_signs import A_WORD
from penname.roles.writing.marking import Span

_LEAST = 0.25  # how likely readers find it good
_MOST = 4  # that begin in a sentence
_RUNS = 1  # of them that take more than the sentence


class Alternatives:
    """Those of one part of a text, whose `sentences` follow each other; all in its own offsets."""

    def __init__(self, text: str, sentences: Sequence[Span]) -> None:
        self._text = text
        self._sentences = tuple(sentences)
        self._found: dict[str, Change] = {}  # by the text with it

    def add(self, change: Change) -> None:
        """Offer it, unless it is known, or hardly good."""
        if (change.good or 0.0) >= _LEAST and change.before != change.after:
            self._found.setdefault(apply_changes(self._text, [change]), change)

    def beside(self, proposed: Sequence[Change]) -> tuple[Change, ...]:
        """The best of each sentence, but for what is proposed."""
        others = [one for text, one in self._found.items() if text != self._proposed(one, proposed)]
        return tuple(one for span in self._sentences for one in self._best(span, others))

    def _proposed(self, change: Change, proposed: Sequence[Change]) -> str:
        """The text with what is proposed at the place of a change."""
        there = [one for one in proposed if one.start <= change.end and change.start <= one.end]
        return apply_changes(self._text, there)

    def _best(self, sentence: Span, others: Sequence[Change]) -> Iterator[Change]:
        start, end = sentence
        here = [one for one in others if start <= _first_word(one) < end]
        here.sort(key=_worth, reverse=True)
        runs = [one for one in here if self._whole_sentences(one) > 1][_RUNS:]
        yield from [one for one in here if one not in runs][:_MOST]

    def _whole_sentences(self, change: Change) -> int:
        first, last = _first_word(change), change.start + len(change.before.rstrip())
        spans = ((start, start + len(self._text[start:end].rstrip())) for start, end in self._sentences)
        return sum(first <= start and end <= last for start, end in spans)


def _first_word(change: Change) -> int:
    """Where it is, without the space before it that goes along."""
    return change.start + len(change.before) - len(change.before.lstrip())


def _worth(change: Change) -> float:
    assert change.good is not None
    return change.good - A_WORD * (len(words(change.before)) - len(words(change.after)))
