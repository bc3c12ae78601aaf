"""Generate: a mapping for the entities of a text (GPF's GEN_rand), or placeholders for them.

Every spelling of an entity is a pair of its own, so that what was replaced comes back byte for byte;
spellings of one entity get spellings of one stand-in.
"""

import datetime as dt
import random
from collections.abc import Mapping as Dictionary
from collections.abc import Sequence

from penname.domain.language import language_of
from penname.pseudonyms.dates import read_date, read_month, write_like, write_month_like
from penname.pseudonyms.entities import NAMES, PERSON, Entity
from penname.pseudonyms.kinds import identifier_kind
from penname.pseudonyms.mapping import Mapping, Pair
from penname.pseudonyms.plain import compact
from penname.pseudonyms.surrogates.addresses import invented_word
from penname.pseudonyms.surrogates.guard import Guard
from penname.pseudonyms.surrogates.layout import refilled, relaid
from penname.pseudonyms.surrogates.names import NameMaker
from penname.pseudonyms.surrogates.placeholders import placeholders

_TRIES = 60
_NEAREST, _FARTHEST = 40, 700  # days by which dates are moved: the age stays about right


def generate(
    text: str,
    entities: Sequence[Entity],
    known: Mapping = Mapping(),  # noqa: B008 (a frozen value)
    *,
    visible: bool = False,
    seed: int = 0,
    suggested: Dictionary[str, str] | None = None,
    refused: Sequence[str] = (),
) -> Mapping:
    """`known` and a pair for every spelling that it lacks. `suggested` are a model's stand-ins for names.

    `refused` are stand-ins that are not drawn again.

    With `visible`, placeholders. The same arguments give the same mapping.
    """
    guard = Guard(text, (*(pair.original for pair in known.pairs), *(entity.text for entity in entities)))
    for pair in known.pairs:
        guard.take(pair.surrogate)
    for surrogate in refused:
        guard.take(surrogate)
    if visible:
        pairs = placeholders(entities, known.pairs, guard)
        return Mapping((*known.pairs, *pairs), placeholders=True, days=known.days)
    return _Generation(text, known, guard, seed).run(entities, suggested or {})


class _Generation:
    def __init__(self, text: str, known: Mapping, guard: Guard, seed: int) -> None:
        self._text, self._known, self._guard = text, known, guard
        self._chance = random.Random(seed)
        self._made: dict[str, Pair] = {pair.original: pair for pair in known.pairs}
        self._used = {pair.surrogate for pair in known.pairs}
        self._numbers = {
            (pair.kind, compact(pair.original)): compact(pair.surrogate)
            for pair in known.pairs
            if pair.kind not in NAMES
        }
        self._days = known.days

    def run(self, entities: Sequence[Entity], suggested: Dictionary[str, str]) -> Mapping:
        names = NameMaker(self._text, language_of(self._text), self._guard, self._chance)
        names.prefer((pair.original, pair.surrogate) for pair in self._known.pairs if pair.kind in NAMES)
        names.prefer(self._allowed(suggested))
        named = [entity for entity in entities if entity.kind in NAMES]
        names.learn(named)
        self._dates([entity for entity in entities if identifier_kind(entity.kind).is_date])
        for entity in entities:
            if entity.text not in self._made:
                surrogate = names.stand_in(entity) if entity.kind in NAMES else self._identifier(entity)
                self._add(entity, surrogate)
        parts: list[Pair] = []
        for entity in named:
            if entity.kind == PERSON and entity.text in self._made:
                for original, surrogate in names.parts(entity):
                    if original not in self._made and surrogate not in self._used:
                        self._used.add(surrogate)
                        self._made[original] = Pair(original, surrogate, PERSON, part=True)
                        parts.append(self._made[original])
        return Mapping(tuple(self._made.values()), days=self._days)

    def _add(self, entity: Entity, surrogate: str) -> None:
        """Note a pair; a stand-in that is in use already for another spelling is replaced by a new one."""
        while surrogate in self._used or surrogate == entity.text:
            surrogate = invented_word(self._chance, 8)
        self._used.add(surrogate)
        self._made[entity.text] = Pair(entity.text, surrogate, entity.kind)

    def _allowed(self, suggested: Dictionary[str, str]) -> list[tuple[str, str]]:
        allowed: list[tuple[str, str]] = []
        for original, surrogate in suggested.items():
            if surrogate.isalpha() and surrogate[-1:] not in "sxz" and self._guard.allows(surrogate):
                self._guard.take(surrogate)
                allowed.append((original, surrogate))
        return allowed

    def _identifier(self, entity: Entity) -> str:
        kind = identifier_kind(entity.kind)
        key = (entity.kind, compact(entity.text))
        if key in self._numbers and len(self._numbers[key]) == len(key[1]):
            laid = relaid(entity.text, self._numbers[key].upper())
            if laid not in self._used and not kind.is_spelled:
                return laid
        shared = frozenset(_words(entity.text)) if kind.keeps_words else frozenset()
        surrogate = entity.text
        for attempt in range(_TRIES):
            if attempt < _TRIES // 2 and key[1]:
                surrogate = kind.another(entity.text, self._chance, self._text)
            else:  # too short to have another one of its form, or without letters
                surrogate = invented_word(self._chance)
            if surrogate != entity.text and self._guard.allows(surrogate, shared):
                break
        self._guard.take(surrogate)
        self._numbers[key] = compact(surrogate)
        return surrogate

    def _dates(self, entities: Sequence[Entity]) -> None:
        """Move all dates by the same number of days; one that then could not be told apart by its own."""
        fresh = {e.text: e for e in entities if e.text not in self._made}
        if not fresh:
            return
        shifts = [days * sign for days in range(_NEAREST, _FARTHEST) for sign in (1, -1)]
        self._chance.shuffle(shifts)
        for days in (self._days, *shifts) if self._days else shifts:
            moved = {text: _moved(text, days) for text in fresh}
            keys = {compact(surrogate) for surrogate in moved.values()}
            if len(keys) == len(moved) and all(
                s not in self._used and self._is_new(s) for s in moved.values()
            ):
                self._days = days
                break
        for text, entity in fresh.items():
            surrogate = moved[text]
            for days in shifts:
                if surrogate not in self._used and self._is_new(surrogate):
                    break
                surrogate = _moved(text, days)
            self._guard.take(surrogate)
            self._add(entity, surrogate)

    def _is_new(self, surrogate: str) -> bool:
        return surrogate not in self._text and self._guard.allows(surrogate, frozenset(_words(surrogate)))


def _moved(written: str, days: int) -> str:
    if date := read_date(written):
        return write_like(date, date.value + dt.timedelta(days))
    if month := read_month(written):
        return write_month_like(month, month.value + dt.timedelta(days))
    return refilled(written, random.Random(days))


def _words(written: str) -> list[str]:
    """The words of `written` that are no numbers."""
    words = "".join(c if c.isalnum() else " " for c in written.lower()).split()
    return [word for word in words if not word.isdigit()]
