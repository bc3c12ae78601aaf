"""Values of categories as people and models write them, brought to the attribute's own set."""

import re

from penname.domain.attributes import Attribute
from penname.domain.matching.wording import folded

_EDGES = (("low", 30_000), ("middle", 60_000), ("high", 150_000))  # US dollars a year
_AMOUNT = re.compile(r"(?<![\w.])(\d{1,3}(?:[, ]\d{3})+|\d+(?:\.\d+)?)\s*(k\b|thousand\b)?")
_OTHER_MONEY = re.compile(r"[£€¥₹]|\b(?:eur|euros?|gbp|pounds?|inr|rupees|cad|aud|month|hour|week|day)")
_BRACKETS = re.compile(r"\([^()]*\)")


def category(attribute: Attribute, text: str) -> str | None:
    """The option that a wording stands for, or None: itself, another wording of it, or an amount of money."""
    plain = _clean(text)
    for option in attribute.options:
        if _clean(option) == plain:
            return option
    for option, *wordings in attribute.wordings:
        if plain in wordings:
            return option
    return _bracket(text) if attribute.name == "income" else None


def _clean(text: str) -> str:
    plain = re.sub(r"[^\w\s]", " ", _BRACKETS.sub(" ", folded(text)))
    return " ".join(plain.split())


def _bracket(text: str) -> str | None:
    """The level of an amount, or of a range that lies within one: "45k", "$30,000 to $60,000 a year"."""
    plain = folded(text)
    if _OTHER_MONEY.search(plain):
        return None
    found = [
        float(number.replace(",", "").replace(" ", "")) * (1000 if unit else 1)
        for number, unit in _AMOUNT.findall(plain)
    ]
    if len(found) == 2 and found[0] < 1000 <= found[1]:
        found[0] *= 1000  # "30-60k"
    if not found or min(found) < 1000 or len(found) > 2:
        return None
    low, high = min(found), max(found)
    if re.search(r"\b(?:under|below|less than|up to|<)|<", plain):
        low = 0
    if re.search(r"\b(?:over|above|more than)\b|>|\+", plain):
        low, high = low + 1, float("inf")
    elif high > low or low == 0:
        high -= 1  # the upper end belongs to the next level
    levels = {_level(low), _level(high)}
    return levels.pop() if len(levels) == 1 else None


def _level(amount: float) -> str:
    return next((level for level, edge in _EDGES if amount < edge), "very high")
