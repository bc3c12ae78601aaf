"""What kinds of entities are called, and the colours they are marked with (Okabe and Ito 2008)."""

from penname.desktop.translate import tr
from penname.pseudonyms.entities import NAMES, Kind

BY_HAND = (Kind.PERSON, Kind.PLACE, Kind.ORGANIZATION, Kind.OTHER)
"""The kinds that a user can give a word; structured identifiers are told by their form."""

_NUMBERS = "#CC79A7"
_COLOURS = {
    Kind.PERSON: "#E69F00",
    Kind.PLACE: "#009E73",
    Kind.ORGANIZATION: "#56B4E9",
    Kind.OTHER: "#D55E00",
}


def kind_label(kind: Kind) -> str:
    """A kind in the user's words."""
    return {
        Kind.IBAN: tr("Bank account"),
        Kind.CARD: tr("Card number"),
        Kind.WALLET: tr("Crypto wallet"),
        Kind.SECRET: tr("Key or password"),
        Kind.EMAIL: tr("E-mail address"),
        Kind.URL: tr("Web address"),
        Kind.MAC: tr("Device address"),
        Kind.IP: tr("Network address"),
        Kind.NATIONAL_ID: tr("National ID number"),
        Kind.PASSPORT: tr("Passport"),
        Kind.LICENCE: tr("Licence or number plate"),
        Kind.BIRTH_DATE: tr("Date of birth"),
        Kind.PHONE: tr("Telephone"),
        Kind.USERNAME: tr("User name"),
        Kind.PERSON: tr("Person"),
        Kind.ORGANIZATION: tr("Organization"),
        Kind.PLACE: tr("Place"),
        Kind.OTHER: tr("Something else"),
    }[kind]


def kind_colour(kind: Kind) -> str:
    """The colour of a kind's marks; numbers share one, and each mark also has an initial."""
    return _COLOURS.get(kind, _NUMBERS)


def kind_initial(kind: Kind) -> str:
    """The letter at a mark."""
    return kind_label(kind)[:1] if kind in NAMES else "#"
