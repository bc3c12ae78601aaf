"""Other letters and digits in the layout of what was written: what stands in for identifiers."""

import random
from collections.abc import Callable

TRIES = 4000  # before a check that chance does not meet is given up
_LETTERS, _DIGITS, _HEX = "abcdefghijklmnopqrstuvwxyz", "0123456789", "0123456789abcdef"


def refilled(written: str, chance: random.Random, keep: int = 0) -> str:
    """Other letters and digits in the same places, the first `keep` of them left as they are."""
    result: list[str] = []
    for character in written:
        if not character.isalnum() or keep > 0:
            keep -= character.isalnum()
            result.append(character)
        elif character.isdigit():
            result.append(chance.choice(_DIGITS))
        else:
            letter = chance.choice(_LETTERS)
            result.append(letter.upper() if character.isupper() else letter)
    return "".join(result)


def refilled_until(
    is_valid: Callable[[str], bool], written: str, chance: random.Random, keep: int = 0
) -> str | None:
    """Refilled until `is_valid` says so of the result; None where chance does not come upon one."""
    others = (refilled(written, chance, keep) for _ in range(TRIES))
    return next(filter(is_valid, others), None)


def relaid(written: str, number: str) -> str:
    """The letters and digits of `number` in the layout (and the capitals) of `written`, which has as many."""
    following = iter(number)
    result: list[str] = []
    for character in written:
        if not character.isalnum():
            result.append(character)
            continue
        new = next(following)
        result.append(new.lower() if character.islower() else new)
    return "".join(result)


def hexadecimal_like(written: str, chance: random.Random) -> str:
    """A hexadecimal digit, in capitals if `written` has any."""
    new = chance.choice(_HEX)
    return new.upper() if any(map(str.isupper, written)) else new
