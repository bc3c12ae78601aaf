"""What a repeated text may change (REP_gen): small words that a stand-in's gender or first letter decides.

Everything else is held to the text. A choice is open where a stand-in before it is of another gender than the
name it stands for; where both agree, a weak model could only do harm.
"""

import re

from penname.domain.language import Language, language_of
from penname.domain.tokens import LETTERS, STEMS
from penname.engine.grammar import Fixed, Node, OneOf, Sequence
from penname.pseudonyms.entities import PERSON
from penname.pseudonyms.mapping import Mapping
from penname.pseudonyms.matching import FoundSurrogate, SurrogateMatcher
from penname.pseudonyms.surrogates.agreement import Span, begins_with_vowel, gender_near
from penname.pseudonyms.surrogates.words import gender_of

_REACH = 160  # characters after a stand-in in which small words may change
_ARTICLE = re.compile(r"((?<!\S)a|(?:^|(?<=[.!?]\s)|(?<=\n))A)n?(\s{1,2})$")
# Words of one gender, and those that say the same of the other.
_OTHERS: dict[Language, dict[str, tuple[str, ...]]] = {
    "en": {
        "he": ("she",), "she": ("he",), "him": ("her",), "her": ("him", "his"), "his": ("her", "hers"),
        "hers": ("his",), "himself": ("herself",), "herself": ("himself",),
    },
    "de": {
        "er": ("sie",), "sie": ("er", "ihn"), "ihn": ("sie",), "ihm": ("ihr",), "ihr": ("ihm", "sein"),
        "sein": ("ihr",), "seine": ("ihre",), "seinen": ("ihren",), "seiner": ("ihrer",), "ihre": ("seine",),
        "ihren": ("seinen",), "ihrer": ("seiner",),
    },
    "fr": {"il": ("elle",), "elle": ("il", "lui")},
    "es": {"él": ("ella",), "ella": ("él",)},
}  # fmt: skip


def with_articles(part: str, mapping: Mapping) -> str:
    """`part`, an English text with stand-ins, with "a" or "an" before each as its first letter asks."""
    if language_of(part) != "en":
        return part
    written = part
    for one in reversed(list(SurrogateMatcher(mapping.pairs).find(part))):
        article = _ARTICLE.search(part, max(0, one.start - 6), one.start)
        vowel = begins_with_vowel(part[one.start : one.end])
        if article is not None and vowel is not None:
            right = article[1] + ("n" if vowel else "") + article[2]
            written = written[: article.start()] + right + written[one.start :]
    return written


def repeating(part: str, mapping: Mapping) -> Node | None:
    """The grammar of a repetition of `part`, a text with stand-ins; None where nothing in it is open."""
    others = _OTHERS[language_of(part)]
    people = [one for one in SurrogateMatcher(mapping.pairs).find(part) if one.pairs[0].kind == PERSON]
    places = [(one.start, one.end) for one in people]
    changed = [one.end for one in people if _is_of_another_gender(one, part, places)]
    items: list[Node] = []
    written = 0
    for match in LETTERS.finditer(part):
        word = match.group()
        if word.isupper() or word.lower() not in others:
            continue
        if any(start <= match.start() < end for start, end in places):
            continue
        if any(end <= match.start() <= end + _REACH for end in changed):
            options = (word.lower(), *others[word.lower()])
            spelled = (option.capitalize() if word[0].isupper() else option for option in options)
            items += [Fixed(part[written : match.start()]), OneOf(tuple(Fixed(one) for one in spelled))]
            written = match.end()
    return Sequence((*items, Fixed(part[written:]))) if items else None


def _is_of_another_gender(found: FoundSurrogate, part: str, people: list[Span]) -> bool:
    pair = found.pairs[0]
    before, now = (gender_of(next(iter(STEMS.findall(name)), "")) for name in (pair.original, pair.surrogate))
    before = before or gender_near(part, [(found.start, found.end)], people)
    return before is not None and now is not None and before != now
