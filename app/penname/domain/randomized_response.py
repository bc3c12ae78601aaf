"""Randomized response: the true value goes into the draw and may win it (IncogniText's outlook).

Over k groups that are fixed in advance, the true one is kept with p = e^eps / (e^eps + k - 1) and each other
comes with 1 / (e^eps + k - 1), so no outcome is more than e^eps times likelier for one truth than for
another: the chosen group tells little about the true one. That is all it promises. It says nothing about
clues in the text, nor about what is finer than a group (which town of the drawn country).

Drawn once per pen name and attribute, then stored: n draws would cost n * eps. No group is ruled out for
being close to the truth, and where the truth is kept the attribute is left alone.
"""

import math
import random as randomness

import msgspec

from penname.domain.attributes import Attribute, ValueKind
from penname.domain.errors import BadInput
from penname.domain.knowledge import NOTHING_KNOWN, Knowledge
from penname.domain.matching import Match, matches
from penname.domain.matching.ages import read_age
from penname.domain.matching.education import Level, read_education
from penname.domain.matching.places import country_of
from penname.domain.matching.texts import industry_of

MOST_EPSILON = 20.0  # beyond, the truth is kept all but always

EPSILONS = {"nothing": 0.0, "little": 1.0, "some": math.log(5)}
"""How much a drawn value may tell about the true one, in a word: no outcome is more than 1, e or 5 times
likelier for one truth than for another."""

Group = tuple[str, ...]
"""Values that count as one in the draw: an age bin, the places of a country, the jobs of an industry."""

_LEVELS = {Level.IN_SCHOOL: Level.SCHOOL, Level.ASSOCIATE: Level.BACHELORS, Level.DEGREE: Level.BACHELORS}


class Response(msgspec.Struct, frozen=True):
    """The outcome of one draw among `k` groups: `value` is what to pretend, None where the truth was kept."""

    value: str | None
    epsilon: float
    k: int


def keep_probability(epsilon: float, k: int) -> float:
    """The chance that the truth is kept: e^eps / (e^eps + k - 1). Raises BadInput for a useless epsilon."""
    if not 0 <= epsilon <= MOST_EPSILON:  # also refuses NaN
        raise BadInput(f"Epsilon must be a number from 0 to {MOST_EPSILON:g}.")
    if k < 2:
        raise BadInput("There must be at least two values to draw from.")
    return math.exp(epsilon) / (math.exp(epsilon) + k - 1)


def groups(attribute: Attribute, knowledge: Knowledge = NOTHING_KNOWN) -> tuple[Group, ...]:
    """The fixed groups of an attribute's value set; they never depend on anybody's true value."""
    if attribute.kind is ValueKind.AGE:
        return _age_bins([int(option) for option in attribute.options])
    found: dict[str, list[str]] = {}
    for option in attribute.options:
        found.setdefault(_group_name(attribute, option, knowledge), []).append(option)
    return tuple(map(tuple, found.values()))


def group_of(attribute: Attribute, truth: str, knowledge: Knowledge = NOTHING_KNOWN) -> int:
    """The number of the group the true value belongs to; raises BadInput when it belongs to none."""
    fixed = groups(attribute, knowledge)
    if attribute.kind is ValueKind.AGE:
        age = read_age(truth)
        if age is not None and fixed:
            middle = min(max(round(age.middle), int(fixed[0][0])), int(fixed[-1][-1]))
            return next(number for number, group in enumerate(fixed) if str(middle) in group)
    else:
        name = _group_name(attribute, truth, knowledge)
        for number, group in enumerate(fixed):
            if _group_name(attribute, group[0], knowledge) == name:
                return number
    raise BadInput(
        f"Your true value for {attribute.label.lower()} belongs to none of the {len(fixed)} groups that are "
        "drawn from, so a random draw could not hide it. Please choose a target value instead."
    )


def respond(
    attribute: Attribute,
    truth: str,
    epsilon: float,
    random: randomness.Random,
    knowledge: Knowledge = NOTHING_KNOWN,
) -> Response:
    """One draw. Use `random.SystemRandom()` outside tests: whoever can repeat the draw learns the truth.

    Raises BadInput when the truth belongs to no group or `epsilon` is not from 0 to 20.
    """
    fixed = groups(attribute, knowledge)
    true_group = group_of(attribute, truth, knowledge)
    drawn = draw_group(true_group, len(fixed), epsilon, random)
    value = None if drawn == true_group else random.choice(fixed[drawn])
    return Response(value, epsilon, len(fixed))


def draw_group(true_group: int, k: int, epsilon: float, random: randomness.Random) -> int:
    """The number of a group from 0 to k - 1: the true one with `keep_probability`, else any other."""
    if random.random() < keep_probability(epsilon, k):
        return true_group
    other = random.randrange(k - 1)
    return other + (other >= true_group)


def _age_bins(middles: list[int]) -> tuple[Group, ...]:
    """A bin of ages around each middle: all ages, so that a drawn one looks like any other."""
    if len(middles) < 2:
        return ()
    bins: dict[int, list[str]] = {middle: [] for middle in sorted(middles)}
    first, second, *_ = bins
    reach = (second - first) // 2
    for age in range(min(middles) - reach, max(middles) + reach + 1):
        bins[min(bins, key=lambda middle: abs(middle - age))].append(str(age))
    return tuple(map(tuple, bins.values()))


def _group_name(attribute: Attribute, value: str, knowledge: Knowledge) -> str:
    if attribute.kind is ValueKind.PLACE:
        return country_of(value, knowledge.gazetteer)
    if attribute.kind is ValueKind.OCCUPATION:
        return industry_of(value, knowledge) or value
    if attribute.kind is ValueKind.EDUCATION:
        level = read_education(value, knowledge).level
        return value if level is None else _LEVELS.get(level, level).name
    same = (o for o in attribute.options if matches(attribute, value, o, knowledge=knowledge) is Match.YES)
    return next(same, value)
