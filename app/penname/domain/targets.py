"""Target values: what a misled reader should infer instead of the truth (IncogniText, section 3).

A target is never the true value and never close to it: at least ten years off, the other sex, another income
level, another country, another industry (after RLAA's released code), another field of study and another
wording of anything else (ours).
"""

import random as randomness
from collections.abc import Sequence

from penname.domain.attributes import Attribute, ValueKind
from penname.domain.errors import BadInput
from penname.domain.knowledge import NOTHING_KNOWN, Knowledge
from penname.domain.matching import Match, matches
from penname.domain.matching.ages import read_age
from penname.domain.matching.education import read_education
from penname.domain.matching.places import country_of
from penname.domain.matching.texts import industry_of

YEARS_OFF = 10
YOUNGEST, OLDEST = 18, 75  # of ages that are drawn; a user may choose any age


def draw_target(
    attribute: Attribute,
    truth: str | None,
    random: randomness.Random,
    *,
    avoid: Sequence[str] = (),
    knowledge: Knowledge = NOTHING_KNOWN,
) -> str:
    """A target from the attribute's value set, each that is allowed with the same chance.

    Without a `truth` the guesses to `avoid` stand in for it, best first; where the guesses leave nothing to
    draw, the later ones give way. Raises BadInput when the value set holds no target.
    """
    left = [value for value in targets(attribute, truth, knowledge) if value not in avoid[:1]]
    for guess in avoid:
        apart = [value for value in left if too_close(attribute, value, guess, knowledge) is None]
        left = apart or left
    if not left or (avoid and too_close(attribute, left[0], avoid[0], knowledge)):
        raise BadInput(
            f"Penname has no value to draw for {attribute.label.lower()}. Please choose a target yourself."
        )
    return random.choice(left)


def targets(attribute: Attribute, truth: str | None, knowledge: Knowledge = NOTHING_KNOWN) -> tuple[str, ...]:
    """All of the value set that is not close to `truth`, in its order; every allowed age for ages."""
    values: Sequence[str] = attribute.options
    if attribute.kind is ValueKind.AGE:
        values = [str(age) for age in range(YOUNGEST, OLDEST + 1)]
    return tuple(v for v in values if truth is None or too_close(attribute, v, truth, knowledge) is None)


def check_target(
    attribute: Attribute, target: str, truth: str | None, knowledge: Knowledge = NOTHING_KNOWN
) -> str:
    """The target as Penname stores it; raises BadInput with what is wrong with it."""
    target = attribute.normalize(target)
    reason = too_close(attribute, target, truth, knowledge) if truth and truth.strip() else None
    if reason is not None:
        raise BadInput(f"“{target}” cannot be the target for {attribute.label.lower()}: {reason}.")
    return target


def too_close(
    attribute: Attribute, target: str, truth: str, knowledge: Knowledge = NOTHING_KNOWN
) -> str | None:
    """Why `target` would mislead too little, as the end of a sentence; None when it is far enough."""
    if attribute.kind is ValueKind.AGE:
        age, true_age = read_age(target), read_age(truth)
        if age is not None and age == true_age:
            return "it is your true value"
        near = age and true_age and max(age.low - true_age.high, true_age.low - age.high) < YEARS_OFF
        return f"it lies less than {YEARS_OFF} years from your true age" if near else None
    if matches(attribute, target, truth, knowledge=knowledge) is Match.YES:
        return "it is your true value"
    if attribute.kind is ValueKind.PLACE:
        same = country_of(target, knowledge.gazetteer) == country_of(truth, knowledge.gazetteer)
        return "it lies in the same country as the true place" if same else None
    if attribute.kind is ValueKind.CATEGORY:
        return None
    if attribute.kind is ValueKind.OCCUPATION:
        industry = industry_of(target, knowledge)
        if industry is not None and industry == industry_of(truth, knowledge):
            return "it belongs to the same industry as your true occupation"
    if attribute.kind is ValueKind.EDUCATION:
        field = read_education(target, knowledge).field
        if field and field == read_education(truth, knowledge).field:
            return "it names the field you studied"
    either = (
        matches(attribute, target, truth, knowledge=knowledge),
        matches(attribute, truth, target, knowledge=knowledge),
    )
    return "it says nearly the same as your true value" if either != (Match.NO, Match.NO) else None
