"""What kinds of entities are called, and the colours they are marked with (Okabe and Ito 2008)."""

from penname.desktop.translate import tr
from penname.pseudonyms.entities import ORGANIZATION, OTHER, PERSON, PLACE, Kind
from penname.pseudonyms.kinds import identifier_kind

BY_HAND = (PERSON, PLACE, ORGANIZATION, OTHER)
"""The kinds that a user can give a word; structured identifiers are told by their form."""

_NUMBERS = "#CC79A7"
_COLOURS = {
    PERSON: "#E69F00",
    PLACE: "#009E73",
    ORGANIZATION: "#56B4E9",
    OTHER: "#D55E00",
}


def kind_label(kind: Kind) -> str:
    """A kind in the user's words."""
    words = {
        PERSON: tr("Person"),
        ORGANIZATION: tr("Organization"),
        PLACE: tr("Place"),
        OTHER: tr("Something else"),
    }
    return words.get(kind) or tr(identifier_kind(kind).label)


def kind_colour(kind: Kind) -> str:
    """The colour of a kind's marks; numbers share one. Its tooltip and the list name the kind."""
    return _COLOURS.get(kind, _NUMBERS)
