"""The cells of a workbook's sheets and the texts that they share (ECMA-376, part 1, SpreadsheetML).

A sheet may have millions of cells: they are met one by one, and none is kept here.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from penname.documents.pieces import Piece, Splice
from penname.documents.xml_source import XmlSource, XmlToken, escaped

SHARED = "s"
_WITH_WORDS = (SHARED, "inlineStr", "str")
_READINGS = ("x:rPh", "x:phoneticPr")  # how Japanese words are pronounced, which would tell the old ones
_PLACE = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")
_CODE = re.compile(r"_x([0-9A-Fa-f]{4})_")  # a character that XML cannot hold (22.9.2.19)
_LIKE_A_CODE = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")
_BARE = re.compile(r"<((?:\w+:)?t)>(?=\s|[^<]*\s</)")  # what needs its spaces kept


class CellText(NamedTuple):
    """`source[start:end]` is an element with the words of `tokens`, and with how they are pronounced."""

    start: int
    end: int
    tokens: tuple[XmlToken, ...]
    readings: tuple[Splice, ...] = ()


class Cell(NamedTuple):
    """A cell that begins at `start`, its row and column counted from 1; `kind` is its attribute t.

    `computed` is by a formula; `words` is what it holds: if it shares its text, the number of that.
    """

    start: int
    row: int
    column: int
    kind: str
    computed: bool
    words: CellText

    def number(self, source: XmlSource, most: int) -> int | None:
        """The number of the text that the cell shares, of `most` that there are."""
        said = source.text[self.words.start : self.words.end].strip()
        if self.kind != SHARED or not (said.isascii() and said.isdecimal() and len(said) < 10):
            return None
        return int(said) if int(said) < most else None

    @property
    def has_words(self) -> bool:
        """Whether it holds text that can be changed."""
        return self.kind in _WITH_WORDS and not self.computed and bool(self.words.tokens)


def letters(column: int) -> str:
    """What a column is called: A for 1, AA for 27."""
    said = ""
    while column > 0:
        column, letter = divmod(column - 1, 26)
        said = chr(ord("A") + letter) + said
    return said


def cells(source: XmlSource, start: int = 0) -> Iterator[Cell]:
    """The cells of a sheet in their order; from one that begins at `start` rows are not known."""
    row = column = 0
    kind, computed, inside = "", False, False
    reader = _WordsReader()
    for token in source.walk(start):
        name = token.name
        if name == "x:c":
            if inside and token.kind == "end":
                inside = False
                yield Cell(start, row, column, kind, computed, reader.words())
            elif token.kind != "end":
                place = _PLACE.fullmatch(source.attribute(token, "r"))
                column = _number(place[1]) if place else column + 1
                kind, computed, inside = source.attribute(token, "t") or "n", False, token.kind == "start"
                start, reader = token.start, _WordsReader()
        elif name == "x:row" and token.kind != "end":
            said = source.attribute(token, "r")
            row = int(said) if said.isdecimal() and len(said) < 8 else row + 1
            column = 0
        elif name == "x:f":
            computed = True
        elif inside:
            reader.take(token)


def shared_texts(source: XmlSource) -> Iterator[CellText]:
    """The texts that cells share, in the order of their numbers."""
    reader, start = _WordsReader(), 0
    for token in source.walk():
        if token.name != "x:si" or token.parent != "x:sst":
            reader.take(token)
        elif token.kind == "start":
            reader, start = _WordsReader(), token.start
        elif token.kind == "empty":
            yield CellText(token.start, token.end, ())
        else:
            yield reader.words(start, token.end)


def pieces_in(source: XmlSource, words: CellText, part: str) -> Iterator[Piece]:
    """The words as pieces of `source[words.start:words.end]`."""
    for token in words.tokens:
        for piece in source.pieces(token, part):
            moved = piece._replace(start=piece.start - words.start, end=piece.end - words.start)
            yield from _decoded(moved)


def text_in(source: XmlSource, words: CellText) -> str:
    """The words."""
    return "".join(piece.text for piece in pieces_in(source, words, ""))


def as_words(text: str) -> str:
    """A text as it stands in such an element."""
    return escaped(_LIKE_A_CODE.sub("_x005F_", text))


def without_readings(words: CellText, changes: Sequence[Splice]) -> list[Splice]:
    """The changes of an element, and those that take out how the old words are pronounced."""
    gone = [Splice(one.start - words.start, one.end - words.start, "") for one in words.readings]
    return [*changes, *gone]


def keeping_spaces(element: str) -> str:
    """The element with its spaces kept at the ends of its words, where programs would drop them."""
    return _BARE.sub(r'<\1 xml:space="preserve">', element)


class _WordsReader:
    """Collects the words of a cell or of a shared text, without how they are pronounced."""

    def __init__(self) -> None:
        self._tokens: list[XmlToken] = []
        self._readings: list[Splice] = []
        self._reading: XmlToken | None = None
        self._span: tuple[int, int] | None = None

    def take(self, token: XmlToken) -> None:
        if token.kind == "text":
            if token.parent in ("x:t", "x:v") and self._reading is None:
                self._tokens.append(token)
        elif token.name in _READINGS and token.kind == "start":
            self._reading = token
        elif token.name in _READINGS:
            start = self._reading.start if self._reading and token.kind == "end" else token.start
            self._readings.append(Splice(start, token.end, ""))
            self._reading = None
        elif token.name == "x:is":
            self._span = (self._span[0] if self._span else token.start), token.end

    def words(self, start: int = 0, end: int = 0) -> CellText:
        """What was collected between both; in a cell they are the ends of `is`, or of the words in `v`."""
        if self._span is not None:
            start, end = self._span
        elif end == 0 and self._tokens:
            start, end = self._tokens[0].start, self._tokens[-1].end
        tokens = tuple(token for token in self._tokens if start <= token.start < end)
        readings = tuple(one for one in self._readings if start <= one.start < end)
        return CellText(start, end, tokens, readings)


def _number(column: str) -> int:
    number = 0
    for letter in column:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def _decoded(piece: Piece) -> Iterator[Piece]:
    """A piece with codes of characters in it as several."""
    at = 0
    for code in _CODE.finditer(piece.text) if piece.end - piece.start == len(piece.text) else ():
        if code.start() > at:
            yield _part_of(piece, at, code.start())
        yield _part_of(piece, *code.span())._replace(text=chr(int(code[1], 16)))
        at = code.end()
    if at < len(piece.text) or at == 0:
        yield piece if at == 0 else _part_of(piece, at, len(piece.text))


def _part_of(piece: Piece, start: int, end: int) -> Piece:
    return piece._replace(text=piece.text[start:end], start=piece.start + start, end=piece.start + end)
