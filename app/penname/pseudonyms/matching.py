"""Finds stand-ins in a reply although they came back altered: capitals, accents, gaps, emphasis, endings.

Reply and stand-ins are compared by their plain letters and digits alone; what stood between these in the
reply must then be something that models put there. One pass over the reply, whatever the number of stand-ins.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from penname.domain.tokens import is_boundary
from penname.pseudonyms.entities import NAMES
from penname.pseudonyms.mapping import Pair
from penname.pseudonyms.plain import compact, plain_character

_KEY = 3  # letters by which candidates are looked up
_SPACES = " \t\r\n\u00a0\u2007\u2009\u202f\u200b\u2060"
_MARKUP = "*_`~\\\u00ad\u200b\u200c\u2060"
_HYPHENS = "-‐‑–−"
_INSIDE_WORD = re.compile(rf"(?:[{re.escape(_MARKUP)}]{{1,4}}|[{_HYPHENS}]\r?\n[ \t]*)")
_BETWEEN_WORDS = re.compile(rf"[{re.escape(_SPACES + _MARKUP + _HYPHENS)}.'’>]{{0,6}}")
_BETWEEN_DIGITS = re.compile(rf"[{re.escape(_SPACES + _MARKUP + _HYPHENS)}./:()\[\]@>]{{0,6}}")
_PLURAL = "s"


class FoundSurrogate(NamedTuple):
    """`text[start:end]` is the stand-in of these pairs (spellings of one), and `edges` its letters."""

    start: int
    end: int
    pairs: tuple[Pair, ...]
    edges: tuple[int, int]


class _Candidate(NamedTuple):
    key: str
    gaps: dict[int, str]  # what stands before the n-th plain letter, where it is more than nothing
    pairs: tuple[Pair, ...]


class SurrogateMatcher:
    """Finds the surrogates of `pairs` in a text."""

    def __init__(self, pairs: Iterable[Pair]) -> None:
        by_key: dict[str, list[Pair]] = {}
        for pair in pairs:
            if key := compact(pair.surrogate):
                by_key.setdefault(key, []).append(pair)
        self._index: dict[str, list[_Candidate]] = {}
        for key, same in by_key.items():
            candidate = _Candidate(key, _gaps(same[0].surrogate), tuple(same))
            self._index.setdefault(key[:_KEY], []).append(candidate)
        for candidates in self._index.values():
            candidates.sort(key=lambda candidate: -len(candidate.key))
        self._lengths = sorted({len(start) for start in self._index}, reverse=True)

    def find(self, text: str) -> Iterator[FoundSurrogate]:
        """All stand-ins in `text`, in its order, the longest where several begin; none overlap."""
        letters, places = _letters(text)
        reached = 0
        previous = -1
        for index, place in enumerate(places):
            if place < reached or place == previous:
                continue
            previous = place
            if not is_boundary(text, place) and text[place - 1] != "_":  # _emphasis_ is no part of the word
                continue
            found = self._at(text, letters, places, index)
            if found:
                reached = found.end
                yield found

    def _at(self, text: str, letters: str, places: list[int], index: int) -> FoundSurrogate | None:
        for length in self._lengths:
            for candidate in self._index.get(letters[index : index + length], ()):
                if not letters.startswith(candidate.key, index):
                    continue
                last = index + len(candidate.key) - 1
                first_place, end = places[index], places[last] + 1
                if last + 1 < len(places) and places[last + 1] == places[last]:
                    continue  # it would end inside one letter
                if not _ends(text, end, candidate) or not _fits(text, places, index, candidate):
                    continue
                start, stop = _with_edges(text, first_place, end, candidate.pairs)
                return FoundSurrogate(start, stop, candidate.pairs, (first_place, end))
        return None


def _letters(text: str) -> tuple[str, list[int]]:
    """The plain letters and digits of `text`, and where each stands."""
    letters: list[str] = []
    places: list[int] = []
    for place, character in enumerate(text):
        for letter in plain_character(character):
            if letter.isalnum():
                letters.append(letter)
                places.append(place)
    return "".join(letters), places


def _gaps(surrogate: str) -> dict[int, str]:
    gaps: dict[int, str] = {}
    count, gap = 0, ""
    for character in surrogate:
        new = [letter for letter in plain_character(character) if letter.isalnum()]
        if new:
            if gap and count:
                gaps[count] = gap
            gap = ""
            count += len(new)
        else:
            gap += character
    return gaps


def _fits(text: str, places: list[int], index: int, candidate: _Candidate) -> bool:
    """Whether what stands between the letters in the reply may stand there."""
    words = candidate.pairs[0].kind in NAMES and not candidate.pairs[0].surrogate.startswith("[")
    for number in range(1, len(candidate.key)):
        before, place = places[index + number - 1], places[index + number]
        expected = candidate.gaps.get(number, "")
        gap = text[before + 1 : place] if place > before else ""
        if gap == expected:
            continue
        if not words:
            if not _BETWEEN_DIGITS.fullmatch(gap) or gap.count("\n") > 1:
                return False
        elif expected:
            if not _BETWEEN_WORDS.fullmatch(gap) or gap.count("\n") > 1:
                return False
        elif not _INSIDE_WORD.fullmatch(gap) and any(not _is_mark(c) for c in gap):
            return False
    return True


def _is_mark(character: str) -> bool:
    """A combining mark: plain letters have none, decomposed texts do."""
    return not plain_character(character)


def _ends(text: str, end: int, candidate: _Candidate) -> bool:
    while end < len(text) and _is_mark(text[end]):
        end += 1
    if is_boundary(text, end) or text[end] == "_":
        return True
    if candidate.pairs[0].kind not in NAMES:
        return False
    return text[end].lower() == _PLURAL and is_boundary(text, end + 1)


def _with_edges(text: str, start: int, end: int, pairs: tuple[Pair, ...]) -> tuple[int, int]:
    """The span with the signs around that belong to the stand-in: brackets, a plus, a full stop."""
    while end < len(text) and _is_mark(text[end]):
        end += 1
    for pair in pairs:
        head, tail = edges(pair.surrogate)
        if (
            head
            and text.endswith(head, 0, start)
            and (not tail or text.startswith(tail, end) or not head.startswith("["))
        ):
            start -= len(head)
        elif head.startswith("[") and text.endswith("\\[", 0, start):
            start -= 2
        else:
            if head.startswith("["):
                break
        if tail and text.startswith(tail, end):
            end += len(tail)
        elif tail.startswith("]") and text.startswith("\\]", end):
            end += 2
        break
    return start, end


def edges(written: str) -> tuple[str, str]:
    """The signs before the first and after the last letter or digit."""
    places = [index for index, character in enumerate(written) if character.isalnum()]
    return (written[: places[0]], written[places[-1] + 1 :]) if places else ("", "")
