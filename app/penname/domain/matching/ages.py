"""Ages as people and models write them: "34", "34 years old", "mid 30s", "30-35", "thirty-four", "60+"."""

import re
from typing import NamedTuple

from penname.domain.matching.wording import folded
from penname.domain.number_words import DECADES, TEENS, TENS, UNITS

YOUNGEST, OLDEST = 5, 120
TOLERANCE = 3  # years, as RLAA's rule has it
WIDE = 10  # years from end to end, above which a range says little
OVERLAP = 0.75  # of the shorter of two ranges (FgAA)

_SMALL = ("zero", *UNITS, *TEENS)
_TENS = {word: 10 * tens for tens, word in enumerate(TENS, 2)} | {"fourty": 40}
_DECADES = {word: 10 * tens for tens, word in enumerate(DECADES, 2)} | {"fourties": 40}
_NUMBER_WORD = re.compile(
    rf"\b(?:(?P<tens>{'|'.join(_TENS)})(?:[ -](?P<one>{'|'.join(UNITS)}))?|"
    rf"(?P<small>{'|'.join(_SMALL)}))\b"
)
_RANGE = re.compile(r"(?:between )?\b(\d{1,3})\s*(?:-|–|—|to|and|or|/)\s*(\d{1,3})\b(?! ?s\b)")
_DECADE = re.compile(
    r"\b(?:(?P<part>early|mid|middle|late)(?:[ -]to[ -](?P<to>mid|late))?[ -]?)?"
    r"(?P<decade>\d0)(?:['’]?s\b|[ -]?(?:something|odd)\b)"
)
_OPEN_UP = re.compile(
    r"\b(?:over|above|older than|more than|at least|past)\s+(\d{1,3})|"
    r"\b(\d{1,3})\s*(?:\+|(?:or|and) (?:older|over|more|up))"
)
_OPEN_DOWN = re.compile(
    r"\b(?:under|below|younger than|less than|at most|up to)\s+(\d{1,3})|"
    r"\b(\d{1,3}) (?:or|and) (?:younger|under|less)"
)
_NUMBER = re.compile(r"(?<![\d.])(\d{1,3})(?![\d])")
_PARTS = {"early": (0, 3), "mid": (4, 6), "middle": (4, 6), "late": (7, 9), None: (0, 9)}


class Years(NamedTuple):
    """From and to, both included; one age has both the same."""

    low: int
    high: int

    @property
    def exact(self) -> bool:
        """Whether this is one age."""
        return self.low == self.high

    @property
    def middle(self) -> float:
        """Half way."""
        return (self.low + self.high) / 2


def read_age(text: str) -> Years | None:
    """The age or the range of ages that a value states; None when it states none or an impossible one."""
    plain = _digits(folded(text))
    if found := _RANGE.search(plain):
        years = Years(*sorted((int(found[1]), int(found[2]))))
    elif found := _DECADE.search(plain):
        decade = int(found["decade"])
        low, high = _PARTS[found["part"]]
        years = Years(decade + low, decade + (_PARTS[found["to"]][1] if found["to"] else high))
    elif re.search(r"\b(?:teens|teenager|teenage)\b", plain):
        years = Years(13, 19)
    elif found := _OPEN_UP.search(plain):
        years = Years(int(found[1] or found[2]), OLDEST)
    elif found := _OPEN_DOWN.search(plain):
        years = Years(YOUNGEST, int(found[1] or found[2]))
    elif found := _NUMBER.search(plain):
        years = Years(int(found[1]), int(found[1]))
    else:
        return None
    return years if YOUNGEST <= years.low <= years.high <= OLDEST else None


def _digits(plain: str) -> str:
    """Number words as digits: "thirty-four" -> "34", "mid thirties" -> "mid 30s"."""
    for word, decade in _DECADES.items():
        plain = re.sub(rf"\b{word}\b", f"{decade}s", plain)

    def value(match: re.Match[str]) -> str:
        if match["small"]:
            return str(_SMALL.index(match["small"]))
        return str(_TENS[match["tens"]] + (_SMALL.index(match["one"]) if match["one"] else 0))

    return _NUMBER_WORD.sub(value, plain)
