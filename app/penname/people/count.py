"""A number of people, given only as precisely as it is known."""

import math

import msgspec

_PRECISE = 3.0  # high over low below which two digits mean something


class PeopleCount(msgspec.Struct, frozen=True):
    """From `low` to `high` people, both included and at least 1: the author is one of them."""

    low: int
    high: int

    @property
    def fitting(self) -> str:
        """The beginning of a sentence: "Between 200 and 5,000 people fit"."""
        return f"{str(self).capitalize()} people fit"

    def __str__(self) -> str:
        """Mostly "between 20,000 and 90,000" or "at most 9"; "about 40" where both ends are rounded alike."""
        if self.low == self.high:
            return f"about {_written(self.low)}"
        if self.low == 1:
            return f"at most {_written(self.high)}"
        return f"between {_written(self.low)} and {_written(self.high)}"


class People(msgspec.Struct, frozen=True):
    """How many people fit what was read of the original and of the returned text; None: nobody read it."""

    before: PeopleCount | None
    after: PeopleCount | None

    def __str__(self) -> str:
        """One sentence; empty where nothing is known."""
        if self.before is None:
            return f"After the rewrite {self.after} people fit." if self.after else ""
        fit = f"{self.before.fitting} what this text says"
        if self.after is None:
            return f"{fit}."
        if self.after == self.before:
            return f"{fit}, and as many the result."
        return f"{fit}; after the rewrite {self.after}."


def rounded(low: float, high: float) -> PeopleCount:
    """Numbers of one digit, of two where the range is narrow.

    The low one is rounded down, so that nobody is promised company; the high one to the nearest, but up where
    each person counts.
    """
    low, high = max(low, 1.0), max(high, 1.0)
    digits = 2 if high / low < _PRECISE else 1
    below, above = _unit(low, digits), _unit(high, digits)
    top = math.ceil(high) if above == 1 else round(high / above) * above
    return PeopleCount(math.floor(low / below) * below, top)


def _unit(number: float, digits: int) -> int:
    """The value of the last of the first `digits` digits."""
    return int(10 ** max(0, math.floor(math.log10(number)) - digits + 1))


def scaled(number: int) -> tuple[str, str]:
    """A number as it is read, and its unit: "5.6" and "billion", "140,000" and none."""
    for unit, name in ((10**9, "billion"), (10**6, "million")):
        if number >= unit:
            return f"{number / unit:g}", name
    return f"{number:,}", ""


def _written(number: int) -> str:
    return " ".join(filter(None, scaled(number)))
