"""What the user wants of one attribute, as plain values: hidden or left, what is true, what is inferred."""

import random as randomness
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import msgspec

from penname.desktop.translate import tr
from penname.domain.attributes import Attribute, ValueKind
from penname.domain.errors import BadInput
from penname.domain.goal import Goal
from penname.domain.knowledge import NOTHING_KNOWN, Knowledge
from penname.domain.targets import check_target, draw_target, targets

Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class AttributeChoice:
    """`truth` and `target` as the user writes them; "" for none."""

    protect: bool
    truth: str = ""
    target: str = ""


@dataclass(frozen=True)
class Mistakes:
    """What is wrong with each of the two values, in a sentence; "" where nothing is."""

    truth: str = ""
    target: str = ""

    def __bool__(self) -> bool:
        return bool(self.truth or self.target)


def choice_of(goal: Goal, attribute: Attribute) -> AttributeChoice:
    """What the goal says of `attribute`."""
    name = attribute.name
    return AttributeChoice(
        name in goal.protect, dict(goal.truth).get(name, ""), dict(goal.targets).get(name, "")
    )


def mistakes(attribute: Attribute, choice: AttributeChoice, knowledge: Knowledge = NOTHING_KNOWN) -> Mistakes:
    """What is wrong with the values; a target is held against a true value only if that is one."""
    truth = _complaint(lambda: attribute.normalize(choice.truth)) if choice.truth.strip() else ""
    known = choice.truth if not truth and choice.truth.strip() else None
    target = (
        _complaint(lambda: check_target(attribute, choice.target, known, knowledge))
        if choice.target.strip()
        else ""
    )
    return Mistakes(truth, target)


def without_mistakes(choice: AttributeChoice, wrong: Mistakes, before: AttributeChoice) -> AttributeChoice:
    """The choice with what was there before in place of values that are none."""
    if wrong.truth:
        choice = replace(choice, truth=before.truth)
    return replace(choice, target=before.target) if wrong.target else choice


def with_choice(goal: Goal, attribute: Attribute, choice: AttributeChoice) -> Goal:
    """The goal with this choice, its values as Penname stores them. Raises BadInput for one that is none."""
    name = attribute.name
    protect = goal.protect | {name} if choice.protect else goal.protect - {name}
    return msgspec.structs.replace(
        goal,
        protect=protect,
        truth=_with(goal.truth, attribute, choice.truth, goal.attributes),
        targets=_with(goal.targets, attribute, choice.target, goal.attributes),
    )


def proposed_targets(
    attribute: Attribute, truth: str, knowledge: Knowledge = NOTHING_KNOWN
) -> tuple[str, ...]:
    """Values to complete a target from: none that lies close to the true one. Ages are quicker typed."""
    if attribute.kind is ValueKind.AGE:
        return ()
    return targets(attribute, truth.strip() or None, knowledge)


def drawn_target(
    attribute: Attribute,
    choice: AttributeChoice,
    random: randomness.Random,
    guesses: Sequence[str] = (),
    knowledge: Knowledge = NOTHING_KNOWN,
) -> str:
    """One at random; without a true value, apart from the attacker's `guesses`. Raises BadInput for none."""
    truth = choice.truth.strip() or None
    return draw_target(attribute, truth, random, avoid=() if truth else guesses, knowledge=knowledge)


def chip_words(attribute: Attribute, target: str, longest: int = 18) -> str:
    """What stands on the attribute's chip; the target is no secret, the true value is."""
    if not target:
        return attribute.label
    short = target if len(target) <= longest else target[: longest - 1].rstrip(" ,") + "…"
    return tr("{attribute} → {target}", attribute=attribute.label, target=short)


def _with(pairs: Pairs, attribute: Attribute, value: str, order: tuple[str, ...]) -> Pairs:
    held = {name: one for name, one in pairs if name != attribute.name}
    if value.strip():
        held[attribute.name] = attribute.normalize(value)
    return tuple((name, held[name]) for name in order if name in held)


def _complaint(check: Callable[[], object]) -> str:
    try:
        check()
    except BadInput as error:
        return str(error)
    return ""
