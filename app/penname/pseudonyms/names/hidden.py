"""The user's always-hide list and marks by hand: words that are hidden wherever they occur."""

import re
from collections.abc import Iterable, Iterator, Sequence

from penname.domain.errors import BadInput
from penname.domain.tokens import is_boundary
from penname.pseudonyms.entities import OTHER, Entity, Finder, Kind, UserMark
from penname.pseudonyms.kinds import all_kinds
from penname.pseudonyms.names.lists import names
from penname.pseudonyms.names.repeats import ENDINGS
from penname.pseudonyms.plain import plain

_COMMENT = "#"
_LONGEST = 400


class HiddenPhrases:
    """Phrases to hide with the kinds they are of (capitals and the width of spaces do not matter).

    A single name that is an everyday word as well ("Will", "Rose") counts in its own capitals alone: hiding
    every "will" would spoil the text.
    """

    def __init__(self, phrases: Iterable[tuple[str, Kind]], finder: Finder = Finder.HIDDEN) -> None:
        self._phrases = [(p.split(), kind) for p, kind in phrases if any(map(str.isalnum, p))]
        self._finder = finder

    def and_also(self, phrases: Iterable[tuple[str, Kind]]) -> "HiddenPhrases":
        """These and more phrases."""
        more = [(" ".join(pieces), kind) for pieces, kind in self._phrases]
        return HiddenPhrases((*more, *phrases), self._finder)

    def find(self, text: str) -> Iterator[Entity]:
        """All places where the phrases stand as whole words, also bent by an ending."""
        for pieces, kind in self._phrases:
            pattern = r"\s{1,3}".join(map(re.escape, pieces))
            exact = (pieces[0], pieces[0].upper()) if len(pieces) == 1 and _is_word_too(pieces[0]) else ()
            for match in re.finditer(pattern, text, re.IGNORECASE):
                if exact and match.group() not in exact:
                    continue
                if is_boundary(text, match.start()) and _ends(text, match.end()):
                    yield Entity(match.start(), match.end(), kind, match.group(), self._finder)


def read_hidden(lines: str) -> HiddenPhrases:
    """The list in a text of one phrase a line, "kind: phrase" if the kind matters; # begins a comment.

    Raises BadInput, with the line, for a phrase too long to be one.
    """
    phrases: list[tuple[str, Kind]] = []
    for number, line in enumerate(lines.splitlines(), 1):
        phrase = line.strip()
        if not phrase or phrase.startswith(_COMMENT):
            continue
        if len(phrase) > _LONGEST:
            raise BadInput(f"Line {number} of the always-hide list is too long for a name or number.")
        name, colon, rest = phrase.partition(":")
        kind = Kind(name.strip().lower())
        if colon and kind in all_kinds() and rest.strip():
            phrases.append((rest.strip(), kind))
        else:
            phrases.append((phrase, OTHER))
    return HiddenPhrases(phrases)


def marked(text: str, marks: Sequence[UserMark]) -> Iterator[Entity]:
    """What was marked, in whole words, and the same words wherever else they stand."""
    marks = [_widened(text, mark) for mark in marks]
    for mark in marks:
        written = text[mark.start : mark.end]
        if written.strip():
            yield Entity(mark.start, mark.end, mark.kind, written, Finder.HAND)
    yield from HiddenPhrases(((text[m.start : m.end], m.kind) for m in marks), Finder.HAND).find(text)


def _widened(text: str, mark: UserMark) -> UserMark:
    """The words of a mark, whole: half of one could not be put back with certainty."""
    start, end = mark.start, mark.end
    while start < end and not text[start].isalnum():
        start += 1
    while start < end and not text[end - 1].isalnum():
        end -= 1
    while start < end and not is_boundary(text, start):
        start -= 1
    while start < end and not is_boundary(text, end):
        end += 1
    return UserMark(start, end, mark.kind)


def _is_word_too(phrase: str) -> bool:
    lists = names()
    return phrase[0].isupper() and plain(phrase) in lists.words | lists.surname_words | lists.small


def _ends(text: str, position: int) -> bool:
    if is_boundary(text, position):
        return True
    return any(
        text.startswith(ending, position) and is_boundary(text, position + len(ending)) for ending in ENDINGS
    )
