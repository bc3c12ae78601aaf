"""The one place where it is settled which of several overlapping entities stand.

1. What lies inside a longer entity is covered by it; of two with the same span, the more trusted finder
   stands, then the kind that has precedence (kinds.py).
2. Where two overlap in part, the more trusted one stands whole. The other keeps the whole words that stick
   out, with what joins them: half a number is no number, but in the clear it still gives somebody away.
3. Where two touch in a script without spaces, they stand as one: nobody could say where the first one's
   stand-in ends.
"""

from collections.abc import Callable, Iterable, Iterator

from penname.domain.tokens import is_boundary
from penname.pseudonyms.entities import Entity, Finder
from penname.pseudonyms.kinds import all_kinds

Trust = Callable[[Entity], tuple[int, int, int, int]]
_TRUST = {finder: rank for rank, finder in enumerate(Finder)}


def resolve(text: str, found: Iterable[Entity]) -> tuple[Entity, ...]:
    """The entities that stand, in the order of the text, none of them overlapping."""
    taken = bytearray(len(text))
    standing: list[Entity] = []
    trust = _trust()
    for entity in sorted(_outermost(found, trust), key=trust):
        for start, end in _free(taken, entity):
            piece = entity if (start, end) == (entity.start, entity.end) else _words(text, start, end, entity)
            if piece is None or not piece.text:
                continue
            taken[piece.start : piece.end] = b"\1" * (piece.end - piece.start)
            standing.append(piece)
    return tuple(_joined(text, sorted(standing, key=lambda entity: entity.start)))


def _joined(text: str, standing: Iterable[Entity]) -> Iterator[Entity]:
    last: Entity | None = None
    for entity in standing:
        here = entity.start
        touch = last and last.end == here and text[here - 1].isalnum() and text[here].isalnum()
        if last and touch and is_boundary(text, here):
            last = Entity(last.start, entity.end, last.kind, last.text + entity.text, last.finder)
            continue
        if last:
            yield last
        last = entity
    if last:
        yield last


def _outermost(found: Iterable[Entity], trust: Trust) -> list[Entity]:
    outer: list[Entity] = []
    reached = -1
    for entity in sorted(found, key=lambda entity: (entity.start, -entity.end, trust(entity))):
        if entity.end > reached:
            outer.append(entity)
            reached = entity.end
    return outer


def _trust() -> Trust:
    """The order in which entities stand, the most trusted first."""
    precedence = {kind: rank for rank, kind in enumerate(all_kinds())}
    return lambda entity: (
        _TRUST[entity.finder],
        precedence.get(entity.kind, len(precedence)),
        entity.start - entity.end,
        entity.start,
    )


def _free(taken: bytearray, entity: Entity) -> list[tuple[int, int]]:
    """The stretches of an entity that no other has taken."""
    stretches: list[tuple[int, int]] = []
    position = entity.start
    while position < entity.end:
        start = taken.find(0, position, entity.end)
        if start < 0:
            break
        end = taken.find(1, start, entity.end)
        position = entity.end if end < 0 else end
        stretches.append((start, position))
    return stretches


def _words(text: str, start: int, end: int, entity: Entity) -> Entity | None:
    """The whole words of an entity from `start` to `end`, with what is between them; None without one."""
    while start < end and not (text[start].isalnum() and is_boundary(text, start)):
        start += 1
    while end > start and not (text[end - 1].isalnum() and is_boundary(text, end)):
        end -= 1
    if start == end:
        return None
    return Entity(start, end, entity.kind, text[start:end], entity.finder)
