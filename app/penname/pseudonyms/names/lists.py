"""The lists of names and cues under resources/pseudonyms/, read when first asked for. Keys are `plain`."""

import re
import tomllib
from functools import cache
from typing import Any, NamedTuple

from penname import locations
from penname.pseudonyms.plain import plain


class Names(NamedTuple):
    """All lists. `female` and `male` tell how far down a name is in them.

    `words` are given names, and `surname_words` family names, that are words as well. `english` are English
    words, `things`, `offices`, `openers` and `groups` some whose capitals say nothing (small_words.toml).
    """

    female: dict[str, int]
    male: dict[str, int]
    given: frozenset[str]
    surnames: frozenset[str]
    words: frozenset[str]
    surname_words: frozenset[str]
    small: frozenset[str]
    nobody: frozenset[str]
    place_words: frozenset[str]
    address_words: frozenset[str]
    determiners: frozenset[str]
    english: frozenset[str]
    things: frozenset[str]
    offices: frozenset[str]
    openers: frozenset[str]
    groups: frozenset[str]
    calendar: frozenset[str]
    titles: frozenset[str]
    particles: frozenset[str]
    before_months: frozenset[str]


@cache
def names() -> Names:
    """The lists, all languages together: people carry their names wherever they go."""
    given = _toml("given_names")
    family = _toml("surnames")
    female = _ranks("given_female_en") | dict.fromkeys(_sets(given, "female"), 0)
    male = _ranks("given_male_en") | dict.fromkeys(_sets(given, "male"), 0)
    small_words = _toml("small_words")
    calendar = _set(small_words["calendar"])
    small = _set(small_words["small"]) | calendar
    return Names(
        female,
        male,
        _set(given["more"]["any"]).union(female, male),
        _file("surnames_en") | _set(" ".join(value for key, value in family.items() if key != "words")),
        _set(" ".join(given["words"].values())) | calendar,
        _set(family["words"]) | calendar,
        small,
        _set(cues()["nobody"]["words"]) | small,
        _set(small_words["place"]),
        _set(small_words["address"]),
        _set(small_words["determiners"]),
        _file("words_en") | _set(small_words["young"]) | _set(small_words["offices"]),
        _set(small_words["things"]) | calendar,
        _set(small_words["offices"]),
        _set(small_words["openers"]),
        _set(small_words["groups"]),
        calendar,
        frozenset(title for titles in cues()["titles"].values() for title in titles if title.isalpha()),
        _set(small_words["particles"]),
        _set(small_words["before_months"]),
    )


@cache
def cues() -> dict[str, dict[str, Any]]:
    """The cues of name_cues.toml."""
    return _toml("name_cues")


def any_of(name: str) -> str:
    """A pattern for any cue of this name, in any language, longest first."""
    found = [cue for language in cues()[name].values() for cue in language]
    return "(?:" + "|".join(sorted(found, key=len, reverse=True)) + ")"


@cache
def cue(name: str, before: str = r"(?<![^\W_])", after: str = r"\s{1,2}") -> re.Pattern[str]:
    """A pattern for a cue with what must stand before and after it; capitals do not matter."""
    return re.compile(before + any_of(name) + after, re.IGNORECASE | re.MULTILINE)


def _sets(table: dict[str, Any], name: str) -> frozenset[str]:
    return frozenset().union(*(_set(language[name]) for language in table.values() if name in language))


def _set(words: str) -> frozenset[str]:
    return frozenset(map(plain, words.split()))


def _file(name: str) -> frozenset[str]:
    _, _, words = locations.resource(f"pseudonyms/{name}.txt").read_text(encoding="utf-8").partition("\n")
    return _set(words)


def _ranks(name: str) -> dict[str, int]:
    _, _, words = locations.resource(f"pseudonyms/{name}.txt").read_text(encoding="utf-8").partition("\n")
    return {word: rank for rank, word in enumerate(words.split())}


def _toml(name: str) -> dict[str, Any]:
    return tomllib.loads(locations.resource(f"pseudonyms/{name}.toml").read_text(encoding="utf-8"))
