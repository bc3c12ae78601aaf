"""All structured identifiers of a text, of every kind that is registered (kinds.py)."""

from collections.abc import Iterator

from penname.pseudonyms.entities import Entity, Finder
from penname.pseudonyms.kinds import Find, IdentifierKind, identifier_kinds
from penname.pseudonyms.overlaps import resolve
from penname.pseudonyms.structured.apart import without, without_figures, without_things


def find_structured(text: str) -> Iterator[Entity]:
    """All structured identifiers of `text`; they may overlap (see overlaps.py).

    Two that stand side by side can look like one that is none, so the text is read once more with all that
    stands as it was found taken out; what only sticks out of another may prove to be a whole one then.
    """
    found = set(_find(text))
    standing = resolve(text, found)
    yield from standing
    apart = without(text, ((entity.start, entity.end) for entity in standing if entity in found))
    apart = without_things(without_figures(apart))
    if apart != text:
        for entity in _find(apart):
            if text.startswith(entity.text, entity.start):
                yield entity


def _find(text: str) -> Iterator[Entity]:
    addresses: list[tuple[int, int]] = []
    for kind in identifier_kinds():
        for entity in _entities(text, kind, kind.find):
            if kind.is_address:
                addresses.append((entity.start, entity.end))
            yield entity
    apart = without(text, addresses)
    for kind in identifier_kinds():
        yield from _entities(apart, kind, kind.find_codes)


def _entities(text: str, kind: IdentifierKind, find: Find) -> Iterator[Entity]:
    for start, end in find(text):
        yield Entity(start, end, kind.name, text[start:end], Finder.PATTERN)
