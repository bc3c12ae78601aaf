"""The words of a text as names are made of them: capitals, initials, particles, and runs of these."""

import re
from bisect import bisect_left
from functools import cached_property
from typing import NamedTuple

from penname.domain.language import Language, language_of
from penname.domain.sentences import small_beginnings
from penname.domain.tokens import NAME_WORDS
from penname.pseudonyms.names.lists import names
from penname.pseudonyms.plain import plain

_GAP = re.compile(r"[ \t\u00a0]{1,2}|\.[ \t]|\r?\n(?=\S)")
_SENTENCE_START = re.compile(r"(?:^|[.!?¿¡…:;•\-–—\"“„«(\[*>]\s*|\n\s*)$")


class Word(NamedTuple):
    """`text[start:end]`; an initial takes its full stop along."""

    start: int
    end: int
    text: str

    @property
    def key(self) -> str:
        """The word as the lists of names spell it."""
        return plain(self.text)

    @property
    def is_capital(self) -> bool:
        """Whether it begins with a capital letter (or is of a script without any)."""
        return self.text[0].isupper() or (self.text[0].isalpha() and not self.text[0].islower())

    @property
    def is_initial(self) -> bool:
        """Whether it stands for a name by its first letter."""
        return len(self.text.rstrip(".")) == 1 and self.text[0].isupper()


class TextWords:
    """A text cut into words, to be walked along."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.words = [Word(m.start(), m.end(), m.group()) for m in NAME_WORDS.finditer(text)]
        self._starts = [word.start for word in self.words]

    @cached_property
    def language(self) -> Language:
        """The text's language."""
        return language_of(self.text)

    @cached_property
    def is_careless(self) -> bool:
        """Whether most of its sentences begin small: then names are written small as well."""
        small, all_ = small_beginnings(self.text)
        return small * 2 > all_

    def at(self, position: int) -> int | None:
        """The index of the word that begins at `position`."""
        index = bisect_left(self._starts, position)
        return index if index < len(self.words) and self._starts[index] == position else None

    def adjoins(self, index: int) -> bool:
        """Whether the word after `index` follows it as the next part of a name would."""
        if index + 1 >= len(self.words):
            return False
        between = self.text[self.words[index].end : self.words[index + 1].start]
        gap = _GAP.fullmatch(between)
        return gap is not None and (not between.startswith(".") or self.words[index].is_initial)

    def run(self, first: int, most: int, stop: frozenset[str] = frozenset(), lines: bool = False) -> int:
        """The index after the capitalized words from `first` on: at most `most`, small particles between.

        A word of `stop` ends the run; a line's end does so unless `lines`.
        """
        index = first
        while index < len(self.words) and index - first < most:
            word = self.words[index]
            if index > first and not lines and "\n" in self.text[self.words[index - 1].end : word.start]:
                break
            if not word.is_capital and not (index > first and self._is_particle(index)):
                break
            if word.key in stop and not (index > first and word.text in names().particles):
                break
            index += 1
            if not self.adjoins(index - 1):
                break
        while index > first and self.words[index - 1].text in names().particles:
            index -= 1
        return index

    def begins_sentence(self, index: int) -> bool:
        """Whether the capital of this word may be that of a sentence."""
        start = self.words[index].start
        return _SENTENCE_START.search(self.text, max(0, start - 6), start) is not None

    def _is_particle(self, index: int) -> bool:
        return self.words[index].text in names().particles and self.adjoins(index)
