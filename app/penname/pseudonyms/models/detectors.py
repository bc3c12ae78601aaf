"""Names found by a local model: DET_prompt, DET_tag_mark and DET_tag_rep (GPF).

The tagging ones repeat the text, and their answers are held to it: what they do not tag they merely miss.
"""

import itertools
import json
import re
from collections.abc import Callable, Iterator

from penname.domain.errors import EngineError
from penname.domain.sentences import sentences
from penname.domain.tokens import HYPHENATED, occurrences
from penname.engine.grammar import Copied, Fixed, Node, OneOf, Repeat, Sequence, Span
from penname.pseudonyms.entities import ORGANIZATION, PERSON, PLACE, Entity, Finder, Kind
from penname.pseudonyms.models.asking import Example, PseudonymModel, named_examples
from penname.pseudonyms.names.lists import names
from penname.pseudonyms.names.words import TextWords
from penname.pseudonyms.plain import plain

_KINDS = (PERSON, PLACE, ORGANIZATION)
_TAGS = tuple(kind.upper() for kind in _KINDS)
_LONGEST, _MOST = 60, 60  # characters in a name, names in a part
_MOST_WORDS = 6  # in a name
_SENTENCE_END = re.compile(r"[^\W\d_]{3,}[.!?;:] ")
_TAG = re.compile(rf"<(/?)({'|'.join(_TAGS)})>")
_CUT_OFF = (
    "The model did not read this text to its end, so names may be missing. Your text is unchanged; try again "
    "with a shorter part, or without the model."
)


class PromptDetector:
    """Asks for a list of names (DET_prompt)."""

    def __init__(self, asking: PseudonymModel) -> None:
        self._asking = asking

    def find(self, text: str) -> Iterator[Entity]:
        """The names that the model lists when it is asked for them (DET_prompt)."""
        careless = TextWords(text).is_careless
        for start, end in self._asking.parts(text):
            part = text[start:end]
            if not any(map(str.isalnum, part)):
                continue
            answer = self._asking.ask("prompt", _list_grammar(), part, examples=_examples(_listed))
            for named, kind in _names(answer.text):
                name = plausible(named, careless)
                for first, last in occurrences(part, name):
                    yield Entity(start + first, start + last, kind, part[first:last], Finder.MODEL)


class TagDetector:
    """Has the text repeated with tags around names (DET_tag_mark), or in their place (DET_tag_rep).

    A part in which the model set so many tags that it did not come to the end is read again sentence by
    sentence. Raises EngineError when it stops within one: what was never read would look as if without names.
    """

    def __init__(self, asking: PseudonymModel, *, replacing: bool = False) -> None:
        self._asking, self._replacing = asking, replacing

    def find(self, text: str) -> Iterator[Entity]:
        """The names that the model tags while it repeats the text (DET_tag_mark, DET_tag_rep)."""
        careless = TextWords(text).is_careless
        for start, end in self._asking.parts(text):
            for first, last, kind in self._spans(text[start:end]):
                written = text[start + first : start + last]
                name = plausible(written, careless)
                if name:
                    begin = start + first + written.index(name)
                    yield Entity(begin, begin + len(name), kind, name, Finder.MODEL)

    def _spans(self, part: str) -> list[tuple[int, int, Kind]]:
        if not any(map(str.isalnum, part)) or _TAG.search(part):
            return []
        task, tell = ("tag_rep", _replaced) if self._replacing else ("tag_mark", _marked)
        grammar = Copied(_TAGS, self._replacing, _LONGEST)
        answer = self._asking.ask(task, grammar, part, examples=_examples(tell))
        if answer.finish != "length":
            return replaced_spans(part, answer.text) if self._replacing else list(marked_spans(answer.text))
        single = sentences(part)
        if len(single) < 2:
            raise EngineError(_CUT_OFF)
        return [
            (start + first, start + last, kind)
            for start, end in single
            for first, last, kind in self._spans(part[start:end])
        ]


def marked_spans(answer: str) -> Iterator[tuple[int, int, Kind]]:
    """Where the tagged words of a marked copy are in the source."""
    tags = 0
    opened = 0
    for match in _TAG.finditer(answer):
        place = match.start() - tags
        tags += len(match.group())
        if match.group(1):
            yield opened, place, Kind(match.group(2).lower())
        else:
            opened = place


def replaced_spans(source: str, answer: str) -> list[tuple[int, int, Kind]]:
    """Which words of the source the tags of a replacing copy stand for: the fewest that fit."""
    pieces = _TAG.split(answer)
    literals, kinds = pieces[::3], [Kind(name.lower()) for name in pieces[2::3]]
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


def plausible(named: str, careless: bool = False) -> str:
    """The name in what a model called one: without the small words before and after it; "" for none.

    Weak models also name small words, whole sentences and lines; hiding "in" would spoil the text. English
    words without a capital are names only in the text of somebody who is `careless` about capitals.
    """
    lists = names()
    words = list(HYPHENATED.finditer(named))

    def is_small(word: str) -> bool:
        return word.islower() and not careless and plain(word) in lists.english

    def says_nothing(word: str) -> bool:
        said = (lists.small, lists.things, lists.offices, lists.determiners, lists.titles)
        return is_small(word) or any(plain(word) in some for some in said)

    if all(says_nothing(word.group()) for word in words):
        return ""
    while is_small(words[-1].group()) or words[-1].group() in lists.small:
        words.pop()
    while says_nothing(words[0].group()) and plain(words[0].group()) not in lists.offices:
        words.pop(0)
    if len(words) > _MOST_WORDS:
        return ""
    name = named[words[0].start() : words[-1].end()]
    return "" if "\n" in name or _SENTENCE_END.search(name) else name


def _examples(answer: Callable[[str, dict[str, str]], str]) -> list[Example]:
    return [Example(text, answer(text, named)) for text, named in named_examples()]


def _listed(_text: str, named: dict[str, str]) -> str:
    return json.dumps(named, ensure_ascii=False)


def _marked(text: str, named: dict[str, str]) -> str:
    for name, kind in named.items():
        tag = kind.upper()
        text = text.replace(name, f"<{tag}>{name}</{tag}>")
    return text


def _replaced(text: str, named: dict[str, str]) -> str:
    for name, kind in named.items():
        text = text.replace(name, f"<{kind.upper()}>")
    return text


def _list_grammar() -> Node:
    kinds = OneOf(tuple(Fixed(f'"{kind}"') for kind in _KINDS))
    entry = Sequence((Fixed('"'), Span(_LONGEST), Fixed('": '), kinds))
    return Sequence((Fixed("{"), Repeat(entry, 0, _MOST, ", "), Fixed("}")))


def _names(answer: str) -> list[tuple[str, Kind]]:
    """The names of an answer, of one cut off as many as are complete."""
    entries = re.findall(r'("(?:[^"\\]|\\.)*"): "(person|place|organization)"', answer)
    return [(json.loads(name), Kind(kind)) for name, kind in entries]
