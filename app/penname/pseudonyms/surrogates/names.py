"""Stand-ins for names, word by word: the same word is the same stand-in wherever it occurs.

"John Smith", "Mr Smith" and "Anna Smith" share what they shared before; an ending stays outside. A stand-in
keeps the gaps and capitals of its original, so that each spelling has a spelling of its own.
"""

import random
import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from penname.domain.language import Language
from penname.domain.tokens import LETTERS, STEMS
from penname.pseudonyms.entities import ORGANIZATION, OTHER, PERSON, PLACE, Entity, Kind
from penname.pseudonyms.names.lists import any_of, cues, names
from penname.pseudonyms.plain import plain
from penname.pseudonyms.surrogates.agreement import Span, gender_near, vowel_asked
from penname.pseudonyms.surrogates.guard import Guard
from penname.pseudonyms.surrogates.layout import refilled
from penname.pseudonyms.surrogates.words import ValueSets, gender_of

_STREET_ENDING = re.compile(r"(?<=[^\W\d_]{3})(?:straße|strasse|weg|platz|allee|gasse|ufer|damm|ring)$")
_FILLED = re.compile(r"[^\W_ªº]+")  # of a number: the sign of "3º" stays
_INITIALS = "ABCDEFGHIJKLMNOPQRSTUVWYZ"


class _Base(NamedTuple):
    original: str
    surrogate: str


class NameMaker:
    """Makes the stand-ins of one text's names."""

    def __init__(self, text: str, language: Language, guard: Guard, chance: random.Random) -> None:
        self._text, self._guard, self._chance = text, guard, chance
        self._sets = ValueSets(language, chance)
        self._language = language
        self._vowels: dict[str, bool] = {}  # by the first word of a name that stands after "a" or "an"
        self._called: dict[str, list[Span]] = {}  # where persons stand, by the first word of their names
        self._everybody: list[Span] = []  # all of these, in order
        self._bases: dict[str, _Base] = {}
        self._exact: dict[str, str] = {}
        self._initials: dict[str, str] = {}

    def prefer(self, originals: Iterable[tuple[str, str]]) -> None:
        """Take over stand-ins of single words from before or from elsewhere (original, surrogate)."""
        for original, surrogate in originals:
            if STEMS.fullmatch(original) and STEMS.fullmatch(surrogate):
                self._bases.setdefault(plain(original), _Base(original, surrogate))

    def learn(self, entities: Iterable[Entity]) -> None:
        """Give every word of these names a stand-in; full names first, since they tell what a word is."""
        found = sorted(entities, key=lambda e: -len(STEMS.findall(e.text)))
        spellings: dict[str, list[str]] = {}
        for entity in found:
            tokens = STEMS.findall(entity.text)
            for token in tokens:
                spellings.setdefault(plain(token), []).append(token)
            self._note_surroundings(entity, tokens)
        self._everybody = sorted(span for spans in self._called.values() for span in spans)
        for entity in found:
            tokens = STEMS.findall(entity.text)
            for index, token in enumerate(tokens):
                digits = any(map(str.isdigit, token)) if entity.kind == PLACE else token.isdigit()
                if self._stays(token, entity.kind) or len(token) == 1 or digits:
                    continue
                key = plain(token)
                if key not in self._bases:
                    usual = next((s for s in spellings[key] if not s.isupper() and not s.islower()), token)
                    role = self._role(entity, tokens, index)
                    self._bases[key] = _Base(usual, self._drawn(usual, role, self._vowels.get(key)))

    def _note_surroundings(self, entity: Entity, tokens: list[str]) -> None:
        if self._language != "en" or not tokens:
            return
        key = plain(tokens[0])
        vowel = vowel_asked(self._text, entity.start)
        if vowel is not None:
            self._vowels.setdefault(key, vowel)
        if entity.kind == PERSON:
            self._called.setdefault(key, []).append((entity.start, entity.end))

    def stand_in(self, entity: Entity) -> str:
        """The stand-in of a name in the spelling of `entity`."""
        if all(self._stays(token, entity.kind) for token in STEMS.findall(entity.text)):
            return self._whole(entity.text)
        return STEMS.sub(lambda match: self._word(match.group(), entity), entity.text)

    def parts(self, entity: Entity) -> list[tuple[str, str]]:
        """The words of a person's name that may come back alone, with their stand-ins."""
        return [
            (token, self._word(token, entity))
            for token in STEMS.findall(entity.text)
            if len(token) > 1 and not token.isdigit() and not self._stays(token, entity.kind)
        ]

    def _word(self, token: str, entity: Entity) -> str:
        if self._stays(token, entity.kind):
            return token
        if token.isdigit():
            return self._number(token)
        if len(token) == 1 and token.isalpha():
            return self._initial(token)
        if entity.kind == PLACE and any(map(str.isdigit, token)):
            return self._number(token)  # "4b", "3OG": of a house or a floor
        base = self._bases.get(plain(token))
        surrogate = _styled(base, token) if base else None
        if surrogate is None:
            surrogate = self._exact.get(token) or self._drawn(token, "invented")
            self._exact[token] = surrogate
        return surrogate

    def _whole(self, written: str) -> str:
        if written not in self._exact:
            self._exact[written] = self._drawn(written, "invented")
        return self._exact[written]

    def _drawn(self, original: str, role: str, vowel: bool | None = None) -> str:
        ending = _STREET_ENDING.search(original) if role == "place" else None
        tail = ending.group() if ending else ""
        name = self._sets.draw(role, lambda value: self._guard.allows(value + tail), vowel)
        self._guard.take(name + tail)
        name += tail
        if original.islower():
            return name.lower()
        return name.upper() if original.isupper() and len(original) > 1 else name

    def _number(self, digits: str) -> str:
        if digits not in self._exact:
            used = set(self._exact.values())
            others = (
                _FILLED.sub(lambda run: refilled(run.group(), self._chance), digits) for _ in range(1000)
            )
            free = (other for other in others if other not in used and other != digits)
            self._exact[digits] = next(free, str(self._chance.randrange(10**6, 10**9)))
        return self._exact[digits]

    def _initial(self, letter: str) -> str:
        """Another letter for each letter; that of the stand-in of a name which begins so, if it is free."""
        upper = letter.upper()
        if upper not in self._initials and upper.isascii():
            begun = [b.surrogate[0].upper() for b in self._bases.values() if b.original[0].upper() == upper]
            shuffled = self._chance.sample(_INITIALS, len(_INITIALS))
            free = (c for c in (*begun, *shuffled) if c not in self._initials.values() and c != upper)
            self._initials[upper] = next(free, upper)
        other = self._initials.get(upper, upper)
        return other if letter.isupper() else other.lower()

    def _role(self, entity: Entity, tokens: list[str], index: int) -> str:
        key, lists = plain(tokens[index]), names()
        if entity.kind == PLACE:
            return "country" if len(tokens) == 1 and _is_country(entity.text) else "place"
        if entity.kind != PERSON:
            known = key in lists.surnames and key not in lists.surname_words
            return "surname" if known and entity.kind == ORGANIZATION else "invented"
        titled = _title().search(self._text, max(0, entity.start - 14), entity.start)
        alone = len(tokens) == 1 and (titled or (key not in lists.given and key in lists.surnames))
        if alone or (index and index == len(tokens) - 1):
            return "surname"
        near = None
        if (key in lists.female) == (key in lists.male):
            near = gender_near(self._text, self._called.get(key, ()), self._everybody)
        return near or gender_of(tokens[index]) or self._chance.choice(("female", "male"))

    def _stays(self, token: str, kind: Kind) -> bool:
        key = plain(token)
        if kind == OTHER:
            return False
        if token in names().particles or token.lower() in ("s", "d", "l"):
            return True
        if kind == PLACE:
            return key in _place_words()
        return kind == ORGANIZATION and (key in _organization_words() or key in names().small)


def _styled(base: _Base, token: str) -> str | None:
    """The stand-in of `base` with the capitals of `token`; None if these are neither usual nor all alike."""
    if token == base.original:
        return base.surrogate
    if token == base.original.upper() and len(token) > 1:
        return base.surrogate.upper() if base.surrogate != base.surrogate.upper() else None
    if token == base.original.lower():
        return base.surrogate.lower() if base.surrogate != base.surrogate.lower() else None
    return None


def _is_country(written: str) -> bool:
    from penname.roles.cues import gazetteer  # reads the place names: a second, only where there are places

    mention = gazetteer.mention_at(written, 0)
    return mention is not None and mention.places[0].kind == "country"


@cache
def _title() -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){any_of('titles')}\.?\s{{1,2}}$", re.IGNORECASE)


@cache
def _place_words() -> frozenset[str]:
    return names().place_words | names().address_words | names().small


@cache
def _organization_words() -> frozenset[str]:
    """Legal forms and kinds of houses, as single words."""
    written = [*cues()["organization_endings"]["words"], *cues()["organization_beginnings"]["words"]]
    return frozenset(plain(word) for pattern in written for word in LETTERS.findall(pattern) if len(word) > 1)
