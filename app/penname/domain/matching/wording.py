"""The normal form of free text: which words say something, in an order that puts the main word last."""

import re
import unicodedata
from functools import lru_cache

from penname.domain.tokens import SIGNED

_POSSESSIVE = re.compile(r"(?<=\w)['’]s?\b")
_SPECIAL = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "æ": "ae", "ı": "i", "&": " and "})
_FILLER_WORDS = """
a an the my his her their own works work working worked as is am being employed job currently presently and or
some sort kind type person fulltime parttime
"""
_FILLERS = frozenset(_FILLER_WORDS.split())
_TURNING = frozenset(
    ("of", "in", "at", "for", "with", "on")
)  # "owner of a shop": the main word stands before
_KEPT_ENDINGS = ("ss", "us", "is", "ics", "ous")


def folded(text: str) -> str:
    """Lower case, without accents, with single spaces."""
    plain = text.casefold().translate(_SPECIAL)
    if not plain.isascii():
        plain = "".join(c for c in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(c))
    return " ".join(plain.split())


def normal_form(text: str, same: tuple[tuple[str, ...], ...] = ()) -> tuple[str, ...]:
    """The words of a short text that carry its meaning, singular, synonyms replaced, the main word last.

    `same` are groups of wordings, the first of each being the normal one.
    """
    words = _turned(_POSSESSIVE.sub("", _without_hours(folded(text))))
    if not same:
        return words
    form = f" {' '.join(words)} "
    for wording, normal in _replacements(same):
        form = form.replace(f" {wording} ", f" {normal} ")
    return tuple(form.split())


def _without_hours(text: str) -> str:
    return re.sub(r"\b(?:full|part)[ -]time\b", " ", text)


def _turned(text: str) -> tuple[str, ...]:
    """ "Owner of a small shop" as ("small", "shop", "owner")."""
    stretches: list[list[str]] = [[]]
    for word in SIGNED.findall(text):
        if word in _TURNING and stretches[0]:
            stretches.insert(0, [])
        elif word not in _FILLERS and word not in _TURNING:
            stretches[0].append(_singular(word))
    return tuple(word for stretch in stretches for word in stretch)


def _singular(word: str) -> str:
    if len(word) < 4 or not word.endswith("s") or word.endswith(_KEPT_ENDINGS):
        return word
    return word[:-3] + "y" if word.endswith("ies") and len(word) > 5 else word[:-1]


@lru_cache(maxsize=8)
def _replacements(same: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, str], ...]:
    """Each other wording with its normal one, the longest first."""
    pairs = {
        " ".join(_turned(_POSSESSIVE.sub("", folded(other)))): " ".join(_turned(folded(normal)))
        for normal, *others in same
        for other in others
    }
    return tuple(sorted(pairs.items(), key=lambda pair: (-len(pair[0]), pair)))
