"""Checks whether a phrase can say anything of an attribute, since weak models quote at random."""

import re
import tomllib
from functools import cache

from penname import locations


def shows_a_sign(attribute: str, phrase: str, text: str) -> bool:
    """Whether `phrase` of `text` holds a word that can tell something of `attribute`.

    The words are in `resources/signs.toml`; attributes without an entry there (the user's own) pass.
    """
    signs = _signs().get(attribute)
    if signs is None:
        return True
    before = text[: text.find(phrase)].rstrip(" \"'(\n")
    opens = not before or before[-1] in ".!?…:"
    # a capital is no sign where every sentence has one; elsewhere the phrase is read as what it is, a part
    return bool(signs.search(phrase if opens else f"x {phrase}"))


@cache
def _signs() -> dict[str, re.Pattern[str]]:
    table = tomllib.loads(locations.resource("signs.toml").read_text(encoding="utf-8"))
    return {
        attribute: _pattern(entry["words"], entry.get("pattern", "")) for attribute, entry in table.items()
    }


def _pattern(words: str, more: str) -> re.Pattern[str]:
    listed = "|".join(re.escape(word).replace(r"\*", r"[\w'’-]*") for word in words.split())
    either = rf"(?i:\b(?:{listed})(?![\w]))"
    return re.compile(f"{either}|{more}" if more else either)
