""" "A" or "an", by the sound the next word begins with."""

import re

_VOWEL = re.compile(r"(?!(?:uni|use|eu|one\b))[aeiou]|8|1[18]\b|h(?:our|onest)", re.IGNORECASE)
_SPELLED = re.compile(r"[AEFHILMNORSX][A-Z]+\b|U[A-Z]+\b")  # "an NHS manager", "a UN driver"


def article(written: str, following: str) -> str:
    """The article that fits `following`, with a capital where the one `written` before had it."""
    if spelled := _SPELLED.match(following):
        found = "a" if spelled.group().startswith("U") else "an"
    else:
        found = "an" if _VOWEL.match(following) else "a"
    return found.capitalize() if written[0].isupper() else found
