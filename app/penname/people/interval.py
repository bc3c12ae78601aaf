"""Numbers that are known as a range, and what becomes of the range when they are multiplied."""

import math
from collections.abc import Iterable
from typing import NamedTuple


class PeopleRange(NamedTuple):
    """A range from `low` to `high`, both above 0: nine times out of ten the number lies between them."""

    low: float
    high: float

    def times(self, factor: float) -> "PeopleRange":
        """Both ends times an exact factor above 0."""
        return PeopleRange(self.low * factor, self.high * factor)


def around(factor: float) -> PeopleRange:
    """Something that may be off by `factor` (1 or more) to either side."""
    return PeopleRange(1 / factor, factor)


def total(parts: Iterable[PeopleRange]) -> PeopleRange:
    """The sum, whose ends are the sums of the ends; `parts` holds at least one."""
    lows, highs = zip(*parts, strict=True)
    return PeopleRange(sum(lows), sum(highs))


def product(factors: Iterable[PeopleRange]) -> PeopleRange:
    """The product of numbers that err independently: their widths add up as squares do, on a log scale.

    Multiplying the ends would take all of them to be at their worst at once, which a range that is to hold
    nine times out of ten need not allow for.
    """
    middle = width = 0.0
    for low, high in factors:
        middle += (math.log(low) + math.log(high)) / 2
        width += ((math.log(high) - math.log(low)) / 2) ** 2
    return PeopleRange(math.exp(middle - math.sqrt(width)), math.exp(middle + math.sqrt(width)))
