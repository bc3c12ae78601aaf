"""Words of a reply that might be stand-ins: near spellings, unknown placeholders, last digits, namesakes."""

import re
from collections.abc import Iterator, Sequence

import msgspec
from rapidfuzz import fuzz, process

from penname.domain.tokens import STEMS
from penname.pseudonyms.entities import NAMES, PERSON
from penname.pseudonyms.kinds import all_kinds, identifier_kind, placeholder_label
from penname.pseudonyms.mapping import Mapping, Pair
from penname.pseudonyms.names.whole import is_family_name
from penname.pseudonyms.plain import compact, plain

_NEAR = 80.0  # likeness in percent from which a word may be a misspelled stand-in
_LEAST = 5  # letters
_LAST_DIGITS = re.compile(r"(?<![\d.,])\d{4}(?![\d.,]\d|\d)")
_FOLLOWING = re.compile(r"[ \u00a0]([^\W\d_]+)")


class UncertainMatch(msgspec.Struct, frozen=True):
    """`reply[start:end]` might stand for what `surrogate` stands for."""

    start: int
    end: int
    text: str
    surrogate: str


def find_uncertain_matches(
    reply: str, mapping: Mapping, placed: Sequence[tuple[int, int]]
) -> Iterator[UncertainMatch]:
    """Uncertain matches outside of what was `placed`."""
    free = _Free(placed)
    for match in _placeholder().finditer(reply) if mapping.placeholders else ():
        if free.is_free(match.start(), match.end()):
            yield UncertainMatch(match.start(), match.end(), match.group(), "")
    digits = {
        compact(p.surrogate)[-4:]: p.surrogate for p in mapping.pairs if identifier_kind(p.kind).is_cut_short
    }
    for match in _LAST_DIGITS.finditer(reply) if digits else ():
        if match.group() in digits and free.is_free(match.start(), match.end()):
            yield UncertainMatch(match.start(), match.end(), match.group(), digits[match.group()])
    words = _long_words(mapping)
    if not words:
        return
    seen: dict[str, str | None] = {}
    for match in STEMS.finditer(reply):
        word = plain(match.group())
        if len(word) < _LEAST or not free.is_free(match.start(), match.end()):
            continue
        if word not in seen:
            best = process.extractOne(word, words.keys(), scorer=fuzz.ratio, score_cutoff=_NEAR)
            seen[word] = words[best[0]] if best else None
        if surrogate := seen[word]:
            yield UncertainMatch(match.start(), match.end(), match.group(), surrogate)


def is_another_person(reply: str, span: tuple[int, int], pair: Pair, mapping: Mapping) -> bool:
    """Whether a lone given name goes on with a family name that is none of ours, as in "Rupert Brooke"."""
    if pair.kind != PERSON or mapping.placeholders or len(STEMS.findall(pair.surrogate)) > 1:
        return False
    following = _FOLLOWING.match(reply, span[1])
    if not following or plain(following.group(1)) in _long_words(mapping):
        return False
    return is_family_name(following.group(1))


def _long_words(mapping: Mapping) -> dict[str, str]:
    return {
        word: pair.surrogate
        for pair in mapping.pairs
        if pair.kind in NAMES and not mapping.placeholders
        for word in STEMS.findall(plain(pair.surrogate))
        if len(word) >= _LEAST and word not in STEMS.findall(plain(pair.original))
    }


def _placeholder() -> re.Pattern[str]:
    labels = "|".join(map(placeholder_label, all_kinds()))
    return re.compile(rf"\[?\b(?:{labels})[_ ]\d+(?:_[A-Z]+)?\b\]?")


class _Free:
    def __init__(self, placed: Sequence[tuple[int, int]]) -> None:
        self._taken = {place for start, end in placed for place in range(start, end)}

    def is_free(self, start: int, end: int) -> bool:
        return start not in self._taken and end - 1 not in self._taken
