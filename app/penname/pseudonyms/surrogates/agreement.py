"""What the words around a name ask of its stand-in (English): a gender, and what "a" and "an" ask."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import Literal

Span = tuple[int, int]
Gender = Literal["female", "male"]

_FEMALE = "she|her|hers|herself"
_MALE = "he|him|his|himself"
_PRONOUN = re.compile(rf"\b(?:(?P<female>{_FEMALE})|(?P<male>{_MALE}))\b", re.IGNORECASE)
_RELATIVE = re.compile(
    r"\b(?:(?P<female>mrs|ms|miss|mother|mum|mom|sister|daughter|wife|aunt|niece|grandmother|girlfriend)"
    r"|(?P<male>mr|father|dad|brother|son|husband|uncle|nephew|grandfather|boyfriend))[.,]?\s{1,2}$",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"\b(?P<article>an?)\s{1,2}$", re.IGNORECASE)
_BEFORE, _AFTER = 16, 120  # characters


def gender_near(text: str, same: Iterable[Span], everybody: Sequence[Span]) -> Gender | None:
    """The gender that titles, family words and pronouns give the person named at `same`; None if none does.

    A pronoun counts for the last person named before it: `everybody` are all persons of the text, in order.
    """
    votes = 0
    for begin, end in same:
        before = _RELATIVE.search(text, max(0, begin - _BEFORE), begin)
        later = bisect_left(everybody, (end, end))
        following = everybody[later][0] if later < len(everybody) else len(text)
        after = _PRONOUN.search(text, end, min(following, end + _AFTER))
        for found in filter(None, (before, after)):
            votes += 1 if found["female"] else -1
    return None if not votes else "female" if votes > 0 else "male"


def vowel_asked(text: str, start: int) -> bool | None:
    """Whether the name at `start` is to begin with a vowel ("an") or not ("a"); None where both will do."""
    found = _ARTICLE.search(text, max(0, start - 5), start)
    return None if found is None else len(found["article"]) == 2


def begins_with_vowel(name: str) -> bool | None:
    """Whether `name` takes "an"; None where its letters leave that open ("Eugene", "Una")."""
    first = name[:2].lower()
    return None if first.startswith("u") or first == "eu" else first[:1] in set("aeio")
