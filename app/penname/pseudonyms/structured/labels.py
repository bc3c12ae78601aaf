"""Words before a number that say what it is, in English, German, French and Spanish, and the gaps between."""

import re
import tomllib
from functools import cache

from penname import locations
from penname.domain.tokens import LETTERS

# What may stand between the groups of a number: spaces of any width, hyphens, dots, one line break.
GAP = r"(?:[ \u00a0\u2007\u2009\u202f]{0,2}(?:[\-‐‑–.][ \u00a0]?)?(?:\r?\n[ \t>]{0,4})?)"
# What may stand between a label and what it labels.
_BETWEEN = (
    r"(?:[\s:=#.,()\[\]\-–—*_\"'“”«»]|\b(?:is|was|are|ist|war|lautet|est|était|es|era|no|nr|n|num|number|"
    r"nummer|numéro|número|the|my|der|die|le|la|el|del|de|du|und|and|et|y|as|of|von|on|am)\b|n\.?[°º]|№){0,10}"
)
_REACH = 64  # characters before a value in which its label is looked for
_SENTENCE_END = re.compile(r"\n|[;!?]\s|[^\W\d_]{4,}\.\s+\w")


def any_of(name: str) -> str:
    """The alternatives of a list of this name, for a pattern."""
    return "|".join(word for language in _labels()[name].values() for word in language)


@cache
def label(name: str) -> re.Pattern[str]:
    """The pattern for a label of this name (resources/pseudonyms/labels.toml), before what it labels."""
    return re.compile(rf"(?<![^\W_])(?:{any_of(name)}){_BETWEEN}$", re.IGNORECASE)


@cache
def _labels() -> dict[str, dict[str, list[str]]]:
    return tomllib.loads(locations.resource("pseudonyms/labels.toml").read_text(encoding="utf-8"))


def has_label(text: str, start: int, name: str) -> bool:
    """Whether a label of this name stands directly before `start`."""
    return label(name).search(text, max(0, start - _REACH), start) is not None


def words_since(text: str, start: int, name: str) -> int | None:
    """How many words lie between the last label of this name and `start`, connecting words not counted.

    None where there is no label in the same sentence, or another number stands between.
    """
    begin = max(0, start - _REACH)
    end = max((match.end() for match in _anywhere(name).finditer(text, begin, start)), default=None)
    if end is None:
        return None
    between = text[end:start]
    words = content_words(between)
    if any(map(str.isdigit, between)) or (words and _SENTENCE_END.search(between)) or "\n\n" in between:
        return None
    return len(words)


def content_words(between: str) -> list[str]:
    """The words of `between` that take a number away from its label: all but connecting ones."""
    return [word for word in LETTERS.findall(between.lower()) if word not in _connectors()]


@cache
def _anywhere(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![^\W_])(?:{any_of(name)})(?![^\W\d_])", re.IGNORECASE)


@cache
def _connectors() -> frozenset[str]:
    return frozenset(word for language in _labels()["connectors"].values() for word in language)
