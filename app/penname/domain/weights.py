"""How much of what is read of an author rests on which words."""

from enum import IntEnum

import msgspec

SOME, MUCH = 0.3, 1.0  # nats: the odds of the guess fall to 0.74 and to 0.37 of what they were
NOISE = 0.02  # nats: a weight is the difference of two readings, each of which is known to 0.01 (MEASURED.md)


class PhraseWeight(msgspec.Struct, frozen=True):
    """How much less a reader believes in its guess on `attribute` where `phrase` is blanked: the drop of the
    log-odds or the log-probability, in nats; below 0 where it believes more.
    """

    attribute: str
    phrase: str
    weight: float


class Strength(IntEnum):
    """What a weight comes to."""

    NONE = 0
    SOME = 1
    MUCH = 2


def strength(weight: float) -> Strength:
    """What a weight of so many nats comes to."""
    return Strength.MUCH if weight >= MUCH else Strength.SOME if weight >= SOME else Strength.NONE
