"""Names that come again: part of a name found once is that name wherever it occurs."""

import re
from collections.abc import Iterable, Iterator

from penname.domain.sentences import begins_sentence
from penname.domain.tokens import NAME_PARTS, is_boundary
from penname.pseudonyms.entities import NAMES, ORGANIZATION, OTHER, PERSON, Entity, Finder, Kind
from penname.pseudonyms.names.lists import names
from penname.pseudonyms.plain import plain

_WRITTEN = re.compile(r"\w+")
_LEAST = 3  # letters in a part that is looked for alone
# Endings by which names are bent, in the four languages; they stay where they are.
ENDINGS = ("'s", "’s", "s'", "s’", "s", "'", "’")
_NOT_AFTER_NAMES = frozenset(
    ("you", "he", "she", "it", "they", "we", "i", "there", "these", "those", "be", "not")
)
_FORMS = frozenset(
    ("inc", "llc", "ltd", "limited", "plc", "corp", "corporation", "company", "gmbh", "sarl", "group", "sons")
)


def find_repeats(text: str, found: Iterable[Entity]) -> Iterator[Entity]:
    """Further mentions of `found`: whole, by a part, or bent by an ending of case or plural."""
    wanted: dict[str, Kind] = {}
    phrases: dict[str, tuple[Kind, Finder]] = {}
    small = frozenset(word for word in _WRITTEN.findall(text) if word.islower())
    for entity in found:
        if entity.kind not in NAMES:
            continue
        phrases.setdefault(entity.text, (entity.kind, entity.finder))
        if entity.kind == PERSON:
            for part in NAME_PARTS.findall(entity.text):
                if len(part) >= _LEAST and part not in names().particles and part[0].isupper():
                    wanted.setdefault(part, entity.kind)
        elif entity.kind == ORGANIZATION:
            alias = _alias(small, entity.text)
            if alias:
                wanted.setdefault(alias, entity.kind)
    yield from _phrases(text, phrases)
    yield from _parts(text, wanted)


def _phrases(text: str, phrases: dict[str, tuple[Kind, Finder]]) -> Iterator[Entity]:
    """Each phrase wherever it occurs whole, also with other spaces in it or all in capitals."""
    words = _words()
    by_first: dict[str, list[str]] = {}
    for phrase in phrases:
        by_first.setdefault(plain(_first(phrase)), []).append(phrase)
    for match in NAME_PARTS.finditer(text):
        for phrase in by_first.get(plain(match.group()), ()):
            end = _end_of(text, match.start(), phrase)
            if end is not None:
                kind, finder = phrases[phrase]
                guessed = finder in (Finder.RULE, Finder.LABELLER, Finder.MODEL) and plain(phrase) in words
                if guessed and _is_word(text, match.start(), end):
                    continue
                yield Entity(match.start(), end, kind, text[match.start() : end], finder)


def _first(phrase: str) -> str:
    match = NAME_PARTS.match(phrase)
    return match.group() if match else phrase


def _end_of(text: str, start: int, phrase: str) -> int | None:
    pieces = phrase.split()
    if not pieces:
        return None
    position = start
    for number, piece in enumerate(pieces):
        if number:
            gap = re.compile(r"\s{1,3}").match(text, position)
            if not gap:
                return None
            position = gap.end()
        written = text[position : position + len(piece)]
        if written != piece and not (written == piece.upper() and len(piece) > 2):
            return None
        position += len(piece)
    return position if is_boundary(text, position) else None


def _parts(text: str, wanted: dict[str, Kind]) -> Iterator[Entity]:
    if not wanted:
        return
    words = _words()
    by_key = {plain(part): (part, kind) for part, kind in wanted.items()}
    for match in NAME_PARTS.finditer(text):
        word = match.group()
        if not word[0].isupper():
            continue
        for ending in ("", *ENDINGS):
            stem = word[: len(word) - len(ending)] if word.endswith(ending) and ending else word
            if ending and (stem == word or len(stem) < _LEAST):
                continue
            part, kind = by_key.get(plain(stem), ("", OTHER))
            if not part or (stem != part and stem != part.upper()):
                continue
            if plain(stem) in words and (ending == "s" or _is_word(text, match.start(), match.end())):
                continue
            yield Entity(match.start(), match.start() + len(stem), kind, stem, Finder.RULE)
            break


def _words() -> frozenset[str]:
    """Names that are words as well."""
    return names().words | names().surname_words | names().small


def _is_word(text: str, start: int, end: int) -> bool:
    """Whether a name that is a word as well is one here: "Will you", but not "Will said"."""
    following = NAME_PARTS.match(text, end + 1)
    goes_on = following is not None and plain(following.group()) in _NOT_AFTER_NAMES | names().determiners
    return begins_sentence(text, start) and (goes_on or following is None)


def _alias(small: frozenset[str], organization: str) -> str | None:
    """The first word of an organization's name, unless it is an ordinary word that the text also uses."""
    first = _first(organization)
    if len(first) < 4 or not first[0].isupper() or plain(first) in names().small | _FORMS:
        return None
    if organization == first or first.lower() in small:
        return None
    return first if plain(first) not in names().words | names().given else None
