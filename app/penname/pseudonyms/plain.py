"""Letters without their accents and capitals: what two spellings of one name have in common."""

import unicodedata
from functools import cache

# What no decomposition takes apart.
_SPECIAL = {
    "ß": "ss", "ẞ": "ss", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i",
}  # fmt: skip


def plain(text: str) -> str:
    """`text` in small letters without marks; everything else stays."""
    if text.isascii():
        return text.lower()
    return "".join(map(plain_character, text))


@cache
def plain_character(character: str) -> str:
    """One character in small letters without its marks: none, one or several."""
    lower = character.casefold()
    if lower in _SPECIAL:
        return _SPECIAL[lower]
    folded = unicodedata.normalize("NFKD", lower)
    return "".join(c for c in folded if not unicodedata.category(c).startswith("M"))


def compact(text: str) -> str:
    """The plain letters and digits of `text`, with nothing between."""
    return "".join(filter(str.isalnum, plain(text)))
