"""The kinds of identifiers (numbers, codes, addresses): one module of `structured/` each, and any registered.

Whoever needs to know something of a kind asks here, so that a new one is one module and nothing else.
"""

import pkgutil
import random
from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module
from typing import NamedTuple

from penname.pseudonyms import structured
from penname.pseudonyms.entities import ORGANIZATION, OTHER, PERSON, PLACE, Kind
from penname.pseudonyms.surrogates.layout import refilled

Find = Callable[[str], Iterable[tuple[int, int]]]
"""Where in a text identifiers of a kind begin and end; only those that it is sure of."""

Another = Callable[[str, random.Random, str], str]
"""Another identifier for a written one, in its layout; the last argument is the text it stands in."""


def _nothing(_text: str) -> Iterable[tuple[int, int]]:
    return ()


def _in_same_layout(written: str, chance: random.Random, _text: str) -> str:
    return refilled(written, chance)


class IdentifierKind(NamedTuple):
    """A kind of identifier: how it is found, what stands in for it and what it is called on the screen.

    Of two finds of one span the kind of lower `rank` stands. `find_codes` is for what has any shape behind a
    word and could run on into an address: it reads the text without those. Examples have the identifier
    between ‹ and ›; lookalikes hold none, of no kind.
    """

    name: Kind
    rank: int
    label: str
    find: Find = _nothing
    find_codes: Find = _nothing
    another: Another = _in_same_layout
    examples: tuple[str, ...] = ()
    lookalikes: tuple[str, ...] = ()
    is_address: bool = False  # nothing else has its shape
    is_date: bool = False  # all of a text are moved by the same days
    is_spelled: bool = False  # other spaces and signs in it make it another one
    keeps_words: bool = False  # its stand-in may share words with it: "at", "www", "com"
    is_cut_short: bool = False  # a reply may name it by its last four digits
    learned_as: str = ""  # what the labeller calls it, if otherwise


_registered: dict[Kind, IdentifierKind] = {}


def register(kind: IdentifierKind) -> None:
    """Look for this kind, too, from now on; it takes the place of one of the same name."""
    _registered[kind.name] = kind


def identifier_kinds() -> tuple[IdentifierKind, ...]:
    """All kinds of identifiers in their order of precedence."""
    return tuple(sorted((_built_in() | _registered).values(), key=lambda kind: kind.rank))


def identifier_kind(name: Kind) -> IdentifierKind:
    """The kind of this name; one that is only known by name (from a kept mapping) if nobody looks for it."""
    return (_built_in() | _registered).get(name) or IdentifierKind(name, rank=1000, label=name)


def all_kinds() -> tuple[Kind, ...]:
    """The names of all kinds in their order of precedence: identifiers before what is made of words."""
    return (*(kind.name for kind in identifier_kinds()), PERSON, ORGANIZATION, PLACE, OTHER)


def placeholder_label(kind: Kind) -> str:
    """What visible stand-ins call a kind: PERSON in [PERSON_1]."""
    return "HIDDEN" if kind == OTHER else kind.upper()


@cache
def _built_in() -> dict[Kind, IdentifierKind]:
    names = (f"{structured.__name__}.{module.name}" for module in pkgutil.iter_modules(structured.__path__))
    modules = map(import_module, names)
    return {module.KIND.name: module.KIND for module in modules if hasattr(module, "KIND")}
