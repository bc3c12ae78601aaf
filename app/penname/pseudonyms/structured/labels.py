"""Words before a number that say what it is, in English, German, French and Spanish, and the gaps between."""

import re
import tomllib
from functools import cache

from penname import locations

# What may stand between the groups of a number: spaces of any width, hyphens, dots, one line break.
GAP = r"(?:[ \u00a0\u2007\u2009\u202f]{0,2}(?:[\-‐‑–.][ \u00a0]?)?(?:\r?\n[ \t>]{0,4})?)"
# What may stand between a label and what it labels.
_BETWEEN = (
    r"(?:[\s:=#.,()\[\]\-–—*_\"'“”«»]|\b(?:is|was|are|ist|war|lautet|est|était|es|era|no|nr|n|num|number|"
    r"nummer|numéro|número|the|my|der|die|le|la|el|del|de|du|und|and|et|y|as|of|von|on|am)\b|n\.?[°º]|№){0,10}"
)
_REACH = 64  # characters before a value in which its label is looked for


@cache
def label(name: str) -> re.Pattern[str]:
    """The pattern for a label of this name (resources/pseudonyms/labels.toml), before what it labels."""
    words = [word for language in _labels()[name].values() for word in language]
    return re.compile(rf"(?<![^\W_])(?:{'|'.join(words)}){_BETWEEN}$", re.IGNORECASE)


@cache
def _labels() -> dict[str, dict[str, list[str]]]:
    return tomllib.loads(locations.resource("pseudonyms/labels.toml").read_text(encoding="utf-8"))


def has_label(text: str, start: int, name: str) -> bool:
    """Whether a label of this name stands directly before `start`."""
    return label(name).search(text, max(0, start - _REACH), start) is not None
