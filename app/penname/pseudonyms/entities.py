"""Private entities: spans of a text that name somebody or something, with their kind and who found them."""

from enum import StrEnum
from typing import NewType

import msgspec

Kind = NewType("Kind", str)
"""What an entity is: one of the names below, made of words, or a kind of identifier (kinds.py)."""

PERSON, ORGANIZATION, PLACE, OTHER = map(Kind, ("person", "organization", "place", "other"))
NAMES = frozenset({PERSON, ORGANIZATION, PLACE, OTHER})
"""Kinds made of words; all others are structured identifiers."""


class Finder(StrEnum):
    """Who found an entity, the most trusted first."""

    HAND = "hand"
    HIDDEN = "always_hide"
    PATTERN = "pattern"
    RULE = "rule"
    LABELLER = "labeller"
    MODEL = "model"


class Entity(msgspec.Struct, frozen=True):
    """`text[start:end]`, in code points, is of this kind."""

    start: int
    end: int
    kind: Kind
    text: str
    finder: Finder


class UserMark(msgspec.Struct, frozen=True):
    """A span that the user marked by hand; wherever its words occur, they are hidden."""

    start: int
    end: int
    kind: Kind = OTHER
