"""The stage scores of "A General Pseudonymization Framework for Cloud-Based LLMs" (GPF), as formulas.

PRR says how many names detection found, PPS how unlike them the surrogates are, SCS how naturally the result
reads; and how close two answers are (the task test).
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

import msgspec
from rapidfuzz.distance import LCSseq

from penname.domain.tokens import words
from penname.pseudonyms.entities import Entity, Kind
from penname.pseudonyms.plain import plain

Likeness = Callable[[str, str], float]
"""The cosine of two texts' embeddings, from 0 (nothing in common) to 1."""

_GRAM = 3  # characters


class LabelledEntity(msgspec.Struct, frozen=True):
    """`text[start:end]` is of this kind, as somebody who knows has said."""

    start: int
    end: int
    kind: Kind


class LabelledText(msgspec.Struct, frozen=True):
    """A text with all that is private in it."""

    text: str
    entities: tuple[LabelledEntity, ...]


def found(labelled: LabelledText, entities: Iterable[Entity]) -> list[bool]:
    """Of each true entity, whether detection covers all of its letters and digits, by whatever kind."""
    covered = bytearray(len(labelled.text))
    for entity in entities:
        covered[entity.start : entity.end] = b"\1" * (entity.end - entity.start)
    return [
        all(covered[place] for place in range(true.start, true.end) if labelled.text[place].isalnum())
        for true in labelled.entities
    ]


def right(labelled: LabelledText, entities: Iterable[Entity]) -> list[bool]:
    """Of each entity that was found, whether all of its letters and digits are those of true ones."""
    true = bytearray(len(labelled.text))
    for entity in labelled.entities:
        true[entity.start : entity.end] = b"\1" * (entity.end - entity.start)
    return [
        all(true[place] for place in range(one.start, one.end) if labelled.text[place].isalnum())
        for one in entities
    ]


def prr(hits: Sequence[bool]) -> float | None:
    """Privacy removal rate: found true entities per true entity, times 100; None without any."""
    return 100 * sum(hits) / len(hits) if hits else None


def pps(pairs: Sequence[tuple[str, str]], likeness: Likeness) -> float | None:
    """Privacy preserving score: the mean of 1 - cos(entity, surrogate), times 100; None without pairs."""
    return 100 * sum(1 - likeness(*pair) for pair in pairs) / len(pairs) if pairs else None


def scs(losses: Sequence[Sequence[float]]) -> float | None:
    """Semantic coherence score: the mean over texts of exp(mean token loss in nats), their perplexity.

    Lower is better. The paper's printed formula lacks the exp that its figures have. None without texts.
    """
    texts = [text for text in losses if text]
    return sum(math.exp(sum(text) / len(text)) for text in texts) / len(texts) if texts else None


def text_distance(one: str, other: str, likeness: Likeness) -> float:
    """1 - cos(x, x')."""
    return 1 - likeness(one, other)


def spelling_likeness(one: str, other: str) -> float:
    """The cosine of two texts' counts of three letters in a row.

    Not the paper's all-mpnet-base-v2, which is far larger than Penname: this sees spellings, no meanings.
    """
    first, second = _grams(one), _grams(other)
    dot = sum(count * second[gram] for gram, count in first.items())
    lengths = math.sqrt(sum(n * n for n in first.values()) * sum(n * n for n in second.values()))
    return dot / lengths if lengths else float(plain(one) == plain(other))


def rouge_l(reference: str, answer: str) -> float:
    """The F-measure of the longest common subsequence of words (Lin 2004), without stemming."""
    expected, given = _words(reference), _words(answer)
    if not expected or not given:
        return float(expected == given)
    return 2 * LCSseq.similarity(expected, given) / (len(expected) + len(given))


def word_f1(reference: str, answer: str) -> float:
    """The F1 of the words in common, in whatever order (Rajpurkar et al. 2016)."""
    expected, given = Counter(_words(reference)), Counter(_words(answer))
    if not expected or not given:
        return float(expected == given)
    return 2 * (expected & given).total() / (expected.total() + given.total())


def _words(text: str) -> list[str]:
    return words(plain(text))


def _grams(text: str) -> Counter[str]:
    padded = f" {' '.join(plain(text).split())} "
    return Counter(padded[i : i + _GRAM] for i in range(len(padded) - _GRAM + 1))
