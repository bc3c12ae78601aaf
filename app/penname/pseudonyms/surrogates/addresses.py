"""Other e-mail and web addresses: invented words at the domains that are kept for examples (RFC 2606)."""

import random
import re

from penname.domain.tokens import LETTERS_AND_DIGITS

_CONNECTORS = frozenset(["at", "dot", "punkt", "point", "punto", "arobase", "arroba", "ät"])
_AT = re.compile(r"@|\b(?:at|ät|arobase|arroba)\b", re.IGNORECASE)
_ONSETS = [
    "b",
    "br",
    "d",
    "dr",
    "f",
    "fl",
    "g",
    "gr",
    "h",
    "k",
    "kl",
    "l",
    "m",
    "n",
    "p",
    "pl",
    "r",
    "s",
    "st",
    "t",
    "tr",
    "v",
    "w",
]
_VOWELS = ["a", "e", "i", "o", "u", "ai", "ea", "io"]
_CODAS = ["l", "m", "n", "r", "lm", "nd", "rd", "rk", "rn", "lt"]
_RESERVED = ("com", "net", "org")


def invented_word(chance: random.Random, length: int = 6) -> str:
    """A word of about `length` letters that means nothing and can be spoken."""
    word = ""
    while len(word) < length:
        word += chance.choice(_ONSETS) + chance.choice(_VOWELS)
    return word + chance.choice(_CODAS)


def another_email(written: str, chance: random.Random) -> str:
    """Another address in the same disguise, if there is one."""
    at = max(_AT.finditer(written), key=lambda match: match.start(), default=None)
    if at is None:
        return f"{invented_word(chance)}@example.org"
    local = LETTERS_AND_DIGITS.sub(lambda run: _like(run.group(), chance), written[: at.start()])
    host = written[at.end() :]
    labels = [run for run in LETTERS_AND_DIGITS.finditer(host) if run.group().lower() not in _CONNECTORS]
    return local + at.group() + _host(host, labels, chance)


def another_url(written: str, chance: random.Random) -> str:
    """Another address with the same scheme, depth of path and kind of file."""
    match = re.match(r"((?:[A-Za-z]+(?:\[:\]|:)//)?(?:[^/?#@\s]*@)?)([^/?#:]*)(:\d+)?([\s\S]*)", written)
    assert match
    scheme, host, port, rest = match.groups(default="")
    labels = [
        run for run in LETTERS_AND_DIGITS.finditer(host) if run.group().lower() not in (*_CONNECTORS, "www")
    ]
    extension = re.search(r"\.[A-Za-z]{2,5}$", rest)
    end = extension.start() if extension else len(rest)
    path = LETTERS_AND_DIGITS.sub(lambda run: _like(run.group(), chance), rest[:end])
    if "@" in scheme:
        head, _, credentials = scheme.partition("//")
        scheme = head + "//" + LETTERS_AND_DIGITS.sub(lambda run: _like(run.group(), chance), credentials)
    return scheme + _host(host, labels, chance) + port + path + rest[end:]


def _host(host: str, labels: list[re.Match[str]], chance: random.Random) -> str:
    """Invented words in place of the labels, the last two those of an example domain."""
    result, position = "", 0
    last = len(labels) - 1
    country = last >= 2 and labels[-2].group().lower() in ("co", "ac", "org", "com", "gov")
    for index, label in enumerate(labels):
        if country and index >= last - 1:
            new = label.group()  # .co.uk stays
        elif index == last and last > 0:
            new = chance.choice(_RESERVED)
        elif index == last - 1 - country:
            new = f"{invented_word(chance, 4)}-example" if last - country == 1 else "example"
        else:
            new = invented_word(chance, 4)
        result += host[position : label.start()] + new
        position = label.end()
    return result + host[position:]


def _like(run: str, chance: random.Random) -> str:
    if run.lower() in _CONNECTORS:
        return run
    if run.isdigit():
        return "".join(chance.choice("0123456789") for _ in run)
    word = invented_word(chance, max(2, min(len(run), 10) - 1))
    return word.upper() if run.isupper() and len(run) > 1 else word.capitalize() if run[0].isupper() else word
