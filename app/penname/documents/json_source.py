"""JSON with the place of each string and list in its source, so that one of them can be changed alone."""

import json
import re
from collections.abc import Iterator

from penname.documents.document import LIKELY_DAMAGED, Unreadable
from penname.documents.pieces import Piece

_DECODER = json.JSONDecoder()
_SPACE = re.compile(r"[ \t\r\n]*")
# what is written otherwise than it reads; two of the long ones make a character beyond the first 65,536
_SIGNS = re.compile(r"(?:\\u[dD][89abAB]..\\u[dD][c-fC-F]..)|\\u....|\\.|[^\\]+")
_PLAIN = re.compile(r"true|false|null|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?")


class PlacedString(str):
    """A string that is written in `source[start:end]`, without its quotation marks."""

    start = end = 0


class PlacedList(list[object]):
    """A list that is written in `source[start:end]`, with its brackets."""

    start = end = 0


def read_json(source: str, kind: str) -> object:
    """What `source` holds; numbers and words stay as they are written. Raises Unreadable."""
    try:
        value, end = _value(source, _skip(source, 0))
        if _skip(source, end) < len(source):
            raise ValueError("something follows")
    except (ValueError, IndexError, RecursionError) as error:
        raise Unreadable(LIKELY_DAMAGED.format(kind=kind)) from error
    return value


def as_json(text: str, source: str) -> str:
    """The text as it is written between quotation marks; in ASCII where all of the source is."""
    return json.dumps(text, ensure_ascii=source.isascii())[1:-1]


def pieces_of(source: str, string: PlacedString, part: str = "") -> Iterator[Piece]:
    """The words of a string; a sign that is written as several is a piece of its own."""
    for match in _SIGNS.finditer(source, string.start, string.end):
        text = json.loads(f'"{match[0]}"') if match[0].startswith("\\") else match[0]
        yield Piece(text, part, match.start(), match.end())


def _skip(source: str, at: int) -> int:
    found = _SPACE.match(source, at)
    return found.end() if found else at


def _value(source: str, at: int) -> tuple[object, int]:
    match source[at]:
        case '"':
            return _string(source, at)
        case "[":
            return _list(source, at)
        case "{":
            return _object(source, at)
    plain = _PLAIN.match(source, at)
    if plain is None:
        raise ValueError("no value")
    return plain[0], plain.end()


def _string(source: str, at: int) -> tuple[PlacedString, int]:
    text, end = _DECODER.raw_decode(source, at)
    made = PlacedString(text)
    made.start, made.end = at + 1, end - 1
    return made, end


def _list(source: str, begin: int) -> tuple[PlacedList, int]:
    made, at = PlacedList(), _skip(source, begin + 1)
    while source[at] != "]":
        one, at = _value(source, at)
        made.append(one)
        at = _next(source, at, "]")
    made.start, made.end = begin, at + 1
    return made, at + 1


def _object(source: str, begin: int) -> tuple[dict[str, object], int]:
    made: dict[str, object] = {}
    at = _skip(source, begin + 1)
    while source[at] != "}":
        if source[at] != '"':
            raise ValueError("no name")
        name, at = _string(source, at)
        at = _skip(source, at)
        if source[at] != ":" or str(name) in made:  # programs disagree about which of two counts
            raise ValueError("no value of its own")
        made[str(name)], at = _value(source, _skip(source, at + 1))
        at = _next(source, at, "}")
    return made, at + 1


def _next(source: str, at: int, closing: str) -> int:
    """Where the next item or the closing bracket stands."""
    at = _skip(source, at)
    if source[at] == closing:
        return at
    if source[at] != ",":
        raise ValueError("no comma")
    at = _skip(source, at + 1)
    if source[at] == closing:
        raise ValueError("nothing behind a comma")
    return at
