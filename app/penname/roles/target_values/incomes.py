"""Another income: the amount becomes one of the target level, in the form and for the time it was given."""

import re

from penname.roles.target_values.statement import Statement

_AMOUNT = re.compile(
    r"(?P<number>\d{1,3}(?:[,. ]\d{3})+|\d+(?:\.\d+)?)(?P<thousands> ?k\b| thousand\b| grand\b)?",
    re.IGNORECASE,
)
_A_YEAR = {
    "low": 21_000,
    "middle": 45_000,
    "high": 95_000,
    "very high": 210_000,
}  # in the middle of each level
_TIMES = (("month", 12, 50), ("week", 52, 10), ("fortnight", 26, 10), ("hour", 1_900, 1))


def another_income(stated: Statement) -> str | None:
    """The target income in words like the stated: "80k a year" -> "45k a year", "£2,500 a month" ->
    "£3,750 a month".
    """
    before, text = stated.before, stated.text
    found = _AMOUNT.search(before)
    if found is None:
        return None
    after = text[text.find(before) + len(before) :][:20] if before in text else ""
    amount, step = _A_YEAR[stated.target], 1_000
    for name, times, rounded in _TIMES:
        if re.search(rf"\b{name}|\b{name}ly", f"{before}{after}", re.IGNORECASE):
            amount, step = amount // times, rounded
            break
    amount = max(step, round(amount / step) * step)
    if found["thousands"]:
        said = f"{max(1, round(amount / 1_000))}{found['thousands']}"
    else:
        mark = re.search(r"\D", found["number"])
        said = f"{amount:,}".replace(",", mark.group()) if mark and amount >= 1_000 else str(amount)
    return before[: found.start()] + said + before[found.end() :]
