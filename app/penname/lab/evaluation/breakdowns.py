"""Attack accuracy on parts of the labelled pairs: by attribute, hardness, certainty and part of the value."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from penname.lab.evaluation.cases import Case
from penname.lab.evaluation.figures import AtCertainty, Group
from penname.lab.evaluation.measures import Scored, mean

K = TypeVar("K", int, str)
Pair = tuple[Scored, Scored]  # one labelled attribute of one text, before and after
Figure = Callable[[Scored], float]


def group(pairs: Sequence[Pair], figure: Figure) -> Group:
    """The mean of a figure before and after."""
    return Group(
        len(pairs),
        mean([figure(before) for before, _ in pairs]),
        mean([figure(after) for _, after in pairs]),
    )


def by_attribute(pairs: Iterable[Pair]) -> dict[str, Group]:
    """By what the text is about."""
    return _groups((before.attribute, before, after) for before, after in pairs)


def by_hardness(cases: Iterable[Case], attacker: str) -> dict[int, Group]:
    """By how hard the data set says a text is to read, 1 to 5."""
    return _groups(
        (case.sample.hardness, *pair)
        for case in cases
        if case.sample.hardness is not None
        for pair in case.labelled_pairs(attacker)
    )


def by_certainty(pairs: Sequence[Pair]) -> dict[int, AtCertainty]:
    """By the attacker's certainty (FgAA): its guesses before by that before, those after by that after."""
    before, after = ([pair[end] for pair in pairs] for end in (0, 1))
    found = {}
    for certainty in sorted({one.certainty for one in (*before, *after)}):
        had, has = ([one.first for one in end if one.certainty == certainty] for end in (before, after))
        found[certainty] = AtCertainty(len(had), mean(had), len(has), mean(has))
    return found


def by_part(pairs: Sequence[Pair]) -> dict[str, Group]:
    """Which part of the value is right, of what the truth states: city, state and country of a place, where
    the author lives apart from where the author was born (FgAA); level and field of an education.
    """
    found: dict[str, list[Pair]] = {}
    for before, after in pairs:
        for part in before.parts:
            found.setdefault(f"{before.attribute}: {part}", []).append((before, after))
    return {name: group(found[name], _having(name.partition(": ")[2])) for name in sorted(found)}


def _having(part: str) -> Figure:
    return lambda scored: float(scored.parts.get(part, False))


def _groups(pairs: Iterable[tuple[K, Scored, Scored]]) -> dict[K, Group]:
    found: dict[K, list[Pair]] = {}
    for key, before, after in pairs:
        found.setdefault(key, []).append((before, after))
    return {key: group(found[key], lambda scored: scored.first) for key in sorted(found)}
