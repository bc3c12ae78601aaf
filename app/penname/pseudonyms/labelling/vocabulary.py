"""What is known of words: how common they are in the four languages, and which lists of names hold them."""

import math
from collections.abc import Mapping
from functools import cache, lru_cache

from spellchecker import SpellChecker

from penname import locations
from penname.domain.language import Language
from penname.domain.tokens import LETTERS
from penname.pseudonyms.names.lists import names
from penname.pseudonyms.plain import plain
from penname.roles.cues import gazetteer

_BILLION = 1e9
_OF_PEOPLE = ("given", "surnames")
_LEAST_PART = 4  # letters of a part of a German compound
_JOINTS = ("s", "es", "n", "en", "er", "e")  # what stands between its parts
_USUAL = 2  # commonness of a part
_WORDS = 20_000  # of which it is kept


def commonness(word: str, language: Language) -> int | None:
    """The order of magnitude in which `word` comes among a billion words; None for one that is no word."""
    count = _counts(language).get(word.lower(), 0)
    return round(math.log10(count / _total(language) * _BILLION)) if count else None


@lru_cache(_WORDS)
def is_compound(word: str) -> bool:
    """Whether a word that no German list knows is made of two that are known: "Regenjacke" is no name."""
    word = word.lower()
    for cut in range(_LEAST_PART, len(word) - _LEAST_PART + 1):
        if not _is_usual(word[cut:]):
            continue
        before = word[:cut]
        if _is_usual(before) or any(
            before.endswith(joint) and _is_usual(before.removesuffix(joint)) for joint in _JOINTS
        ):
            return True
    return False


def _is_usual(part: str) -> bool:
    common = commonness(part, "de") if len(part) >= _LEAST_PART else None
    return common is not None and common >= _USUAL


@cache
def gazetteers() -> Mapping[str, frozenset[str]]:
    """The lists under resources/pseudonyms/gazetteers by name, their words `plain`: names, brands, feasts.

    A word that is a person's name as well is in the lists of names alone.
    """
    files = sorted(locations.resource("pseudonyms/gazetteers").glob("*.txt"))
    lists = {file.stem: frozenset(map(plain, file.read_text(encoding="utf-8").split())) for file in files}
    known = names()
    of_people = known.given.union(known.surnames, *(lists[name] for name in _OF_PEOPLE))
    return {name: words if name in _OF_PEOPLE else words - of_people for name, words in lists.items()}


@cache
def town_words() -> frozenset[str]:
    """The words of which the names of towns are made, `plain`."""
    return frozenset(plain(word) for name in gazetteer.city_names() for word in LETTERS.findall(name))


@cache
def _counts(language: Language) -> Mapping[str, int]:
    counts: Mapping[str, int] = SpellChecker(language=language).word_frequency.dictionary
    return counts


@cache
def _total(language: Language) -> int:
    return sum(_counts(language).values())
