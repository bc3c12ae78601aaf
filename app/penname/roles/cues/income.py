"""Income as it is written: what an amount in any currency, for any time, comes to in dollars a year."""

import re

from penname.roles.cues.finds import Find
from penname.roles.cues.rules import Hit, RuleTable

_SCALES = {"k": 1e3, "grand": 1e3, "thousand": 1e3, "lakh": 1e5, "lpa": 1e5, "m": 1e6, "mil": 1e6}
_TIMES = {r"mo": 12, r"w(?:ee)?k": 50, r"h(?:ou)?r": 1900, r"day|night|shift": 230}  # in a year
_BANDS = ((30_000, "low"), (60_000, "middle"), (150_001, "high"))


def _amount(hit: Hit) -> Find | None:
    """An amount that is earned; a bare number may be one of anything ("I make 3 cakes")."""
    named = any(hit.group(name) for name in ("sign", "unit", "scale", "per"))
    return _pay(hit) if named else None


def _pay(hit: Hit) -> Find | None:
    """An amount of which the text says that it is pay."""
    scale, per, dollars = hit.group("scale").rstrip("s"), hit.group("per"), hit.table.meanings["dollars"]
    unit = hit.group("sign").strip().rstrip(".") or hit.group("unit") or scale
    amount = float(re.sub(r"[ ,.](?=\d{3})", "", hit.group("number"))) * _SCALES.get(
        scale.removesuffix("lion"), 1
    )
    amount *= float(dollars.get(unit, dollars.get(unit.rstrip("s"), 1)))
    times = next((times for time, times in _TIMES.items() if re.search(rf"\b(?:{time})", per)), 0)
    if not times and amount < 300:
        return None
    if times or (amount < 8000 and not per):  # nobody lives on this a year: a month's pay
        amount *= times or 12
    return hit.find(next((band for below, band in _BANDS if amount < below), "very high"))


finds = RuleTable("income", amount=_amount, pay=_pay)
