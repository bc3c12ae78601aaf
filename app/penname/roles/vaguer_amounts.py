"""Amounts of time and years made vaguer by rule: a small model only puts another number there."""

import re

_SPAN = re.compile(
    r"(?P<count>\d{1,3}(?:\.5)?|[a-z]+(?:-[a-z]+)?)(?: and a half)?(?:[\x20-])"
    r"(?P<unit>year|month|week)s?\b(?![\x20-]old)",
    re.IGNORECASE,
)
_YEAR = re.compile(r"\b(?P<decade>(?:19|20)\d)\d\b(?!\d)(?!['’]?s\b)")
_FEW = "two three four five six seven eight nine"
_MANY = (
    "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen "
    "twenty thirty forty fifty sixty seventy eighty ninety"
)
_NAMES = ("twenties", "thirties", "forties", "fifties", "sixties", "seventies", "eighties", "nineties")


def vaguer_amount(phrase: str) -> str | None:
    """`phrase` with its spans of time and its years made vaguer; None where it has none.

    "34 years" becomes "many years", "1988" "the eighties", "two-year" "longer".
    """
    after = _SPAN.sub(_span, phrase)
    after = _YEAR.sub(_decade, after)
    return after if after != phrase else None


def _span(match: re.Match[str]) -> str:
    count, unit = match["count"].casefold(), match["unit"].casefold()
    tens = count.partition("-")[0]
    if count.replace(".", "").isdigit():
        if float(count) < 2:
            return match.group()
        many = float(count) >= 10
    elif count in _FEW.split():
        many = False
    elif tens in _MANY.split():
        many = True
    else:
        return match.group()  # "last year"
    said = f"{'many' if many else 'a few'} {unit}s"
    if not match.group().casefold().endswith("s"):
        said = "longer"  # "a two-year course"
    return said.capitalize() if match.group()[0].isupper() else said


def _decade(match: re.Match[str]) -> str:
    decade = match["decade"]
    return (
        f"the {_NAMES[int(decade[2]) - 2]}" if decade[:2] == "19" and decade[2] > "1" else f"the {decade}0s"
    )
