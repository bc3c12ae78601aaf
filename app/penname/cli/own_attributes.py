"""`--also`: an attribute of the user's own, for this text alone."""

import argparse

import msgspec

from penname.domain.errors import BadInput
from penname.domain.own_attributes import own_attribute
from penname.settings import Settings, load_attributes


def add_option(parser: argparse.ArgumentParser) -> None:
    """Add the option."""
    parser.add_argument(
        "--also",
        action="append",
        default=[],
        metavar="NAME=WHAT|VALUE|VALUE",
        help='an attribute of your own, such as health="illnesses of the author" or, with the values it may '
        'have, diet="what the author eats|vegan|vegetarian|anything"; may be repeated. To have it in every '
        "text, add it in the window's settings",
    )


def with_own(settings: Settings, options: argparse.Namespace) -> Settings:
    """The settings with the attributes of the options; raises BadInput."""
    for written in options.also:
        name, equals, rest = written.partition("=")
        if not equals:
            raise BadInput(f"“{written}” is not of the form NAME=WHAT, such as health=illnesses.")
        description, *values = rest.split("|")
        taken = [attribute.name for attribute in load_attributes(settings)]
        added = own_attribute(name, description, values, taken)
        settings = msgspec.structs.replace(settings, custom_attributes=(*settings.custom_attributes, added))
    return settings
