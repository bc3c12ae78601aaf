"""Names made whole: what belongs to one that was found in part, and tells as much as the rest of it."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

import msgspec

from penname.domain.language import Language, language_of
from penname.pseudonyms.entities import NAMES, PERSON, PLACE, Entity
from penname.pseudonyms.labelling.vocabulary import commonness
from penname.pseudonyms.names.lists import names
from penname.pseudonyms.plain import plain

_LETTERS = r"[^\W\d_]"
_BEFORE = re.compile(rf"(?<!\w){_LETTERS}+(?:[\-‑]{_LETTERS}+)*[\-‑]$")
_BEHIND = re.compile(rf"(?:[\-‑]|['’](?={_LETTERS}{{2}}))({_LETTERS}+)(?!\w)")
_PARTICLES = (
    r"(?:van(?: de[rn]?)?|von(?: de[rnm]?)?|de(?: la| los| las)?|del|della|di|da|dos|ter|ten|bin|ibn|el)"
)
_FOLLOWING = re.compile(rf"[ \u00a0](?P<particle>{_PARTICLES}[ \u00a0])?(?P<word>{_LETTERS}+)(?!\w)")
_STREET = re.compile(
    r"(?:stra(?:ß|ss)e|str\.?|weg|gasse|platz|allee|ring|damm|ufer|gürtel|steig)$|"
    r"^(?:rue|allées?|avenue|av\.?|boulevard|bd|chemin|impasse|quai|route|cours|place|square|"
    r"calle|c/|avenida|avda\.?|plaza|paseo|camino|carretera|carrera|cra\.?|pasaje|jalan|via|rua)\b|"
    r"\b(?:street|st|road|rd|avenue|ave|lane|ln|drive|close|crescent|terrace|way|court|grove)\.?$",
    re.IGNORECASE,
)
_NUMBER_BEFORE = re.compile(
    r"(?<![\w.,])(?:no\.? ?|n[.º°]+ ?|#)?\d{1,5} ?(?:[a-zªº]|bis|ter)?,? $", re.IGNORECASE
)
_NUMBER_BEHIND = re.compile(r"\.?,? (?:n\.?[º°] ?)?\d{1,4}(?: ?[a-z])?(?![\w:%€$£]|[.,]\d)")
_BETWEEN = re.compile(
    r"(?=[^\n]*\d),? ?(?:[\w.º°ª/\-]{1,12},? ?){1,5}"
)  # of an address: floor, door, postcode
_REACH = 48  # characters to either side in which the rest of a name is looked for
_FARTHEST = 28  # characters between two parts of an address


def make_whole(text: str, found: Sequence[Entity]) -> Iterator[Entity]:
    """Each name of `found` that goes on beside what was found of it, with all of it."""
    language = language_of(text)
    persons = frozenset(entity.start for entity in found if entity.kind == PERSON)
    for entity in found:
        if entity.kind in NAMES:
            start, end = _compound(text, entity.start, entity.end)
            if entity.kind == PERSON:
                end = _person(text, end, language, persons)
            if entity.kind == PLACE:
                start, end = _address(text, start, end)
            if (start, end) != (entity.start, entity.end):
                yield msgspec.structs.replace(entity, start=start, end=end, text=text[start:end])
    yield from _joined(text, [entity for entity in found if entity.kind == PLACE])


def is_full_name(written: str) -> bool:
    """Whether it begins with a known given name and ends with a known family name."""
    words = written.split()
    return len(words) > 1 and plain(words[0]) in names().given and is_family_name(words[-1])


def is_family_name(word: str) -> bool:
    """Whether a capitalized word is a family name and nothing else."""
    lists, key = names(), plain(word)
    is_word_too = key in lists.surname_words or key in lists.small
    return word[0].isupper() and key in lists.surnames and not is_word_too


def _compound(text: str, start: int, end: int) -> tuple[int, int]:
    """ "Ostsee-" before "Sparkasse", "'asavalu" behind "Fa": parts of one word."""
    before = _BEFORE.search(text, max(0, start - _REACH), start)
    if before and before.group()[0].isupper():
        start = before.start()
    while behind := _BEHIND.match(text, end):
        if text[end] in "-‑" and not behind.group(1)[0].isupper():
            break
        end = behind.end()
    return start, end


def _person(text: str, end: int, language: Language, persons: frozenset[int]) -> int:
    """Over the family name that follows; behind a particle also over a found name or an unknown word."""
    while match := _FOLLOWING.match(text, end):
        word = match["word"]
        unknown = len(word) > 2 and word.istitle() and commonness(word, language) is None
        named = match.start("word") in persons or unknown
        if not (is_family_name(word) or (match["particle"] and named)):
            break
        end = match.end()
    return end


def _address(text: str, start: int, end: int) -> tuple[int, int]:
    """Over the number of the house."""
    if _STREET.search(text[start:end]):
        before = _NUMBER_BEFORE.search(text, max(0, start - _REACH), start)
        behind = _NUMBER_BEHIND.match(text, end)
        if behind:
            end = behind.end()
        elif before and not text[start:end][-1].isdigit():
            start = before.start()
    return start, end


def _joined(text: str, places: Iterable[Entity]) -> Iterator[Entity]:
    """Two parts of one address, and what stands between them."""
    for last, place in pairwise(places):
        near = 2 < place.start - last.end <= _FARTHEST
        if near and _BETWEEN.fullmatch(text, last.end, place.start):
            yield msgspec.structs.replace(last, end=place.end, text=text[last.start : place.end])
