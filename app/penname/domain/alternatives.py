"""Other ways to change what a rewrite changed, or left as it was: the user takes one in its place.

A model proposes what its critic likes best; which of several ways reads best a reader sees at a glance.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

import msgspec

from penname.domain.changes import Change, apply_changes, free_of
from penname.domain.composing import composed
from penname.domain.events import Rewritten
from penname.domain.rounds import rounds
from penname.domain.session import Session
from penname.domain.tokens import occurrences


def alternatives(session: Session) -> tuple[Change, ...]:
    """All that the rewrites of the session's path offered, as changes of the original, in its order; nothing
    that touches what is locked now, or that serves only what may be read now.
    """
    original, found, goal = session.started.text, dict[tuple[int, int, str], Change](), session.goal
    locked = [span for phrase in goal.locked for span in occurrences(original, phrase)]
    done = {one.event: one.changes for one in rounds(session)}
    total: tuple[Change, ...] = ()
    for number in session.path:
        event = session.events[number]
        if isinstance(event, Rewritten):
            for change in _of_the_original(original, total, event.alternatives):
                serves = not change.attributes or not goal.protect.isdisjoint(change.attributes)
                if serves and not any(start < change.end and change.start < end for start, end in locked):
                    found[change.start, change.end, change.after] = change
        if number in done:
            total = composed(original, total, done[number])
    return tuple(sorted(found.values(), key=lambda one: (one.start, one.end)))


def instead(standing: Sequence[Change], alternative: Change) -> tuple[Change, ...]:
    """The changes that stand once `alternative` is made, in the place of those that clash with it.

    Two that take the same space from between them do not clash: the space goes once, and what stays takes it
    where the other goes.
    """
    for other in standing:
        alternative = _beside(alternative, other)
    kept = free_of((alternative,), standing)
    for gone in [other for other in standing if other not in kept]:
        kept = tuple(_after(one, gone, alternative) for one in kept)
    return tuple(sorted((*kept, alternative), key=lambda change: (change.start, change.end)))


def others(text: str, standing: Sequence[Change], offered: Iterable[Change]) -> tuple[Change, ...]:
    """Those of `offered` that would make another text of `text` than the changes that stand."""
    now = apply_changes(text, standing)
    return tuple(one for one in offered if apply_changes(text, instead(standing, one)) != now)


def untaken(changes: Iterable[Change], offered: Iterable[Change]) -> tuple[Change, ...]:
    """Those of `offered` that do something else than each of the changes; of two alike the later one."""
    found = {(one.start, one.end, one.after): one for one in offered}
    for one in changes:
        found.pop((one.start, one.end, one.after), None)
    return tuple(found.values())


def in_place_of(change: Change, offered: Iterable[Change]) -> tuple[Change, ...]:
    """Those of `offered` that would take the place of a change, the likeliest to please first."""
    found = [one for one in offered if change not in instead((change,), one)]
    return tuple(sorted(found, key=_likeliest))


def shared_out(
    changes: Sequence[Change], offered: Iterable[Change]
) -> tuple[list[tuple[Change, ...]], tuple[Change, ...]]:
    """What is `offered` in the place of each of the changes, which are in order and do not clash, the
    likeliest to please first; and what can be made beside all of them.
    """
    places: list[list[Change]] = [[] for _ in changes]
    free: list[Change] = []
    for one in sorted(offered, key=_likeliest):
        first = bisect_left(changes, one.start, key=lambda change: change.end)
        last = bisect_right(changes, one.end, key=lambda change: change.start)
        here = [
            place for place in range(first, last) if changes[place] not in instead((changes[place],), one)
        ]
        for place in here:
            places[place].append(one)
        if not here:
            free.append(one)
    return [tuple(place) for place in places], tuple(free)


def _likeliest(change: Change) -> float:
    return -(change.good or 0.0)


def _of_the_original(original: str, total: Sequence[Change], offered: Iterable[Change]) -> Iterator[Change]:
    """Changes of the text after `total` as changes of the original, but for those that take more than one.

    Each is composed with what it touches alone: long texts have thousands of both.
    """
    grown = list(accumulate((len(one.after) - len(one.before) for one in total), initial=0))
    begins = [one.start + by for one, by in zip(total, grown, strict=False)]
    ends = [begin + len(one.after) for one, begin in zip(total, begins, strict=True)]
    for one in offered:
        first, last = bisect_left(ends, one.start), bisect_right(begins, one.end)
        near = total[first:last]
        new = [
            change for change in composed(original, near, (one.moved(-grown[first]),)) if change not in near
        ]
        if len(new) == 1:
            yield new[0]


def _beside(change: Change, other: Change) -> Change:
    """The change without the space at its ends that `other`, which takes words away beside it, takes too."""
    start, end = max(change.start, other.start), min(change.end, other.end)
    shared = change.before[start - change.start : end - change.start]
    if start >= end or shared.strip() or change.after or other.after:
        return change
    if start == change.start and end < change.end:
        return msgspec.structs.replace(change, start=end, before=change.before[end - change.start :])
    if end == change.end and start > change.start:
        return msgspec.structs.replace(change, end=start, before=change.before[: start - change.start])
    return change


def _after(change: Change, gone: Change, made: Change) -> Change:
    """The change with the space that it left to another beside it, which is gone, unless `made` takes it."""
    words, start, end = change.before, change.start, change.end
    if change.after or gone.after or words != words.strip():
        return change
    leading = gone.before[: len(gone.before) - len(gone.before.lstrip())]
    trailing = gone.before[len(gone.before.rstrip()) :]
    if gone.start == end and leading:
        grown = msgspec.structs.replace(change, end=end + len(leading), before=words + leading)
    elif gone.end == start and trailing:
        grown = msgspec.structs.replace(change, start=start - len(trailing), before=trailing + words)
    else:
        return change
    return grown if free_of((made,), (grown,)) else change
