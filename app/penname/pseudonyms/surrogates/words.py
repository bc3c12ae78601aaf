"""Value sets for names (GEN_rand): drawn without return, then invented when a set is used up."""

import random
import tomllib
from collections.abc import Callable
from functools import cache
from typing import get_args

from penname import locations
from penname.domain.language import Language
from penname.pseudonyms.names.lists import names
from penname.pseudonyms.plain import plain
from penname.pseudonyms.surrogates.addresses import invented_word
from penname.pseudonyms.surrogates.agreement import Gender, begins_with_vowel

_ATTEMPTS = 10_000


class ValueSets:
    """Draws names of one language; `chance` decides which."""

    def __init__(self, language: Language, chance: random.Random) -> None:
        self._language, self._chance = language, chance
        self._open: dict[str, list[str]] = {}

    def draw(self, name: str, allows: Callable[[str], bool], vowel: bool | None = None) -> str:
        """The next value of the set `name` that `allows` lets pass, or an invented one.

        With `vowel` it begins with a vowel, or (False) with a consonant.
        """
        values = self._open.setdefault(name, self._shuffled(name))
        for value in tuple(values):
            if vowel is not None and begins_with_vowel(value) is not vowel:
                continue
            values.remove(value)
            if allows(value):
                return value
        for _ in range(_ATTEMPTS):
            value = invented_word(self._chance, self._chance.randrange(5, 8)).capitalize()
            if vowel:  # invented words begin with a consonant
                value = self._chance.choice("AEIO") + value[1:].lstrip("aeiour")
            if allows(value):
                return value
        raise RuntimeError("No stand-in is left")

    def _shuffled(self, name: str) -> list[str]:
        listed = _sets().get(name, {}).get(self._language, "").split()
        values = [value for value in listed if value.isalpha() and value[-1] not in "sxz"]
        self._chance.shuffle(values)
        return values


def gender_of(name: str) -> Gender | None:
    """The gender of a given name by the value sets and the lists of names; None for a name in neither."""
    genders: tuple[Gender, ...] = get_args(Gender)
    for gender in genders:
        if name in _all_of(gender):
            return gender
    female, male = (ranks.get(plain(name)) for ranks in (names().female, names().male))
    if female is None and male is None:
        return None
    return "male" if female is None or (male is not None and male < female) else "female"


@cache
def _all_of(name: str) -> frozenset[str]:
    """The values of a set in all languages."""
    return frozenset(value for listed in _sets()[name].values() for value in listed.split())


@cache
def _sets() -> dict[str, dict[str, str]]:
    return tomllib.loads(locations.resource("pseudonyms/surrogates.toml").read_text(encoding="utf-8"))
