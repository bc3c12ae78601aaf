"""Answers that say nothing: those that go round in circles, refuse, or talk about the model itself or the
author.

IncogniText leaves such answers (repeated blocks, stray tokens) out of what it trains on; here the role asks
once more, and then says so. Words that the text itself has are the author's, not chatter.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from enum import StrEnum

from penname.domain.tokens import words

_PHRASE = 5  # words
_TIMES = 3


class Chatter(StrEnum):
    """What is wrong with an answer, as the end of “The model ...”."""

    LOOP = "went round in circles"
    REFUSAL = "refused to do it"
    ASSISTANT = "spoke about itself"
    THINKING = "wrote down its thinking"
    REPORT = "wrote about the author"
    FORM = "left a blank to fill in"


def _pattern(*ways: str) -> re.Pattern[str]:
    return re.compile("|".join(ways), re.IGNORECASE)


_ANYWHERE = {
    Chatter.REFUSAL: _pattern(
        r"\bI(?:['’]m| am) (?:unable|not able|not allowed) to (?:assist|help|comply|fulfil|provide)",
        r"\bI (?:cannot|can['’]?t|can not|won['’]t|will not) (?:assist|help|comply|fulfil|provide)",
        r"\bI(?:['’]m| am) sorry,? but I\b",
        r"\bagainst my (?:guidelines|programming|policy)\b",
    ),
    Chatter.ASSISTANT: _pattern(
        r"\bas an? (?:AI|artificial intelligence|(?:large )?language model|virtual assistant)\b",
        r"\bI(?:['’]m| am) (?:just )?an? (?:AI|artificial intelligence|(?:large )?language model)\b",
    ),
    Chatter.THINKING: _pattern(r"</?(?:think|thinking|thought|scratchpad|reflection)>", r"<\|"),
}
_IN_A_REWRITE = _ANYWHERE | {
    Chatter.REPORT: _pattern(
        r"\bthe (?:author|writer|poster|commenter)(?:['’]s)?\b",
        r"\bit(?:['’]s| is) (?:clear|evident|obvious|likely) that\b",
        r"\bthis person\b",
        r"\b(?:the|this) (?:text|comment|post) (?:mentions|suggests|implies|indicates|says|states)\b",
        r"\b(?:original|edited|rewritten|anonymized) (?:text|comment|version)\b",
    ),
    Chatter.FORM: _pattern(
        r"^\W*(?:\.\.\.|…)\W*$",
        r"\[[a-z][a-z _-]*\]",
        r"<[a-z][a-z _-]*>",
        r"\bgeneral(?:ized)? (?:term|phrase)\b",
    ),
}


def chatter_in(answers: Iterable[str], source: str) -> Chatter | None:
    """What is wrong with what a role says of its own; None where nothing is. `source` is what it read."""
    return _found(list(answers), source, _ANYWHERE)


def chatter_in_rewrite(pieces: Iterable[str], source: str) -> dict[str, Chatter]:
    """The pieces that cannot stand in the text, in its author's voice, and what is wrong with each."""
    pieces = list(pieces)
    found = {}
    for piece in pieces:
        kind = _found([piece], source, _IN_A_REWRITE)
        if kind is None and len(words(piece)) >= _PHRASE and loops(pieces, source):
            kind = Chatter.LOOP  # all of them together say the same again and again
        if kind:
            found[piece] = kind
    return found


def loops(pieces: Iterable[str], source: str = "") -> bool:
    """Whether a phrase of five words stands three times in the pieces together, and not in the source."""
    return not _repeated(pieces) <= _repeated([source])


def _repeated(pieces: Iterable[str]) -> set[tuple[str, ...]]:
    counted = Counter(phrase for piece in pieces for phrase in _phrases(piece))
    return {phrase for phrase, times in counted.items() if times >= _TIMES}


def _phrases(text: str) -> Iterable[tuple[str, ...]]:
    folded = [word.casefold() for word in words(text)]
    return zip(*(folded[start:] for start in range(_PHRASE)), strict=False)


def _found(pieces: list[str], source: str, patterns: Mapping[Chatter, re.Pattern[str]]) -> Chatter | None:
    if loops(pieces, source):
        return Chatter.LOOP
    own = source.casefold()
    for kind, pattern in patterns.items():
        if any(found.group().casefold() not in own for piece in pieces for found in pattern.finditer(piece)):
            return kind
    return None
