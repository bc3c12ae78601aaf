"""The tokens that are labelled: words, runs of digits, single signs and ends of lines."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from penname.pseudonyms.entities import Entity
from penname.pseudonyms.plain import plain

NEWLINE = "\n"
_TOKEN = re.compile(r"\r?\n|[@#]?[^\W\d_]+|\d+|[^\w\s]|_")
_RUN = re.compile(r"(.)\1{2,}")


class Token(NamedTuple):
    """`text[start:end]`; `key` is what the lists and the other spellings of it know it by."""

    start: int
    end: int
    text: str
    key: str

    @property
    def is_word(self) -> bool:
        """Whether it is made of letters (a handle's sign may stand before them)."""
        return self.text[-1].isalpha()

    @property
    def is_newline(self) -> bool:
        """Whether a line ends here."""
        return self.key == NEWLINE

    @property
    def shape(self) -> str:
        """Its characters by sort, long runs cut to two: "Xxx", "dd", "XX"."""
        if self.is_newline:
            return "newline"
        return _RUN.sub(r"\1\1", "".join(map(_sort, self.text)))


def tokenize(text: str) -> list[Token]:
    """The tokens of `text`, in its order; what lies between them is white space."""
    return [
        Token(match.start(), match.end(), match.group(), plain(match.group().lstrip("@#")) or match.group())
        if not match.group().isspace()
        else Token(match.start(), match.end(), match.group(), NEWLINE)
        for match in _TOKEN.finditer(text)
    ]


def covered_by(tokens: Sequence[Token], entities: Iterable[Entity]) -> Iterator[tuple[Entity, range]]:
    """Each entity with the places of the tokens in it; the entities are in the order of the text."""
    first = 0
    for entity in entities:
        while first < len(tokens) and tokens[first].end <= entity.start:
            first += 1
        end = first
        while end < len(tokens) and tokens[end].start < entity.end:
            end += 1
        yield entity, range(first, end)


def _sort(character: str) -> str:
    if character.isalpha():
        return "X" if character.isupper() else "x"
    return "d" if character.isdigit() else character
