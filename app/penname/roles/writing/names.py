"""Names by which a reader who knows the world places an author: of places, peoples and landmarks, and any
that is no word, such as a dish's, a feast's, a school's.

The probe learned what careful writers change, and knows few of these names; a strong reader knows them all.
"""

import re
from collections.abc import Iterator
from functools import cache

from penname import locations
from penname.domain.sentences import begins_sentence
from penname.domain.tokens import HYPHENATED, LETTERS, words
from penname.roles.cues.gazetteer import mention_at
from penname.roles.cues.normalized_text import NormalizedText
from penname.roles.stopwords import STOPWORDS
from penname.roles.writing.marking import Span

_LANDMARK = re.compile(
    r"(?:[A-Z][\w’'-]+ ){1,3}(?:Airport|Avenue|Bay|Beach|Bridge|Canyon|Castle|Cathedral|College|Falls"
    r"|Harbou?r|Island|Lake|Market|Mountains?|Museum|Opera|Palace|Park|River|Road|Square|Stadium|Station"
    r"|Street|Tower|University|Valley)\b"
    r"|\b(?:Loch|Lake|Mount|River) [A-Z][\w’'-]+"
)
_NOUN_BEFORE = {"Loch": "lake", "Lake": "lake", "Mount": "mountain", "River": "river"}
# Names of places that more often are something else, and the language that these texts are in.
_OTHERS = frozenset(words("best can english god march may mine much of one same say show"))
_CALENDAR = frozenset(
    words(
        "monday tuesday wednesday thursday friday saturday sunday january february march april may june july "
        "august september october november december mrs"
    )
)
_ENDINGS = ("", "s", "es", "ed", "d", "ing", "er", "ly", "y", "n")  # of known words


def landmarks(text: str) -> Iterator[tuple[Span, str]]:
    """Where names of landmarks stand, with the noun that says what each is: "Table Mountain", mountain."""
    for found in _LANDMARK.finditer(text):
        named = found.group().split(" ")
        while named[1:] and named[0].lower() in STOPWORDS:  # the sentence begins there
            del named[0]
        if named[1:]:
            noun = _NOUN_BEFORE.get(named[0], named[-1].lower())
            yield (found.end() - len(" ".join(named)), found.end()), noun


def place_names(text: str) -> Iterator[Span]:
    """Where names of places, peoples, languages and landmarks stand; some overlap."""
    careless = NormalizedText(text).careless
    for found in HYPHENATED.finditer(text):
        if found.group().casefold() in _OTHERS:
            continue
        if mention := mention_at(text, found.start(), careless):
            yield mention.start, mention.end
        elif _is_people(found.group(), careless):
            yield found.span()
    yield from (span for span, _noun in landmarks(text))


def unknown_names(text: str) -> Iterator[Span]:
    """Where words stand, inside of sentences, that are written as names and are no English words, no first or
    family names, and no brands.
    """
    for found in HYPHENATED.finditer(text):
        word = found.group()
        if word[0].isupper() and not begins_sentence(text, found.start()) and not _is_known(word):
            yield found.span()


def _is_people(word: str, careless: bool) -> bool:
    name = word.capitalize() if careless else word
    return name in _peoples() or f"{name}s" in _peoples()


def _is_known(word: str) -> bool:
    return all(
        any(part.removesuffix(ending) in _known_words() for ending in _ENDINGS if part.endswith(ending))
        for part in LETTERS.findall(word.casefold())
        if len(part) > 2
    )


@cache
def _peoples() -> frozenset[str]:
    """Names of peoples and languages, and of faiths."""
    return _listed("gazetteers/peoples.txt")


@cache
def _known_words() -> frozenset[str]:
    """In small letters."""
    files = (
        "words_en",
        "given_female_en",
        "given_male_en",
        "surnames_en",
        "gazetteers/given",
        "gazetteers/brands",
    )
    return _CALENDAR.union(word.casefold() for name in files for word in _listed(f"{name}.txt"))


def _listed(name: str) -> frozenset[str]:
    return frozenset(locations.resource(f"pseudonyms/{name}").read_text(encoding="utf-8").split())
