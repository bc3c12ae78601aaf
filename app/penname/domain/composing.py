"""Changes made one after another, as changes of the first text."""

from collections.abc import Iterable, Sequence

import msgspec

from penname.domain.changes import Change, edit_by_hand


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


def _serving(united: Change, change: Change) -> Change:
    attributes = tuple(dict.fromkeys((*united.attributes, *change.attributes)))
    return msgspec.structs.replace(united, attributes=attributes, origin=change.origin, good=change.good)
