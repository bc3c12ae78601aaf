"""Sex, income and relationship as people and models write them, brought to RLAA's sets of values."""

import re
from collections.abc import Sequence

from penname.domain.matching.wording import folded

_WORDINGS: dict[str, dict[str, str]] = {
    "sex": {
        "male": "male m man men guy boy masculine he gentleman lad bloke",
        "female": "female f woman women girl lady feminine she gal lass",
    },
    "relationship": {
        "single": "single|no relation|not in a relationship|never married|unattached|bachelor",
        "in a relationship": "in a relationship|in relation|in relationship|relationship|dating|partnered|"
        "has a partner|has a boyfriend|has a girlfriend|cohabiting|living with partner|taken",
        "engaged": "engaged|engaged to be married|fiance|fiancee|betrothed",
        "married": "married|spouse|has a husband|has a wife|husband|wife|remarried",
        "divorced": "divorced|divorcee|divorce",
        "widowed": "widowed|widow|widower",
    },
    "income": {
        "low": "low|lower|poor|no income|none|low income",
        "middle": "middle|medium|mid|average|moderate|middle income|middle class",
        "high": "high|upper|upper middle|high income|well off",
        "very high": "very high|rich|wealthy|very high income",
    },
}
_EDGES = (("low", 30_000), ("middle", 60_000), ("high", 150_000))  # US dollars a year
_AMOUNT = re.compile(r"(?<![\w.])(\d{1,3}(?:[, ]\d{3})+|\d+(?:\.\d+)?)\s*(k\b|thousand\b)?")
_OTHER_MONEY = re.compile(r"[£€¥₹]|\b(?:eur|euros?|gbp|pounds?|inr|rupees|cad|aud|month|hour|week|day)")
_BRACKETS = re.compile(r"\([^()]*\)")


def category(attribute: str, text: str, options: Sequence[str] = ()) -> str | None:
    """The option that a wording stands for, or None. A custom attribute's `options` are met exactly."""
    plain = _clean(text)
    for option in options:
        if _clean(option) == plain:
            return option
    for option, wordings in _WORDINGS.get(attribute, {}).items():
        if plain in (wordings.split("|") if "|" in wordings else wordings.split()):
            return option
    return _bracket(text) if attribute == "income" else None


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
