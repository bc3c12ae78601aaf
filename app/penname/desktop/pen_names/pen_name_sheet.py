"""A pen name as a sheet of values to fill in, as plain values: what is on it, and what is wrong with it."""

import random as randomness
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from penname.domain.attributes import Attribute
from penname.domain.errors import BadInput
from penname.domain.inferences import Inference
from penname.domain.knowledge import Knowledge
from penname.domain.pen_names import Chosen, Decoy, PenName, checked_name
from penname.domain.suggestions import avoidable, suggest
from penname.domain.targets import check_target


@dataclass(frozen=True)
class Wrong:
    """What is wrong, in sentences: with the name, with single values, and between values."""

    name: str = ""
    values: Mapping[str, str] = field(default_factory=dict)
    together: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.name or self.values or self.together)


def wrong_with(
    name: str,
    values: Mapping[str, str],
    attributes: Sequence[Attribute],
    truth: Mapping[str, str],
    knowledge: Knowledge,
    by_chance: Collection[str] = (),
) -> Wrong:
    """What keeps these values from being a pen name: none may be, or lie close to, what is true.

    Those drawn `by_chance` may, and are nobody's fault either where they contradict each other.
    """
    complaints: dict[str, str] = {}
    sound: dict[str, str] = {}
    for attribute in attributes:
        value = values.get(attribute.name, "").strip()
        if not value:
            continue
        try:
            true = None if attribute.name in by_chance else truth.get(attribute.name)
            sound[attribute.name] = check_target(attribute, value, true, knowledge)
        except BadInput as error:
            complaints[attribute.name] = str(error)
    decoys = (
        Decoy(held, value, Chosen.RANDOMIZED if held in by_chance else Chosen.BY_USER)
        for held, value in sound.items()
    )
    together = tuple(avoidable(PenName(name, tuple(decoys)), knowledge))
    try:
        checked_name(name)
    except BadInput as error:
        return Wrong(str(error), complaints, together)
    return Wrong("", complaints, together)


def filled_in(
    before: PenName, name: str, values: Mapping[str, str], attributes: Sequence[Attribute]
) -> PenName:
    """The pen name with these values; one that did not change keeps its origin, an empty one is removed.

    Raises BadInput for a value that is none, and for another one in place of a randomized response.
    """
    result = PenName(checked_name(name), tuple(d for d in before.decoys if _stays(d, values)), before.posts)
    for attribute in attributes:
        value = values.get(attribute.name, "").strip()
        held = before.decoy(attribute.name)
        if value and (held is None or held.value != attribute.normalize(value)):
            result = result.with_decoy(Decoy(attribute.name, attribute.normalize(value), Chosen.BY_USER))
    return result


def suggested(
    sheet: PenName,
    attributes: Sequence[Attribute],
    truth: Mapping[str, str],
    knowledge: Knowledge,
    published: Sequence[Inference] = (),
) -> tuple[dict[str, str], dict[str, str]]:
    """Values for the attributes that have none, fitting those that have; and why some got none.

    `published` is what its posts give away: readers believe that already. Raises BadInput when what is on
    the sheet contradicts itself, or nothing fits.
    """
    found = suggest(
        attributes,
        randomness.SystemRandom(),
        truth=truth,
        fixed=sheet.decoys,
        published=published,
        knowledge=knowledge,
    )
    values = {decoy.attribute: decoy.value for decoy in found.decoys if decoy.value is not None}
    return values, dict(found.left_out)


def _stays(decoy: Decoy, values: Mapping[str, str]) -> bool:
    return decoy.chosen is Chosen.RANDOMIZED or bool(values.get(decoy.attribute, "").strip())
