"""What the user says about single phrases, as plain values: a goal with it, and without it again."""

from dataclasses import dataclass

import msgspec

from penname.domain.goal import Goal


@dataclass(frozen=True)
class Saying:
    """One phrase and what was said about it: that it gives an attribute away, or (None) that it stays."""

    phrase: str
    attribute: str | None = None


def sayings(goal: Goal) -> tuple[Saying, ...]:
    """Everything the user said about phrases, in order."""
    return (*(Saying(*marked) for marked in goal.marked), *(Saying(phrase) for phrase in goal.locked))


def with_saying(goal: Goal, saying: Saying) -> Goal:
    """The goal with one more; an attribute that a phrase gives away is to be hidden from now on."""
    if saying.attribute is None:
        return msgspec.structs.replace(goal, locked=tuple(dict.fromkeys((*goal.locked, saying.phrase))))
    marked = tuple(dict.fromkeys((*goal.marked, (saying.phrase, saying.attribute))))
    return msgspec.structs.replace(goal, marked=marked, protect=goal.protect | {saying.attribute})


def without_saying(goal: Goal, saying: Saying) -> Goal:
    """The goal without what was said; what else it asks for stays."""
    if saying.attribute is None:
        return msgspec.structs.replace(goal, locked=tuple(p for p in goal.locked if p != saying.phrase))
    marked = tuple(pair for pair in goal.marked if pair != (saying.phrase, saying.attribute))
    return msgspec.structs.replace(goal, marked=marked)
