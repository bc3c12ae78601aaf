"""Rules for single phrases, as plain values: a goal with one, and without it again."""

from dataclasses import dataclass

import msgspec

from penname.domain.goal import Goal


@dataclass(frozen=True)
class PhraseRule:
    """What the user said about one phrase: that it gives an attribute away, or (None) that it must stay."""

    phrase: str
    attribute: str | None = None


def phrase_rules(goal: Goal) -> tuple[PhraseRule, ...]:
    """The rules of the goal: phrases to hide, then phrases to keep."""
    return (*(PhraseRule(*marked) for marked in goal.marked), *(PhraseRule(phrase) for phrase in goal.locked))


def with_rule(goal: Goal, rule: PhraseRule) -> Goal:
    """The goal with one more rule; an attribute that a phrase gives away is to be hidden from now on."""
    if rule.attribute is None:
        return msgspec.structs.replace(goal, locked=tuple(dict.fromkeys((*goal.locked, rule.phrase))))
    marked = tuple(dict.fromkeys((*goal.marked, (rule.phrase, rule.attribute))))
    return msgspec.structs.replace(goal, marked=marked, protect=goal.protect | {rule.attribute})


def without_rule(goal: Goal, rule: PhraseRule) -> Goal:
    """The goal without the rule; what else it asks for stays."""
    if rule.attribute is None:
        return msgspec.structs.replace(goal, locked=tuple(p for p in goal.locked if p != rule.phrase))
    marked = tuple(pair for pair in goal.marked if pair != (rule.phrase, rule.attribute))
    return msgspec.structs.replace(goal, marked=marked)
