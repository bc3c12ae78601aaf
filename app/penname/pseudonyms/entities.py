"""Private entities: spans of a text that name somebody or something, with their kind and who found them."""

from enum import StrEnum

import msgspec


class Kind(StrEnum):
    """What an entity is. The order is that of precedence between recognizers of one span (overlaps.py)."""

    IBAN = "iban"
    CARD = "card"
    WALLET = "wallet"
    SECRET = "secret"
    EMAIL = "email"
    URL = "url"
    MAC = "mac"
    IP = "ip"
    NATIONAL_ID = "national_id"
    PASSPORT = "passport"
    LICENCE = "licence"
    BIRTH_DATE = "birth_date"
    PHONE = "phone"
    USERNAME = "username"
    PERSON = "person"
    ORGANIZATION = "organization"
    PLACE = "place"
    OTHER = "other"


NAMES = frozenset({Kind.PERSON, Kind.ORGANIZATION, Kind.PLACE, Kind.OTHER})
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
    kind: Kind = Kind.OTHER
