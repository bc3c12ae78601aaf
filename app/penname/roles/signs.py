"""Checks whether a phrase can say anything of an attribute, since weak models quote at random."""

import re
from functools import cache

from penname.domain.attributes import Signs, attribute_named


def shows_a_sign(attribute: str, phrase: str, text: str) -> bool:
    """Whether `phrase` of `text` holds a word that can tell something of `attribute`.

    Attributes whose signs nobody listed pass.
    """
    listed = attribute_named(attribute).signs
    if listed is None:
        return True
    before = text[: text.find(phrase)].rstrip(" \"'(\n")
    opens = not before or before[-1] in ".!?…:"
    # a capital is no sign where every sentence has one; elsewhere the phrase is read as what it is, a part
    return bool(_pattern(listed).search(phrase if opens else f"x {phrase}"))


@cache
def _pattern(signs: Signs) -> re.Pattern[str]:
    listed = "|".join(re.escape(word).replace(r"\*", r"[\w'’-]*") for word in signs.words.split())
    either = rf"(?i:\b(?:{listed})(?![\w]))"
    return re.compile(f"{either}|{signs.pattern}" if signs.pattern else either)
