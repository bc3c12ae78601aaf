"""The attributes of an author that a text can give away, and what counts as a value of each."""

import re
import tomllib
from enum import StrEnum

import msgspec

from penname.domain.errors import BadInput


class ValueKind(StrEnum):
    """What kind of value an attribute has."""

    AGE = "age"  # one whole number of years on the day of writing
    CATEGORY = "category"  # one of `options`
    PLACE = "place"  # "City, Country" or "Country"
    TEXT = "text"  # short free text


class Attribute(msgspec.Struct, frozen=True):
    """One attribute: its name in sessions and prompts, and how it is shown and filled.

    `options` is the value set: exhaustive for a category, examples to draw from otherwise. `custom` marks
    attributes the user added, which a model without training for them may decline.
    """

    name: str
    label: str
    phrase: str  # fills "Your {phrase} can be read from this"
    kind: ValueKind
    description: str  # one sentence for prompts and tooltips
    options: tuple[str, ...] = ()
    colour: str = "#777777"
    custom: bool = False

    def normalize(self, value: str) -> str:
        """The value as Penname stores it; raises BadInput with what would be a value."""
        value = " ".join(value.split())
        if not value:
            raise BadInput(f"Please give a value for {self.label.lower()}.")
        if self.kind is ValueKind.AGE:
            if not re.fullmatch(r"\d{1,3}", value) or not 5 <= int(value) <= 120:
                raise BadInput(f"“{value}” is not an age. Please give a whole number from 5 to 120.")
            return str(int(value))
        if self.kind is ValueKind.CATEGORY:
            for option in self.options:
                if option.casefold() == value.casefold():
                    return option
            raise BadInput(f"“{value}” is not one of: {', '.join(self.options)}.")
        if len(value) > 120:
            raise BadInput(f"A value for {self.label.lower()} may have at most 120 characters.")
        return value


class _AttributesFile(msgspec.Struct):
    attribute: list[Attribute]


def parse_attributes(toml_text: str) -> tuple[Attribute, ...]:
    """The attributes in a file such as `resources/attributes.toml`, in its order.

    Raises BadInput with the place of the mistake.
    """
    try:
        file = msgspec.convert(tomllib.loads(toml_text), _AttributesFile)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadInput(f"The list of attributes cannot be read: {error}.") from error
    names = [attribute.name for attribute in file.attribute]
    if len(names) != len(set(names)):
        raise BadInput("The list of attributes names one of them twice.")
    return tuple(file.attribute)
