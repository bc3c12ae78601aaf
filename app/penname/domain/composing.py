"""Changes made one after another, as changes of the first text."""

from collections.abc import Iterable, Sequence
from functools import reduce

import msgspec

from penname.domain.changes import Change, ChangeOrigin, apply_changes, edit_by_hand
from penname.domain.rounds import rounds
from penname.domain.session import Session


def composed(text: str, first: Sequence[Change], second: Iterable[Change]) -> tuple[Change, ...]:
    """The changes of `text` that do what `first` and then `second` (changes of the text after `first`) do.

    Where both touch the same words they become one change that serves the attributes of both.
    """
    if not first:
        return tuple(sorted(second, key=lambda change: (change.start, change.end)))
    result = tuple(first)
    for change in sorted(second, key=lambda change: (change.start, change.end), reverse=True):
        known = set(result)
        result = tuple(
            other if other in known else _serving(other, change)
            for other in edit_by_hand(text, result, change.start, change.end, change.after)
        )
    return result


def all_composed(text: str, rounds: Iterable[Sequence[Change]]) -> tuple[Change, ...]:
    """What `rounds` do one after another: first changes of `text`, then changes of the text after these."""
    return reduce(lambda made, more: composed(text, made, more), rounds, ())


def edits_between(text: str, made: Sequence[Change], wanted: Sequence[Change]) -> tuple[Change, ...]:
    """The changes of the text after `made` (changes of `text`) that make it the text after `wanted`.

    One for each place, with what the wanted changes there serve; one that only takes something back serves
    nothing, and is the user's.
    """
    gone, come = set(made) - set(wanted), set(wanted) - set(made)
    regions: list[tuple[int, int]] = []
    for start, end in sorted((one.start, one.end) for one in gone | come):
        if regions and start <= regions[-1][1]:
            regions[-1] = regions[-1][0], max(regions[-1][1], end)
        else:
            regions.append((start, end))
    edits: list[Change] = []
    for start, end in regions:
        before, after = (
            [one.moved(-start) for one in some if start <= one.start and one.end <= end]
            for some in (gone, come)
        )
        old, new = (apply_changes(text[start:end], some) for some in (before, after))
        shift = sum(len(one.after) - len(one.before) for one in made if one.end <= start and one not in gone)
        shift += sum(len(one.after) - len(one.before) for one in gone if one.end < start)
        if old != new:
            edits.append(_edit(start + shift, old, new, after))
    return tuple(edits)


def _edit(start: int, old: str, new: str, wanted: Sequence[Change]) -> Change:
    chosen = wanted and all(one.origin is not ChangeOrigin.HAND for one in wanted)
    return Change(
        start,
        start + len(old),
        old,
        new,
        tuple(dict.fromkeys(name for one in wanted for name in one.attributes)),
        ChangeOrigin.MODEL if chosen else ChangeOrigin.HAND,
        min((one.good for one in wanted if one.good is not None), default=None),
    )


def made_so_far(session: Session) -> tuple[Change, ...]:
    """All that the accepted rounds of a session do, as changes of its original."""
    return all_composed(session.started.text, (one.changes for one in rounds(session)))


def _serving(united: Change, change: Change) -> Change:
    attributes = tuple(dict.fromkeys((*united.attributes, *change.attributes)))
    return msgspec.structs.replace(united, attributes=attributes, origin=change.origin, good=change.good)
