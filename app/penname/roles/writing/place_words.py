"""Words by which a reader who knows the world places an author: names of places, peoples and landmarks.

The probe learned what careful writers change, and knows few of these names; a strong reader knows them all.
"""

import re
from collections.abc import Iterator
from functools import cache

from penname import locations
from penname.domain.tokens import HYPHENATED, words
from penname.roles.cues.gazetteer import mention_at
from penname.roles.cues.normalized_text import NormalizedText
from penname.roles.writing.marking import Span

_LANDMARK = re.compile(
    r"(?:[A-Z][\w’'-]+ ){1,3}(?:Airport|Avenue|Bay|Beach|Bridge|Canyon|Castle|Cathedral|College|Falls"
    r"|Harbou?r|Island|Lake|Market|Mountains?|Museum|Opera|Palace|Park|River|Road|Square|Stadium|Station"
    r"|Street|Tower|University|Valley)\b"
    r"|\b(?:Loch|Lake|Mount|River) [A-Z][\w’'-]+"
)
# Names of places that more often are something else, and the language that these texts are in.
_OTHERS = frozenset(words("best can english god march may mine much of one same say show"))


def place_words(text: str) -> Iterator[Span]:
    """Where such words stand; some overlap."""
    careless = NormalizedText(text).careless
    for found in HYPHENATED.finditer(text):
        if found.group().casefold() in _OTHERS:
            continue
        if mention := mention_at(text, found.start(), careless):
            yield mention.start, mention.end
        elif _is_people(found.group(), careless):
            yield found.span()
    yield from (found.span() for found in _LANDMARK.finditer(text))


def _is_people(word: str, careless: bool) -> bool:
    name = word.capitalize() if careless else word
    return name in _peoples() or f"{name}s" in _peoples()


@cache
def _peoples() -> frozenset[str]:
    """Names of peoples and languages, and of faiths."""
    names = locations.resource("pseudonyms/gazetteers/peoples.txt").read_text(encoding="utf-8").split()
    return frozenset(names)
