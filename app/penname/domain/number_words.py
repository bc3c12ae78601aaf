"""Numbers up to ninety-nine and decades in English, in digits or in words: the one list of their names."""

import re

UNITS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
TEENS = (
    "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen",
)  # fmt: skip
TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_VALUES = {word: number for number, word in enumerate((*UNITS, *TEENS), 1)}
_VALUES |= {word: 10 * tens for tens, word in enumerate(TENS, 2)}

NUMBER_WORDS = frozenset(_VALUES)
NUMBER = rf"(?:[1-9]\d|(?:{'|'.join(TENS)})(?:[\x20-]?(?:{'|'.join(UNITS)})\b)?|{'|'.join(TEENS)})"
DECADES = tuple(f"{word.removesuffix('y')}ies" for word in TENS)  # from the twenties on
DECADE = rf"(?:[1-9]0'?s|{'|'.join(DECADES)})"


def number(words: str) -> int:
    """The value of what `NUMBER` matched."""
    if words.isdigit():
        return int(words)
    return sum(_VALUES[part] for part in re.findall("|".join(sorted(_VALUES, key=len, reverse=True)), words))


def decade(words: str) -> int:
    """The first year of what `DECADE` matched: 50 for "fifties" and "50s"."""
    return int(words[0]) * 10 if words[0].isdigit() else _VALUES[words.removesuffix("ies") + "y"]


def in_words(value: int) -> str:
    """A number from 1 to 99 as it is spelled: "forty-two"."""
    if value < 20:
        return (*UNITS, *TEENS)[value - 1]
    return TENS[value // 10 - 2] + (f"-{UNITS[value % 10 - 1]}" if value % 10 else "")
