"""A profile: what is true of an author, so that Penname can tell whether a guess hits."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from penname.domain.attributes import Attribute
from penname.domain.errors import BadInput

LONGEST_NAME = 60


class Profile(msgspec.Struct, frozen=True):
    """True values as (attribute, value), at most one per attribute, in the order of the attributes.

    `terms` are names and words of the author's life (a street, an employer) that are always pseudonymized.
    """

    name: str
    values: tuple[tuple[str, str], ...] = ()
    terms: tuple[str, ...] = ()


def make_profile(
    name: str, values: Mapping[str, str], attributes: Sequence[Attribute], terms: Iterable[str] = ()
) -> Profile:
    """A profile with each value as Penname stores it (`Attribute.normalize`); empty values are left out.

    Raises BadInput for an unknown attribute, a value that is none, and a name that cannot be one.
    """
    known = [attribute.name for attribute in attributes]
    unknown = [attribute for attribute in values if attribute not in known]
    if unknown:
        raise BadInput(f"There is no attribute “{unknown[0]}”. Choose from: {', '.join(known)}.")
    return Profile(
        checked_name(name),
        tuple(
            (attribute.name, attribute.normalize(values[attribute.name]))
            for attribute in attributes
            if values.get(attribute.name, "").strip()
        ),
        tuple(dict.fromkeys(filter(None, (" ".join(term.split()) for term in terms)))),
    )


def checked_name(name: str) -> str:
    """A name for a profile, with single spaces; raises BadInput for an empty, long or unprintable one."""
    name = " ".join(name.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise BadInput(f"Please give a name of 1 to {LONGEST_NAME} characters.")
    return name
