"""Names that no list knows: capitals where a sentence gives no reason for one.

A run of capitalized words is a name when one of them is no English word, or when it stands where names do:
after "at" or "joined", before "told us" or "invoiced". What it names is told by the words around it, and is
an organization where these say nothing: most persons and places have been found by their lists before. Only
English is read so: of the other languages there is no list of all words, and German has capitals everywhere.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from penname.domain.tokens import LETTERS
from penname.pseudonyms.entities import NAMES, ORGANIZATION, PERSON, PLACE, Entity, Finder, Kind
from penname.pseudonyms.names.lists import names
from penname.pseudonyms.names.surroundings import (
    acts,
    end_of_house,
    expects_name,
    is_determined,
    kind_by_surroundings,
)
from penname.pseudonyms.names.words import TextWords, Word

_LONGEST = 5  # words in a name
_HEADED = 0.6  # share of capitals from which a line is a heading
_LONGEST_HEADING = 200  # characters
_LONG = 4  # letters in a word that has a capital in a heading
_JOINTS = (", ", " and ", ", and ", " or ", " & ")
_JOINED = re.compile(r",? (?:and|or|&) |, ")
_AND = " & "
_CODED = re.compile(r"[a-z][A-Z]|[A-Z]{2}[a-z]")  # ValueError, HTTPServer
_BUILT = re.compile(  # no word list has every word that English builds from others
    r"(?:(?:ing|ness|ment|ism|ist|ian|ean|[iy][sz]ation)s?|ed|ly|ology|ese|ish|esque|able|less|ful)$"
)
_NO_NAME_AFTER, _NO_NAME_BEFORE = "_/\\@#$<{.='’", "_/\\@(={>"  # code, handles, paths


def find_unlisted(words: TextWords, found: Sequence[Entity]) -> Iterator[Entity]:
    """Names outside of `found`, what the lists and cues know of the text, in the order of the text."""
    if words.language == "en":
        yield from _Reading(words, found).names()


class _Reading:
    def __init__(self, words: TextWords, found: Sequence[Entity]) -> None:
        self._words, self._text = words, words.text
        self._covered = bytearray(len(words.text))
        self._beginning: dict[int, Entity] = {}
        self._ending: dict[int, Entity] = {}
        for entity in found:
            self._note(entity)

    def names(self) -> Iterator[Entity]:
        index = 0
        while index < len(self._words.words):
            end = self._run(index)
            first = self._first_of_name(index, end)
            if first < end:
                entity = self._name(first, end)
                self._note(entity)
                yield entity
            index = max(end, index + 1)

    def _note(self, entity: Entity) -> None:
        self._covered[entity.start : entity.end] = b"\1" * (entity.end - entity.start)
        if entity.kind in NAMES:  # an address beside it says nothing of a name
            self._beginning[entity.start] = self._ending[entity.end] = entity

    def _run(self, index: int) -> int:
        """The index after the capitalized words from `index` on that nobody found, partners' "&" between."""
        words, end = self._words.words, index
        while end < min(len(words), index + _LONGEST) and self._may_be_part(words[end]):
            if end > index and words[end].key in names().small:
                break
            end += 1
            between = self._text[words[end - 1].end : words[end].start] if end < len(words) else "\n"
            if "\n" in between or not (between == _AND or self._words.adjoins(end - 1)):
                break
        return end

    def _may_be_part(self, word: Word) -> bool:
        before, after = self._text[word.start - 1 : word.start], self._text[word.end : word.end + 1]
        return (
            word.is_capital
            and len(word.text) > 1
            and word.text not in names().particles
            and not self._covered[word.start]
            and not (before and (before in _NO_NAME_AFTER or before.isdigit()))
            and not (after and (after in _NO_NAME_BEFORE or after.isdigit()))
        )

    def _first_of_name(self, index: int, end: int) -> int:
        """Where in the run a name begins; `end` where there is none."""
        lists, words = names(), self._words.words
        inside = index < end and not self._words.begins_sentence(index)
        first = index
        while first < end and (
            words[first].key in lists.small
            or words[first].key in lists.titles
            or (not inside and first == index and end > index + 1 and words[first].key in lists.openers)
        ):
            first += 1
            inside = True
        run = words[first:end]
        if all(self._says_nothing(word) for word in run):
            return end
        if any(self._is_unknown(word) for word in run):
            return first
        start, stop = run[0].start, run[-1].end
        if self._is_heading(start) or any(word.key in self._small for word in run):
            return end
        determined, alone = is_determined(self._text, words[index].start), len(run) == 1
        if self._acts(run[-1]) and not (alone and determined):
            return first
        stands = self._goes_on(stop) is not None or self._listed_beside(start, stop) is not None
        stands = stands or expects_name(self._text, start, alone=alone, determined=determined)
        return first if inside and stands else end

    def _says_nothing(self, word: Word) -> bool:
        """Whether its capital is no sign: a people or product, an office, an acronym, a word of this text."""
        lists = names()
        nothing = (lists.things, lists.offices, lists.small, lists.nobody, self._small)
        if any(word.key in said for said in nothing) or word.key.removesuffix("s") in lists.things:
            return True
        shouted = word.text.isupper() and (len(word.text) < 6 or word.key in lists.english)
        return shouted and not self._acts(word)

    def _is_unknown(self, word: Word) -> bool:
        """Whether it is no word of English, nor built like one."""
        if self._says_nothing(word) or len(word.key) < 3 or not word.key.replace("-", "").isalpha():
            return False
        if word.text.isupper():
            return self._acts(word)
        if _CODED.search(word.text) or _BUILT.search(word.key):
            return False
        return not word.text.isascii() or any(part not in names().english for part in word.key.split("-"))

    def _acts(self, word: Word) -> bool:
        return acts(self._text, word.end) and word.key not in names().groups

    def _goes_on(self, stop: int) -> Entity | None:
        """A name that was found and follows at once, as "Lane Dental" does after "Orchard"."""
        for joint in (" ", _AND):
            if self._text.startswith(joint, stop):
                following = self._beginning.get(stop + len(joint))
                if following is not None:
                    return following
        return None

    def _is_heading(self, position: int) -> bool:
        """Whether the line is one in which words have capitals for being in a heading."""
        start = self._text.rfind("\n", max(0, position - _LONGEST_HEADING), position) + 1
        end = self._text.find("\n", position, position + _LONGEST_HEADING)
        end = end if end >= 0 else len(self._text)
        if max(end - position, position - start) > _LONGEST_HEADING:
            return False
        line = self._text[start:end].strip()
        if line.endswith((".", "!", "?", '"', "”")) or ". " in line:
            return False
        long = [word for word in LETTERS.findall(line) if len(word) >= _LONG]
        return len(long) > 1 and sum(word[0].isupper() for word in long) >= _HEADED * len(long)

    @cached_property
    def _small(self) -> frozenset[str]:
        return frozenset(word.text for word in self._words.words if word.text.islower())

    def _name(self, first: int, end: int) -> Entity:
        """The name, with what the lists found of it: "Orchard" and "Lane Dental" are one."""
        run = self._words.words[first:end]
        start, stop = run[0].start, run[-1].end
        kind, following = self._kind(run), self._goes_on(stop)
        before = self._ending.get(start - 1) if self._text[start - 1 : start] == " " else None
        if following is not None:
            kind = following.kind if following.start == stop + 1 else ORGANIZATION
            stop = following.end
        partner = self._ending.get(start - len(_AND)) if self._text.endswith(_AND, 0, start) else None
        if partner is not None or (before is not None and before.kind == PLACE):
            start, kind = (partner or before or run[0]).start, ORGANIZATION
        elif kind == ORGANIZATION:
            stop = end_of_house(self._text, stop)
        return Entity(start, stop, kind, self._text[start:stop], Finder.RULE)

    def _kind(self, run: Sequence[Word]) -> Kind:
        lists = names()
        start, stop = run[0].start, run[-1].end
        told = self._listed_beside(start, stop) or kind_by_surroundings(self._text, start, stop)
        if told is not None:
            return told
        last = run[-1].key
        family = len(run) < 3 and last in lists.surnames and last not in lists.surname_words
        return PERSON if family or run[0].key in lists.given else ORGANIZATION

    def _listed_beside(self, start: int, stop: int) -> Kind | None:
        """The kind of the name after or before it in a list of names."""
        match = _JOINED.match(self._text, stop)
        if match and match.end() in self._beginning:
            return self._beginning[match.end()].kind
        for joint in _JOINTS:
            if self._text.endswith(joint, 0, start) and start - len(joint) in self._ending:
                return self._ending[start - len(joint)].kind
        return None
