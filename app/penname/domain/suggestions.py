"""A pen name's decoys: drawn all at once so that they fit each other, or by chance, and checked."""

import random as randomness
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from penname.domain.attributes import Attribute, ValueKind, attribute_named
from penname.domain.consistency import contradictions, likely_together
from penname.domain.errors import BadInput
from penname.domain.inferences import FACTUAL, Inference
from penname.domain.knowledge import NOTHING_KNOWN, Knowledge
from penname.domain.matching import Match, matches
from penname.domain.matching.places import country_of
from penname.domain.pen_names import Chosen, Decoy, PenName
from penname.domain.randomized_response import respond
from penname.domain.targets import targets

AT_HOME = 0.7  # how often a suggested person still lives in the country of birth
_TRIES = 5_000  # partial sets of values looked at


class Suggestion(msgspec.Struct, frozen=True):
    """Decoys for a pen name; `left_out` are attributes that got none, each with a sentence that says why."""

    decoys: tuple[Decoy, ...]
    left_out: tuple[tuple[str, str], ...] = ()


def suggest(
    attributes: Sequence[Attribute],
    random: randomness.Random,
    *,
    truth: Mapping[str, str] | None = None,
    fixed: Sequence[Decoy] = (),
    published: Sequence[Inference] = (),
    knowledge: Knowledge = NOTHING_KNOWN,
) -> Suggestion:
    """Decoys for all `attributes` at once that a reader would believe of one person.

    `fixed` are the pen name's decoys so far: they stay. `published` is what an attacker infers from its
    earlier posts together: a wrong inference becomes the decoy, a right one rules a decoy out. Raises
    BadInput when the fixed decoys contradict each other or no set fits.
    """
    truth = truth or {}
    kept = {decoy.attribute: decoy for decoy in fixed}
    given = {name: decoy.value for name, decoy in kept.items() if decoy.value is not None}
    by_chance = _by_chance(fixed)
    if quarrels := _avoidable(given, by_chance, knowledge):
        raise BadInput(f"This pen name contradicts itself. {quarrels[0]}")
    left_out: dict[str, str] = {}
    found: dict[str, Decoy] = dict(kept)
    believed = {i.attribute: i.guesses[0] for i in published if i.certainty >= FACTUAL and i.guesses}
    for attribute in attributes:
        name = attribute.name
        if name in kept or name not in believed:
            continue
        reason = _untenable(attribute, believed[name], truth.get(name), knowledge)
        if reason is None and not _avoidable({**given, name: believed[name]}, by_chance, knowledge):
            given[name] = believed[name]
            found[name] = Decoy(name, believed[name], Chosen.PUBLISHED)
        else:
            left_out[name] = reason or (
                f"Earlier posts read as “{believed[name]}”, which does not go with the other values."
            )
    still_open = (a for a in attributes if a.name not in found and a.name not in left_out)
    pools: list[tuple[str, list[str]]] = []
    for attribute in sorted(still_open, key=lambda attribute: attribute.drawn):
        pool = _pool(attribute, truth, random, knowledge)
        if pool:
            pools.append((attribute.name, pool))
        else:
            left_out[attribute.name] = "Penname has no values to draw from; please choose one yourself."
    values = _fitting(pools, given, by_chance, random, knowledge)
    found |= {name: Decoy(name, values[name], Chosen.DRAWN) for name, _ in pools}
    names = [attribute.name for attribute in attributes]
    return Suggestion(tuple(found[n] for n in names if n in found), tuple(left_out.items()))


def with_randomized(
    pen_name: PenName,
    attribute: Attribute,
    truth: str,
    epsilon: float,
    random: randomness.Random,
    knowledge: Knowledge = NOTHING_KNOWN,
) -> PenName:
    """The pen name with a randomized response for `attribute`, drawn now unless it was drawn before.

    Nothing is made to fit: ruling values out would break the promise. Raises BadInput like `respond`.
    """
    before = pen_name.decoy(attribute.name)
    if before is not None and before.chosen is Chosen.RANDOMIZED:
        return pen_name
    response = respond(attribute, truth, epsilon, random, knowledge)
    return pen_name.with_decoy(
        Decoy(attribute.name, response.value, Chosen.RANDOMIZED, response.epsilon, response.k)
    )


def check(
    pen_name: PenName, published: Sequence[Inference] = (), knowledge: Knowledge = NOTHING_KNOWN
) -> list[str]:
    """How the pen name contradicts itself or what an attacker infers from its posts, in sentences."""
    names = [decoy.attribute for decoy in pen_name.decoys]
    twice = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    found = [f"The pen name has more than one value for {name}." for name in twice]
    found += contradictions(pen_name.values, knowledge)
    for inference in published:
        decoy = pen_name.values.get(inference.attribute)
        if decoy is None or inference.certainty < FACTUAL or not inference.guesses:
            continue
        guess = inference.guesses[0]
        if matches(inference.attribute, guess, decoy, knowledge=knowledge) is Match.NO:
            found.append(
                f"Earlier posts read as “{guess}” for {inference.attribute}, the pen name says “{decoy}”."
            )
    return found


def avoidable(pen_name: PenName, knowledge: Knowledge = NOTHING_KNOWN) -> list[str]:
    """How the pen name contradicts itself where other values could end it, in sentences.

    What only values drawn by randomized response say is no fault of anybody's: a draw that had to fit would
    no longer hide the truth.
    """
    return _avoidable(pen_name.values, _by_chance(pen_name.decoys), knowledge)


def _by_chance(decoys: Sequence[Decoy]) -> Mapping[str, str]:
    return {d.attribute: d.value for d in decoys if d.chosen is Chosen.RANDOMIZED and d.value is not None}


def _avoidable(values: Mapping[str, str], by_chance: Mapping[str, str], knowledge: Knowledge) -> list[str]:
    unavoidable = contradictions(by_chance, knowledge)
    return [sentence for sentence in contradictions(values, knowledge) if sentence not in unavoidable]


def _untenable(attribute: Attribute, believed: str, truth: str | None, knowledge: Knowledge) -> str | None:
    """Why what readers believe already cannot be the decoy; None when it is wrong and can."""
    if truth is None:
        return (
            f"Earlier posts read as “{believed}”. Without your true value Penname cannot tell whether that "
            "is true, and another value would contradict those posts."
        )
    if matches(attribute, believed, truth, knowledge=knowledge) is Match.NO:
        return None
    return f"Earlier posts already tell the truth (“{believed}”), so another value would contradict them."


def _pool(
    attribute: Attribute,
    truth: Mapping[str, str],
    random: randomness.Random,
    knowledge: Knowledge,
) -> list[str]:
    """The targets to try, in random order. No place lies in the country of another true place either."""
    values = list(targets(attribute, truth.get(attribute.name), knowledge))
    if attribute.kind is ValueKind.PLACE:
        places = (value for name, value in truth.items() if attribute_named(name).kind is ValueKind.PLACE)
        true = {country_of(place, knowledge.gazetteer) for place in places if place}
        values = [v for v in values if country_of(v, knowledge.gazetteer) not in true]
    random.shuffle(values)
    return values


def _fitting(
    pools: Sequence[tuple[str, list[str]]],
    given: Mapping[str, str],
    by_chance: Mapping[str, str],
    random: randomness.Random,
    knowledge: Knowledge,
) -> Mapping[str, str]:
    """One value of each pool, all fitting, by trying them in order and going back; raises BadInput."""
    at_home = random.random() < AT_HOME
    tries = 0

    def complete(values: dict[str, str], left: Sequence[tuple[str, list[str]]]) -> Iterator[dict[str, str]]:
        nonlocal tries
        if not left:
            yield values
            return
        (name, pool), *rest = left
        if name == "birthplace" and "location" in values:
            home = country_of(values["location"], knowledge.gazetteer)
            pool = sorted(pool, key=lambda v: (country_of(v, knowledge.gazetteer) == home) != at_home)
        for value in pool:
            tries += 1
            if tries > _TRIES:
                return
            widened = {**values, name: value}
            if _avoidable(widened, by_chance, knowledge):
                continue
            if likely_together(widened, knowledge) or not likely_together(by_chance, knowledge):
                yield from complete(widened, rest)

    found = next(complete(dict(given), pools), None)
    if found is None:
        raise BadInput(
            "No values fit together with those that are fixed. Please change one of them, or choose the "
            "others yourself."
        )
    return found
