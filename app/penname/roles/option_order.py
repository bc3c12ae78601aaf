"""In which order a model is shown the options of an attribute: weak ones answer with the first of a list."""

import random
from collections.abc import Sequence

import msgspec

from penname.domain.attributes import Attribute


def in_drawn_order(attributes: Sequence[Attribute], seed: int) -> tuple[Attribute, ...]:
    """The attributes, each with its options in an order that the seed and its name settle."""
    return tuple(
        msgspec.structs.replace(
            attribute,
            options=tuple(
                random.Random(f"{seed} {attribute.name}").sample(attribute.options, len(attribute.options))
            ),
        )
        for attribute in attributes
    )
