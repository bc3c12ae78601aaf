"""Which words of a text to change so that it tells less: by a probe of its reader's states, or by evidence.

The attacker's evidence says why a reader believes something; what careful writers change to hide it are other
words as well. The probe (Alain and Bengio 2016) was trained on what they changed (packaging/writer/marks.py).
Of a reader without one there is the evidence alone.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Protocol

from penname.domain.inferences import Verdict
from penname.domain.tokens import HYPHENATED, occurrences
from penname.engine.client import ProbeReading
from penname.roles.probe_calibration import by_word
from penname.roles.stopwords import STOPWORDS
from penname.roles.writing.marking import Span
from penname.roles.writing.names import place_names, unknown_names

_NEXT = re.compile(r"[ \t]*")
# Of 1,416 names of places, peoples and landmarks in texts that tell where their author lives or comes from,
# careful writers changed 0.90, of other names that are no words 0.94: so much counts as told for certain.
_NAMED = 0.95


def word_spans(text: str) -> list[Span]:
    """Where the words of `text` stand that may be marked."""
    return [found.span() for found in HYPHENATED.finditer(text)]


class Telling(Protocol):
    """How much the words of a `text` tell."""

    text: str

    def strongest(self, span: Span) -> float:
        """How likely a careful writer changes the likeliest word of a stretch."""

    def phrases(
        self, least: float, acted_upon: Collection[str], protected: Collection[str]
    ) -> Iterable[tuple[Span, str]]:
        """Phrases of words that are changed with the probability `least` or more, and what each tells of the
        attributes that are acted on; none that tells more about what the user does not protect.
        """


class EvidenceTelling:
    """The evidence of verdicts that are acted on tells for certain, wherever it stands."""

    def __init__(self, text: str, verdicts: Iterable[Verdict]) -> None:
        self.text = text
        self._told = tuple(
            (span, verdict.attribute)
            for verdict in verdicts
            for phrase in verdict.evidence
            for span in occurrences(text, phrase)
        )

    def strongest(self, span: Span) -> float:
        """1 where evidence stands, else 0."""
        return float(any(start < span[1] and span[0] < end for (start, end), _ in self._told))

    def phrases(
        self, least: float, acted_upon: Collection[str], protected: Collection[str]
    ) -> Iterator[tuple[Span, str]]:
        """What is acted on and protected."""
        both = set(acted_upon).intersection(protected)
        yield from (told for told in self._told if least <= 1 and told[1] in both)


class ProbeTelling:
    """What was read of a text; `attributes` are those of the reading's columns, in their order.

    Where attributes are `placed` by names, these tell, whatever the probe says: names of places of these
    attributes, others of what the probe sees in them.
    """

    def __init__(
        self, text: str, reading: ProbeReading, attributes: Sequence[str], placed: Collection[str] = ()
    ) -> None:
        self.text = text
        self._words = word_spans(text)
        columns = zip(attributes, zip(*reading.tokens, strict=True), strict=False)
        told = by_word(self._words, reading.ends, reading.telling)
        of = {name: by_word(self._words, reading.ends, column) for name, column in columns}
        places = {index for span in place_names(text) for index in self._inside(span)} if placed else set()
        others = {index for span in unknown_names(text) for index in self._inside(span)} if placed else set()
        self._told = _raised(told, places | others)
        self._of = {
            name: _raised(values, places) if name in placed else values for name, values in of.items()
        }

    def strongest(self, span: Span) -> float:
        """By the probe, or by names."""
        return max((self._told[index] for index in self._inside(span)), default=0.0)

    def phrases(
        self, least: float, acted_upon: Collection[str], protected: Collection[str]
    ) -> Iterator[tuple[Span, str]]:
        """Neighbouring words are one phrase."""
        for span in phrases(self.text, self._words, self._told, least):
            told = {
                name: max(values[index] for index in self._inside(span)) for name, values in self._of.items()
            }
            here = [name for name in told if name in acted_upon]
            if here and max(told, key=told.__getitem__) in protected:
                yield span, max(here, key=told.__getitem__)

    def _inside(self, span: Span) -> list[int]:
        return [i for i, (start, end) in enumerate(self._words) if start < span[1] and span[0] < end]


def _raised(told: Sequence[float], indices: Collection[int]) -> list[float]:
    return [max(value, _NAMED) if index in indices else value for index, value in enumerate(told)]


def phrases(text: str, words: Sequence[Span], told: Sequence[float], least: float) -> Iterator[Span]:
    """Stretches of words that are told `least` or more; none begins or ends with a word that says nothing."""
    stretch: list[Span] = []
    for span, value in zip(words, told, strict=True):
        if stretch and (value < least or not _NEXT.fullmatch(text, stretch[-1][1], span[0])):
            yield from _trimmed(text, stretch)
            stretch = []
        if value >= least:
            stretch.append(span)
    yield from _trimmed(text, stretch)


def _trimmed(text: str, stretch: Sequence[Span]) -> Iterator[Span]:
    saying = [span for span in stretch if text[slice(*span)].casefold() not in STOPWORDS]
    if saying:
        yield saying[0][0], saying[-1][1]
