"""Visible stand-ins: [PERSON_1] for a person, [PERSON_1_FIRST] for the first name alone, and so on."""

import itertools
from collections.abc import Iterable, Sequence

from penname.domain.tokens import STEMS
from penname.pseudonyms.entities import PERSON, Entity, Kind
from penname.pseudonyms.kinds import placeholder_label
from penname.pseudonyms.mapping import Pair
from penname.pseudonyms.plain import plain
from penname.pseudonyms.surrogates.guard import Guard


def placeholders(entities: Sequence[Entity], known: Iterable[Pair], guard: Guard) -> list[Pair]:
    """A pair for every spelling; spellings of one entity share its number, which no text holds already."""
    surfaces = {pair.original: pair for pair in known}
    pairs: list[Pair] = []
    numbers: dict[tuple[Kind, str], str] = {}
    longer = [tuple(map(plain, STEMS.findall(e.text))) for e in entities if e.kind == PERSON]
    full = {words: None for words in longer if len(words) > 1}
    for entity in entities:
        if entity.text in surfaces:
            continue
        words = tuple(map(plain, STEMS.findall(entity.text)))
        owners = [name for name in full if len(words) == 1 and words[0] in name]
        if entity.kind == PERSON and len(owners) == 1:
            number = _number(entity.kind, " ".join(owners[0]), numbers, guard)
            place = owners[0].index(words[0])
            stem = number + (
                "_FIRST" if place == 0 else "_LAST" if place == len(owners[0]) - 1 else "_MIDDLE"
            )
        else:
            stem = _number(entity.kind, " ".join(words) or entity.text, numbers, guard)
        pair = Pair(entity.text, _free(stem, guard), entity.kind)
        surfaces[entity.text] = pair
        pairs.append(pair)
    return pairs


def _number(kind: Kind, key: str, numbers: dict[tuple[Kind, str], str], guard: Guard) -> str:
    if (kind, key) not in numbers:
        label = placeholder_label(kind)
        taken = set(numbers.values())
        stems = (f"{label}_{number}" for number in itertools.count(1))
        numbers[kind, key] = next(stem for stem in stems if stem not in taken and guard.is_new(stem))
    return numbers[kind, key]


def _free(stem: str, guard: Guard) -> str:
    """The stem in brackets; a second spelling of the same entity gets a letter."""
    for letter in (
        "",
        *(f"_{chr(code)}" for code in range(ord("B"), ord("Z") + 1)),
        *map("_{}".format, range(27, 9999)),
    ):
        if guard.is_new(stem + letter):
            guard.take(stem + letter)
            return f"[{stem}{letter}]"
    raise RuntimeError("No stand-in is left")
