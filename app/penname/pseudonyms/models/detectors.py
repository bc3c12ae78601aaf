"""Names found by a local model: DET_prompt, DET_tag_mark and DET_tag_rep (METHODS 8).

The tagging ones repeat the text, and their answers are held to it: what they do not tag they merely miss.
"""

import itertools
import json
import re
from collections.abc import Iterator

from penname.domain.errors import EngineError
from penname.domain.tokens import occurrences
from penname.engine.shapes import Copied, Fixed, Node, OneOf, Repeat, Sequence, Span
from penname.pseudonyms.entities import Entity, Finder, Kind
from penname.pseudonyms.models.asking import Asking
from penname.pseudonyms.names.lists import names
from penname.pseudonyms.plain import plain

_KINDS = (Kind.PERSON, Kind.PLACE, Kind.ORGANIZATION)
_TAGS = tuple(kind.name for kind in _KINDS)
_LONGEST, _MOST = 60, 60  # characters in a name, names in a part
_TAG = re.compile(rf"<(/?)({'|'.join(_TAGS)})>")
_CUT_OFF = (
    "The model did not read this text to its end, so names may be missing. Your text is as it was; "
    "try again with a shorter part, or without the model."
)


class PromptDetector:
    """Asks for a list of names (DET_prompt)."""

    def __init__(self, asking: Asking) -> None:
        self._asking = asking

    def find(self, text: str) -> Iterator[Entity]:
        """See detect.Detector."""
        for start, end in self._asking.parts(text):
            part = text[start:end]
            if not any(map(str.isalnum, part)):
                continue
            answer = self._asking.ask("prompt", _list_shape(), part)
            for name, kind in filter(_is_plausible, _names(answer.text)):
                for first, last in occurrences(part, name):
                    yield Entity(start + first, start + last, kind, part[first:last], Finder.MODEL)


class TagDetector:
    """Has the text repeated with tags around names (DET_tag_mark), or in their place (DET_tag_rep).

    Raises EngineError when the model stops before the text's end: a part never read would look like one
    without names.
    """

    def __init__(self, asking: Asking, *, replacing: bool = False) -> None:
        self._asking, self._replacing = asking, replacing

    def find(self, text: str) -> Iterator[Entity]:
        """See detect.Detector."""
        task = "tag_rep" if self._replacing else "tag_mark"
        for start, end in self._asking.parts(text):
            part = text[start:end]
            if not any(map(str.isalnum, part)) or _TAG.search(part):
                continue
            answer = self._asking.ask(task, Copied(_TAGS, self._replacing, _LONGEST), part)
            if answer.finish == "length":
                raise EngineError(_CUT_OFF)
            spans = replaced_spans(part, answer.text) if self._replacing else marked_spans(answer.text)
            for first, last, kind in spans:
                if not _is_plausible((part[first:last], kind)):
                    continue
                yield Entity(start + first, start + last, kind, part[first:last], Finder.MODEL)


def marked_spans(answer: str) -> Iterator[tuple[int, int, Kind]]:
    """Where the tagged words of a marked copy stand in the source."""
    tags = 0
    opened = 0
    for match in _TAG.finditer(answer):
        place = match.start() - tags
        tags += len(match.group())
        if match.group(1):
            yield opened, place, Kind[match.group(2)]
        else:
            opened = place


def replaced_spans(source: str, answer: str) -> list[tuple[int, int, Kind]]:
    """Which words of the source the tags of a replacing copy stand for: the fewest that fit."""
    pieces = _TAG.split(answer)
    literals, kinds = pieces[::3], [Kind[name] for name in pieces[2::3]]
    # Where each stretch between tags may begin, with the beginning of the one before it that leads there.
    reached: list[dict[int, int]] = [{0: 0}] if source.startswith(literals[0]) else []
    for before, literal in itertools.pairwise(literals):
        following: dict[int, int] = {}
        for begin in reached[-1] if reached else ():
            opened = begin + len(before)
            for close in range(opened + 1, len(source) - len(literal) + 1):
                if source.startswith(literal, close) and not source[close - 1].isspace():
                    following.setdefault(close, begin)
        reached.append(following)
    ends = [begin for begin in (reached[-1] if reached else ()) if begin + len(literals[-1]) == len(source)]
    if not ends:
        return []
    begins = [min(ends)]
    for level in reversed(reached[1:]):
        begins.append(level[begins[-1]])
    begins.reverse()
    return [
        (begins[index] + len(literals[index]), begins[index + 1], kind) for index, kind in enumerate(kinds)
    ]


def _is_plausible(named: tuple[str, Kind]) -> bool:
    """Weak models also name small words and whole lines; hiding "in" would spoil the text."""
    name, _ = named
    words = plain(name).split()
    return "\n" not in name and not all(word in names().small for word in words)


def _list_shape() -> Node:
    kinds = OneOf(tuple(Fixed(f'"{kind.value}"') for kind in _KINDS))
    entry = Sequence((Fixed('"'), Span(_LONGEST), Fixed('": '), kinds))
    return Sequence((Fixed("{"), Repeat(entry, 0, _MOST, ", "), Fixed("}")))


def _names(answer: str) -> list[tuple[str, Kind]]:
    """The names of an answer, of one cut off as many as are complete."""
    entries = re.findall(r'("(?:[^"\\]|\\.)*"): "(person|place|organization)"', answer)
    return [(json.loads(name), Kind(kind)) for name, kind in entries]
