"""Numbers that stand side by side: what is known to be something else is taken out of the text, in its place."""

import re
from collections.abc import Iterable

OUT = "\ufffc"  # Unicode's "object replacement": no letter, no digit, no space, and in no label or gap
_JOINT = re.compile(r"[/\-‐‑–.,;:]")


def without(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """`text`, as long as before, with `OUT` for all in `spans` and for a sign that joins them to the next."""
    characters = list(text)
    for start, end in spans:
        start -= start > 0 and bool(_JOINT.match(text, start - 1))
        end += _JOINT.match(text, end) is not None
        characters[start:end] = OUT * (end - start)
    return "".join(characters)
