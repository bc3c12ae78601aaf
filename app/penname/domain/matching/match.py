"""What a comparison of two values can say."""

from collections.abc import Callable
from enum import Enum


class Match(Enum):
    """Whether a guess is the true value, as FgAA's judge answers."""

    YES = "yes"
    NO = "no"
    LESS_PRECISE = "less precise"  # Canada for Vancouver: counted half and reported apart


class Rules(Enum):
    """Whose rules decide."""

    PENNAME = "penname"
    RLAA = "rlaa"
    FGAA = "fgaa"


Judge = Callable[[str, str, str], Match]
"""A model asked whether a guess is the true value: attribute name, guess, truth."""
