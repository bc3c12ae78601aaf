"""Word lists and patterns that ship with Penname (`resources/cues/`), read once."""

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from penname import locations
from penname.domain.number_words import DECADE, NUMBER

_NAMED = re.compile(r"\{([a-z_]+)\}")
_BLANK = re.compile(r"\[(?:\\.|[^\]\\])*\]|\(\?<[=!][^)]*\)| \??")
_BLANKS = {" ": "[ ]{1,3}", " ?": "[ ]{0,3}"}


@cache
def lines(name: str) -> frozenset[str]:
    """The entries of a list with one per line; lines that begin with # are remarks."""
    text = locations.resource(f"cues/{name}").read_text(encoding="utf-8")
    return frozenset(line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#"))


@cache
def tokens(name: str) -> frozenset[str]:
    """The entries of a list with many a line."""
    return frozenset(word for line in lines(name) for word in line.split())


def any_of(words: Iterable[str]) -> str:
    """A pattern for any of the words, the longest first."""
    listed = (re.escape(word).replace(r"\ ", " ") for word in words)
    return f"(?:{'|'.join(sorted(listed, key=len, reverse=True))})"


def listed_words(words: str) -> list[str]:
    """The words of a list with commas."""
    return [word for word in re.split(r",\s*|\n\s*", words.strip()) if word]


@cache
def compiled(source: str) -> re.Pattern[str]:
    """A pattern over `NormalizedText.low`, where a blank outside classes and look-behinds is one to three."""
    return re.compile(_BLANK.sub(lambda blank: _BLANKS.get(blank.group(), blank.group()), source))


def filled(source: str, words: Mapping[str, str]) -> str:
    """A pattern of a table with `{name}` replaced by that entry of [words], and its lines joined."""
    return _NAMED.sub(lambda named: words[named[1]], source.replace("\n", ""))


def word_patterns(table: Mapping[str, Any], known: Mapping[str, str]) -> dict[str, str]:
    """The entries of [lists], as alternations, and of [words], which may name what stands above them."""
    found = dict(known)
    for name, source in table.get("lists", {}).items():
        found[name] = any_of(listed_words(source))
    for name, source in table.get("words", {}).items():
        found[name] = filled(source, found)
    return found


def read_table(name: str) -> dict[str, Any]:
    return tomllib.loads(locations.resource(f"cues/{name}.toml").read_text(encoding="utf-8"))


@cache
def shared_words() -> Mapping[str, str]:
    """The patterns that every table may name: those of `words.toml`, numbers, decades and fields of study."""
    known = {"number": NUMBER, "decade": DECADE, "study": any_of(lines("studies.txt"))}
    return word_patterns(read_table("words"), known)


@cache
def phrase(name: str) -> re.Pattern[str]:
    """One of the shared patterns, compiled."""
    return compiled(shared_words()[name])
