"""Ten ways in which a chatbot alters a stand-in that it writes into its reply."""

import random
import unicodedata
from collections.abc import Callable

Alter = Callable[[str, random.Random], str]


def in_capitals(surrogate: str, chance: random.Random) -> str:
    return surrogate.upper()


def in_small_letters(surrogate: str, chance: random.Random) -> str:
    return surrogate.lower()


def possessive(surrogate: str, chance: random.Random) -> str:
    return surrogate + chance.choice(("'s", "’s"))


def plural(surrogate: str, chance: random.Random) -> str:
    return "the " + surrogate.split()[-1] + "s"


def over_a_line_end(surrogate: str, chance: random.Random) -> str:
    return surrogate.replace(" ", chance.choice(("\n", " \n", "\r\n", "\n> ")), 1)


def with_odd_spaces(surrogate: str, chance: random.Random) -> str:
    return surrogate.replace(" ", chance.choice(("\u00a0", "  ", "\u202f")))


def last_name_first(surrogate: str, chance: random.Random) -> str:
    first, _, last = surrogate.rpartition(" ")
    return f"{last}, {first}" if first else surrogate


def emphasized(surrogate: str, chance: random.Random) -> str:
    return chance.choice(("**{}**", "*{}*", "_{}_", "`{}`", "“{}”")).format(surrogate)


def with_accents_or_without(surrogate: str, chance: random.Random) -> str:
    stripped = "".join(c for c in unicodedata.normalize("NFD", surrogate) if not unicodedata.combining(c))
    if stripped != surrogate:
        return stripped
    place = next(i for i, c in enumerate(surrogate) if c in "aeio")
    return (
        surrogate[:place]
        + {"a": "á", "e": "é", "i": "í", "o": "ó"}[surrogate[place]]
        + surrogate[place + 1 :]
    )


def mangled(surrogate: str, chance: random.Random) -> str:
    """A hyphen at the line's end, emphasis or a soft hyphen inside the word."""
    cut = len(surrogate.split()[0]) // 2
    return surrogate[:cut] + chance.choice(("-\n", "\u00ad", "\u200b", "**")) + surrogate[cut:]


NAME_ALTERATIONS: tuple[Alter, ...] = (
    in_capitals, in_small_letters, possessive, plural, over_a_line_end, with_odd_spaces, last_name_first,
    emphasized, with_accents_or_without, mangled,
)  # fmt: skip
