"""The attributes of an author that a text can give away: all that is known of each, and what is a value.

An attribute that ships is a file of `resources/attributes/`; one of the user's is a table of the settings
with the same fields. Whoever needs to know something of an attribute asks `attribute_named`.
"""

import re
import tomllib
from collections.abc import Iterable
from enum import StrEnum
from functools import cache
from typing import Literal

import msgspec

from penname import locations
from penname.domain.errors import BadInput


class ValueKind(StrEnum):
    """What kind of value an attribute has, which says how two values are compared."""

    AGE = "age"  # one whole number of years on the day of writing
    CATEGORY = "category"  # one of `options`
    PLACE = "place"  # "City, Country" or "Country"
    EDUCATION = "education"  # a level, a field of study or both
    OCCUPATION = "occupation"  # a job or a branch of work
    TEXT = "text"  # short free text


class Signs(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words that can tell something of an attribute; `*` is any ending, `pattern` adds what is no word.

    What a weak model reads from words without any of them is made up, so it stays a guess.
    """

    words: str
    pattern: str = ""


class StatementRule(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Words in which an author states a value: a pattern of small letters, whose group `out` is replaced.

    `after` takes its place and says less. `value` is what is stated, unless it is what stands in `out`.
    """

    pattern: str
    after: str
    value: str = ""

    def __post_init__(self) -> None:
        try:
            groups = re.compile(self.pattern).groupindex
        except re.error as error:
            raise ValueError(f"the pattern {self.pattern} cannot be read: {error}") from error
        if "out" not in groups:
            raise ValueError(f"the pattern {self.pattern} needs a group (?P<out>...)")


class Attribute(msgspec.Struct, frozen=True, omit_defaults=True):
    """One attribute: its name in sessions and prompts, how it is shown and filled, and what is known of it.

    `options` is the value set: exhaustive for a category, examples to draw from otherwise. `custom` marks
    attributes the user added, which a model without training for them may decline.
    """

    name: str
    label: str
    phrase: str  # fills "Your {phrase} can be read from this"
    kind: ValueKind
    description: str  # one sentence for prompts and tooltips
    options: tuple[str, ...] = ()
    colour: str = "#777777"  # of Okabe and Ito, which colour-blind readers can tell apart
    custom: bool = False

    rank: int = 100  # in the order in which attributes are asked and shown
    drawn: int = 100  # its turn in drawing decoys: what others depend on comes first
    wordings: tuple[tuple[str, ...], ...] = ()  # of a category: an option, then what else it is called
    called: tuple[str, ...] = ()  # what data sets call it
    none_is_unknown: bool = False  # "none" is no value of it
    everyday_values: bool = False  # values such as "high" and "single" are everyday words
    shared_with: Literal["", "household", "nobody"] = ""  # who else has it in common with the author
    least_ages: tuple[tuple[str, int], ...] = ()  # below which hardly anybody has a value
    said: str = "is {value}"  # continues "At 17 hardly anybody"
    signs: Signs | None = None
    stated: str = ""  # what a phrase "states outright"; empty: the author's own {phrase}, which is {value}
    rules: tuple[StatementRule, ...] = ()
    examples: tuple[str, ...] = ()  # texts that state a value, the words that do between ‹ and ›

    @property
    def is_home(self) -> bool:
        """Whether it is where the author lives, which a household has in common."""
        return self.kind is ValueKind.PLACE and self.shared_with == "household"

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


def parse_attribute(toml_text: str) -> Attribute:
    """The attribute in a file such as `resources/attributes/age.toml`; raises BadInput with the mistake."""
    try:
        return msgspec.convert(tomllib.loads(toml_text), Attribute)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadInput(f"An attribute cannot be read: {error}.") from error


@cache
def shipped_attributes() -> tuple[Attribute, ...]:
    """Those of `resources/attributes/`, in the order in which they are asked and shown."""
    files = locations.resource("attributes").glob("*.toml")
    return tuple(sorted((parse_attribute(f.read_text("utf-8")) for f in files), key=lambda a: a.rank))


_own: dict[str, Attribute] = {}


def use_own_attributes(attributes: Iterable[Attribute]) -> None:
    """Know these from now on beside those that ship, which keep their names, and no other."""
    _own.clear()
    _own.update({attribute.name: attribute for attribute in attributes if attribute.name not in _shipped()})


def all_attributes() -> tuple[Attribute, ...]:
    """Those that ship, then the user's own."""
    return (*shipped_attributes(), *_own.values())


def attribute_named(name: str) -> Attribute:
    """The attribute of this name; one of free text for a name that nobody knows any more."""
    known = _shipped().get(name) or _own.get(name)
    return known or Attribute(name, name, name, ValueKind.TEXT, "", custom=True)


@cache
def _shipped() -> dict[str, Attribute]:
    return {attribute.name: attribute for attribute in shipped_attributes()}
