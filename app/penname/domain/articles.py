""" "A" or "an", by the sound the next word begins with."""

import re

from penname.domain.language import language_of

_VOWEL = re.compile(r"(?!(?:uni|use|eu|one\b))[aeiou]|8|1[18]\b|h(?:our|onest)", re.IGNORECASE)
_SPELLED = re.compile(r"[AEFHILMNORSX][A-Z]+\b|U[A-Z]+\b")  # "an NHS manager", "a UN driver"
_LONGEST = 8  # characters of an article and the space behind it
_LAST = re.compile(r"(?<![\w'’.-])(an?)([ \t]*)$", re.IGNORECASE)
_INNER = re.compile(r"(?<![\w'’.-])(an?)(?=[ \t]+(\w+))", re.IGNORECASE)
_DETERMINER = re.compile(
    r"(?:an?|the|my|our|your|his|her|their|its|this|that|these|those|some(?:one|body|thing)?)\b",
    re.IGNORECASE,
)
_NEXT = re.compile(r"[ \t]*(?=\w)")
# "a" is a word in many languages; these are hardly any other's.
_ENGLISH = re.compile(r"\b(?:the|and|my|was|with|have|this|that|i['’]m|i am|it['’]s)\b", re.IGNORECASE)


def article(written: str, following: str) -> str:
    """The article that fits `following`, with a capital where the one `written` before had it."""
    if spelled := _SPELLED.match(following):
        found = "a" if spelled.group().startswith("U") else "an"
    else:
        found = "an" if _VOWEL.match(following) else "a"
    return found.capitalize() if written[0].isupper() else found


def with_fitting_articles(phrase: str) -> str:
    """An English phrase with each article as the word behind it asks."""
    return _INNER.sub(lambda match: article(match[1], match[2]), phrase)


def fitting_end(text: str, start: int, end: int, following: str) -> tuple[int, str] | None:
    """Where the last word of `text[start:end]` begins, and what must stand from there on, if that is an
    article that does not fit what is to follow; None where all is well.

    Before another article, or a word that stands for one, none fits: "a" goes before "a task" and "my job".
    """
    last, begins = _LAST.search(text, max(start, end - _LONGEST), end), _NEXT.match(following)
    if last is None or begins is None or not (last[2] or begins.group()):
        return None
    if last[1].islower() and _DETERMINER.match(following, begins.end()):
        return last.start(), ""
    fitting = article(last[1], following[begins.end() :])
    return None if fitting == last[1] else (last.start(), fitting + last[2])


def has_english_articles(text: str) -> bool:
    """Whether "a" and "an" in `text` are what they are in English."""
    return bool(_ENGLISH.search(text)) and language_of(text) == "en"
