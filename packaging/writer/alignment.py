"""Which sentence of a rewrite stands for which of the original.

A writer changes words, joins two sentences or leaves one out. Both texts are compared token by token; the end
of a sentence lies in the rewrite where what was kept beside it lies; where nothing was kept on either side,
the sentences that meet there are one unit.
"""

from difflib import SequenceMatcher
from typing import NamedTuple

from penname.domain.sentences import sentences
from penname.domain.tokens import tokens


class Unit(NamedTuple):
    """`original[start:end]` (whole sentences, with the space behind) was rewritten as `new`."""

    start: int
    end: int
    new: str


def align(original: str, rewrite: str) -> tuple[Unit, ...]:
    """The original's sentences and what became of each; the units' `new` joined are the rewrite."""
    old, new = tokens(original), tokens(rewrite)
    starts = _starts(old)
    ends = {end: place for place, end in enumerate(starts)}
    places = _places(old, new)
    units: list[Unit] = []
    begun, written = 0, 0
    for _, end in sentences(original):
        if end == len(original):
            break
        place = places.get(ends[end]) if end in ends else None
        if place is not None and place >= written:
            units.append(Unit(begun, end, "".join(new[written:place])))
            begun, written = end, place
    if original or rewrite:
        units.append(Unit(begun, len(original), "".join(new[written:])))
    return tuple(units)


def _starts(pieces: list[str]) -> list[int]:
    starts, at = [], 0
    for piece in pieces:
        starts.append(at)
        at += len(piece)
    return [*starts, at]


def _places(old: list[str], new: list[str]) -> dict[int, int]:
    """Where in `new` a place between two tokens of `old` lies, for those beside a token that was kept."""
    places: dict[int, int] = {}
    for tag, first, last, begun, ended in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            for offset in range(last - first + 1):
                places.setdefault(first + offset, begun + offset)
        elif tag == "insert":  # behind a whole sentence, it begins the next
            places[first] = begun
        elif tag == "delete":
            for place in range(first, last + 1):
                places.setdefault(place, begun)
        else:
            # What was put in belongs where it was put: before one sentence's end, behind another's beginning.
            places[first] = begun
            places[last] = ended
    return places
