"""Entities by a conditional random field (Lafferty, McCallum and Pereira 2001), as CRFsuite runs it.

It learned from letters in four languages that were written for it (packaging/labelling). Rules know a name
by the lists and the words beside it that somebody thought of; the field weighs all of that together, so it
also finds a name that is written small, a clinic without a legal form, and a code that a sentence announces.
"""

import re
import threading
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

import pycrfsuite

from penname import locations
from penname.domain.tokens import is_boundary
from penname.pseudonyms.entities import NAMES, OTHER, PERSON, Entity, Finder
from penname.pseudonyms.kinds import all_kinds, identifier_kind, identifier_kinds
from penname.pseudonyms.labelling.features import Features
from penname.pseudonyms.labelling.labels import OUTSIDE, spans_of
from penname.pseudonyms.labelling.tokens import Token, covered_by, tokenize
from penname.pseudonyms.names.lists import names
from penname.pseudonyms.names.whole import is_full_name
from penname.pseudonyms.plain import plain
from penname.pseudonyms.structured.apart import without_figures

# Likelihoods, chosen on letters that the model had not seen (packaging/labelling/README.md): of a token that
# is hidden, of one beside it that is hidden with it, and of a name that a rule found and that is believed.
_LEAST, _LEAST_BESIDE, _LEAST_BELIEVED = 0.3, 0.15, 0.05
_PART = 2_000  # tokens labelled at once, for the sake of memory
_LAST_WORD = re.compile(r"(?<![^\W_])([^\W\d_]+)$")
_FIRST_WORD = re.compile(r"(?:i['’]m|([^\W\d_]+))(?=[ \u00a0,])", re.IGNORECASE)  # "I'm Anna", not "de Anna"
_one_at_a_time = threading.Lock()  # a tagger holds the text that it labels


class LabellerResult(NamedTuple):
    """What the model found, and which of the rules' finds it confirms."""

    entities: tuple[Entity, ...]
    believed: tuple[Entity, ...]


def label(text: str, found: Sequence[Entity]) -> LabellerResult:
    """Label `text`, in which the rules found `found` (none overlapping, in the order of the text)."""
    tokens = tokenize(text)
    seen = Features(text, tokens, found)
    settled = _settled(tokens, found)
    entities: list[Entity] = []
    inside: list[float] = []
    for first in range(0, len(tokens), _PART):
        part = tokens[first : first + _PART]
        with _one_at_a_time:
            tagger = _tagger()
            tagger.set(seen.of(first, first + len(part)))

            def likelihood(name: str, index: int, tagger: Any = tagger, first: int = first) -> float:
                if first + index in settled:
                    return float(name == OUTSIDE)
                return float(tagger.marginal(name, index))

            kinds = tuple(dict.fromkeys(name[2:] for name in tagger.labels() if name != OUTSIDE))
            inside += [1 - tagger.marginal(OUTSIDE, index) for index in range(len(part))]
            entities += _entities(text, spans_of(part, kinds, likelihood, _LEAST, _LEAST_BESIDE))
    return LabellerResult(tuple(entities), tuple(_believed(tokens, inside, found)))


def _settled(tokens: Sequence[Token], found: Sequence[Entity]) -> frozenset[int]:
    """The tokens of structured identifiers: the rules know where these begin and end."""
    return frozenset(
        place for entity, places in covered_by(tokens, found) if entity.kind not in NAMES for place in places
    )


def _entities(text: str, spans: Iterator[tuple[int, int, str]]) -> Iterator[Entity]:
    """The spans as entities, identifiers as whole words (of names, detect.py cuts off parts of words).

    A day, a time or an amount is no identifier, whatever is beside it; a small word neither begins nor ends a
    name.
    """
    figures = without_figures(text)
    learned = {kind.learned_as: kind.name for kind in identifier_kinds()}
    learned |= {kind: kind for kind in all_kinds()}
    for start, end, label in spans:
        kind = learned.get(label, OTHER)
        start, end = _trimmed(text, start, end)
        if kind == PERSON:
            while (last := _LAST_WORD.search(text, start, end)) and plain(last.group(1)) in _small():
                start, end = _trimmed(text, start, last.start())
            while (first := _FIRST_WORD.match(text, start, end)) and _opens(first.group(1)):
                start, end = _trimmed(text, first.end(), end)
        if kind not in NAMES:
            while start < end and not is_boundary(text, start):
                start -= 1
            while start < end and not is_boundary(text, end):
                end += 1
        if start < end and (identifier_kind(kind).is_date or any(map(str.isalnum, figures[start:end]))):
            yield Entity(start, end, kind, text[start:end], Finder.LABELLER)


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """Without the signs and spaces at the edges; a handle's sign stays."""
    while start < end and not (text[start].isalnum() or text[start] in "@#"):
        start += 1
    while end > start and not text[end - 1].isalnum():
        end -= 1
    return start, end


@cache
def _small() -> frozenset[str]:
    return names().small - names().words


def _opens(word: str | None) -> bool:
    """Whether a name cannot begin with `word`; None is "I'm"."""
    return word is None or (plain(word) in _small() and word not in names().particles)


def _believed(tokens: Sequence[Token], inside: Sequence[float], found: Sequence[Entity]) -> Iterator[Entity]:
    """All structured identifiers, full names of people, and names that are likely enough anywhere in them."""
    for entity, places in covered_by(tokens, found):
        likeliest = max((inside[place] for place in places), default=0.0)
        if entity.kind not in NAMES or likeliest >= _LEAST_BELIEVED or is_full_name(entity.text):
            yield entity


@cache
def _tagger() -> pycrfsuite.Tagger:
    tagger = pycrfsuite.Tagger()
    tagger.open(str(locations.resource("pseudonyms/entities.crf")))
    return tagger
