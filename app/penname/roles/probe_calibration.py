"""Calibrates the probes: which attributes a text gives away at all, from hidden states, before any question.

A small model that is asked for eight attributes writes of all of them or of none. What it has read tells far
better: for each attribute one probe says how likely each word is evidence, another reads the text as a
whole (after Alain and Bengio 2016). Both become one probability, calibrated on texts nothing was trained on:
the certainty that FgAA (appendix G.2) stops at.
"""

import math
import re
from collections.abc import Iterable, Sequence

import msgspec

from penname.domain.tokens import HYPHENATED
from penname.engine.client import ProbeReading
from penname.roles.stopwords import STOPWORDS

HIGHEST = 3  # the words of a text that tell most, whose mean is looked at
PHRASES = 6
LONGEST = 6  # words of a phrase
_CLEAR = 0.5  # share of its peak from which a word belongs to a phrase
_SECOND = 0.3  # share of the highest peak from which there is another phrase
_BREAK = re.compile(r"[.!?…:;,()\n]|\s[-–—]\s")


class ProbedAttribute(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An attribute's prior log-odds, before anything is read."""

    name: str
    bias: float


class Leaning(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the reading adds to the model's own log-odds that an inference holds: bias + attribute * the
    attribute's log-odds.
    """

    attribute: float
    bias: float


class ProbeCalibration(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How probe readings become probabilities, and the thresholds at which something is done.

    probability = sigmoid(bias + words * w + text * t) for an attribute, where w is the mean of the three
    highest readings of a word and t the reading of the text. From the probability `ask` on, the attacker is
    asked for an attribute; from `act` on, its inference is acted on, if the text gives anything away with the
    probability `anything`: a single attribute has to be likelier than one among others, since texts give away
    several or none. Below `sure` the phrases must contain a word that can tell something about the attribute
    (signs.py).
    """

    words: float
    text: float
    ask: float
    act: float
    sure: float
    anything: float
    leaning: Leaning
    attribute: tuple[ProbedAttribute, ...]

    def probability(self, attribute: ProbedAttribute, words: Sequence[float], text: float) -> float:
        """The probability that it is given away, from the readings of each word and of the text."""
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, self.log_odds(attribute, words, text)))))

    def log_odds(self, attribute: ProbedAttribute, words: Sequence[float], text: float) -> float:
        """The same as log-odds, in nats."""
        high = sorted(words, reverse=True)[:HIGHEST] or [0.0]
        return attribute.bias + self.words * sum(high) / len(high) + self.text * text


class ProbeResult(msgspec.Struct, frozen=True):
    """How likely a text gives an attribute away, and the most telling phrases, strongest first."""

    probability: float
    phrases: tuple[str, ...]
    shown: bool  # whether the attacker is asked for it
    acted_upon: bool
    sure: bool  # whether its phrases need no word that can tell
    leaning: float  # added to the model's log-odds that an inference from elsewhere holds

    @property
    def certainty(self) -> int:
        """FgAA's scale, 1 to 5, by fifths of the probability."""
        return min(5, 1 + int(self.probability * 5))


def probe_results(text: str, reading: ProbeReading, calibration: ProbeCalibration) -> dict[str, ProbeResult]:
    """The probes' results for `text` by attribute; `reading` has one column an attribute, in their order."""
    told = [[row[index] for row in reading.tokens] for index in range(len(calibration.attribute))]
    likely = [
        calibration.probability(attribute, told[index], reading.text[index])
        for index, attribute in enumerate(calibration.attribute)
    ]
    anything = 1 - math.prod(1 - probability for probability in likely)
    return {
        attribute.name: ProbeResult(
            probability,
            phrases_of(text, reading.ends, words),
            probability >= calibration.ask,
            probability >= calibration.act and anything >= calibration.anything,
            probability >= calibration.sure,
            calibration.leaning.bias
            + calibration.leaning.attribute * math.log(probability / (1 - probability)),
        )
        for attribute, probability, words in zip(calibration.attribute, likely, told, strict=True)
    }


def log_odds(reading: ProbeReading, calibration: ProbeCalibration) -> dict[str, float]:
    """The log-odds, in nats, that the text of a reading gives each attribute away."""
    return {
        attribute.name: calibration.log_odds(
            attribute, [row[index] for row in reading.tokens], reading.text[index]
        )
        for index, attribute in enumerate(calibration.attribute)
    }


def phrases_of(text: str, ends: Sequence[int], told: Sequence[float]) -> tuple[str, ...]:
    """The words that tell most and their neighbours that tell nearly as much, as phrases of `text`.

    None begins or ends with a word that tells nothing: what is put in its place would break the sentence.
    """
    words = [(found.start(), found.end()) for found in HYPHENATED.finditer(text)]
    scores = by_word(words, ends, told)
    phrases: list[str] = []
    taken: set[int] = set()
    for peak in sorted(range(len(words)), key=lambda index: -scores[index]):
        if len(phrases) == PHRASES or scores[peak] <= 0:
            break
        if peak in taken or (phrases and scores[peak] < _SECOND * max(scores)):
            continue
        first, last = _grown(text, words, scores, peak)
        taken.update(range(first, last + 1))
        telling = [index for index in range(first, last + 1) if _tells(text, words[index])]
        if telling:
            phrases.append(text[words[telling[0]][0] : words[telling[-1]][1]])
    return tuple(dict.fromkeys(phrases))


def _tells(text: str, word: tuple[int, int]) -> bool:
    return text[word[0] : word[1]].casefold() not in STOPWORDS


def by_word(words: Sequence[tuple[int, int]], ends: Sequence[int], told: Sequence[float]) -> list[float]:
    """The highest reading of each word's tokens."""
    scores = [-math.inf] * len(words)
    start = token = 0
    spans = list(_spans(ends))
    for index, (begin, end) in enumerate(words):
        while token < len(spans) and spans[token][1] <= begin:
            token += 1
        start = token
        while start < len(spans) and spans[start][0] < end:
            scores[index] = max(scores[index], told[start])
            start += 1
    return scores


def _spans(ends: Iterable[int]) -> Iterable[tuple[int, int]]:
    start = 0
    for end in ends:
        yield start, end
        start = end


def _grown(
    text: str, words: Sequence[tuple[int, int]], scores: Sequence[float], peak: int
) -> tuple[int, int]:
    """The stretch around word `peak` within its clause, over gaps of one weaker word."""
    first = last = peak
    least = _CLEAR * scores[peak]

    def joins(inner: int, outer: int) -> bool:
        low, high = min(inner, outer), max(inner, outer)
        return not _BREAK.search(text[words[low][1] : words[high][0]])

    for step in (-1, 1):
        edge = peak
        for reach in (1, 2):
            while True:
                outer = edge + step * reach
                if not 0 <= outer < len(words) or scores[outer] < least or not joins(edge, outer):
                    break
                if max(last, outer) - min(first, outer) >= LONGEST:
                    break
                edge = outer
                first, last = min(first, edge), max(last, edge)
    return first, last
