"""Checks that python-stdnum leaves to others, behind one signature: is this number valid?"""

from collections.abc import Callable
from importlib import import_module

Check = Callable[[str], bool]


def stdnum_check(name: str) -> Check:
    """The `is_valid` of a module of python-stdnum, imported when first asked."""

    def check(number: str) -> bool:
        try:
            valid: bool = import_module(f"stdnum.{name}").is_valid(number)
        except LookupError:  # in Chinese numbers, a province of which stdnum knows no county
            return False
        return valid

    return check


def is_insurance_number(number: str) -> bool:
    """German pension insurance number (VKVV, section 4): 12 characters, the last one a check digit."""
    if len(number) != 12 or not (number[:8] + number[9:]).isdigit() or not number[8].isalpha():
        return False
    letter = f"{ord(number[8].upper()) - 64:02d}"
    day = int(number[2:4])
    if not letter.isdigit() or not (1 <= day <= 31 or 51 <= day <= 81) or not 1 <= int(number[4:6]) <= 12:
        return False
    digits = number[:8] + letter + number[9:11]
    products = (int(d) * w for d, w in zip(digits, (2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1), strict=True))
    return sum(product // 10 + product % 10 for product in products) % 10 == int(number[11])


def is_luhn(number: str) -> bool:
    """Luhn's check over a string of digits."""
    total = sum(int(digit) for digit in number[-1::-2])
    return (total + sum(sum(divmod(2 * int(digit), 10)) for digit in number[-2::-2])) % 10 == 0
