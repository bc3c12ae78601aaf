"""Detect: rules first, then the model that labels with their finds in view, and what stands of both."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

import msgspec

from penname.domain.tokens import is_boundary
from penname.pseudonyms.entities import OTHER, Entity, Finder, Kind, UserMark
from penname.pseudonyms.identifiers import find_structured
from penname.pseudonyms.labelling.labeller import label
from penname.pseudonyms.names.hidden import HiddenPhrases, marked
from penname.pseudonyms.names.organizations import find_organizations
from penname.pseudonyms.names.persons import find_persons
from penname.pseudonyms.names.places import find_places
from penname.pseudonyms.names.repeats import find_repeats
from penname.pseudonyms.names.unlisted import find_unlisted
from penname.pseudonyms.names.whole import make_whole
from penname.pseudonyms.names.words import TextWords
from penname.pseudonyms.overlaps import resolve
from penname.pseudonyms.plain import plain


class Detector(Protocol):
    """A finder of names beside the rules: a local model, or any tagger of tokens."""

    def find(self, text: str) -> Iterable[Entity]:
        """Entities of `text`; raises EngineError or Cancelled."""


class Search(msgspec.Struct, frozen=True):
    """What to look for beside what Penname always finds.

    `kinds` limits the search to these (empty: all); `keep` are phrases that stay as they are. `marks` are
    spans the user marked by hand, `marked` the same as phrases, which outlive a change of the text.
    """

    hidden: HiddenPhrases = HiddenPhrases(())
    marks: tuple[UserMark, ...] = ()
    keep: tuple[str, ...] = ()
    kinds: frozenset[Kind] = frozenset()
    marked: HiddenPhrases = HiddenPhrases((), Finder.HAND)


EVERYTHING = Search()


def detect(text: str, search: Search = EVERYTHING, detectors: Sequence[Detector] = ()) -> tuple[Entity, ...]:
    """The entities of `text` in its order, none overlapping. Raises what the detectors raise."""
    found = [*marked(text, search.marks), *search.marked.find(text), *search.hidden.find(text)]
    labelled = label(text, detect_by_rules(text))
    found += [*labelled.believed, *_in_whole_words(text, labelled.entities)]
    for detector in detectors:
        found.extend(_in_whole_words(text, detector.find(text)))
    standing = resolve(text, _wanted(found, search))
    standing = resolve(
        text, _wanted([*standing, *_in_whole_words(text, find_repeats(text, standing))], search)
    )
    return resolve(text, _wanted([*standing, *make_whole(text, standing)], search))


def detect_by_rules(text: str) -> tuple[Entity, ...]:
    """What the rules find, in the order of the text, none overlapping: the model labels with this in view."""
    words = TextWords(text)
    named = [*find_persons(words), *find_organizations(words), *find_places(words)]
    standing = resolve(text, [*find_structured(text), *_in_whole_words(text, named)])
    standing = resolve(text, [*standing, *_in_whole_words(text, find_unlisted(words, standing))])
    return resolve(text, [*standing, *_in_whole_words(text, find_repeats(text, standing))])


def _wanted(found: Iterable[Entity], search: Search) -> Iterator[Entity]:
    kept = {plain(phrase) for phrase in search.keep}
    asked = {OTHER, *search.kinds}
    return (
        entity
        for entity in found
        if (not search.kinds or entity.kind in asked) and plain(entity.text) not in kept
    )


def _in_whole_words(text: str, named: Iterable[Entity]) -> Iterator[Entity]:
    """Names without the parts of words at their edges, "Z" in "C4951Z": a reply cannot give these back."""
    for entity in named:
        start, end = entity.start, entity.end
        if not _begins(text, start):
            while start < end and not (_begins(text, start) and text[start].isalnum()):
                start += 1
        if not _ends(text, end):
            while end > start and not (_ends(text, end) and text[end - 1].isalnum()):
                end -= 1
        if (start, end) == (entity.start, entity.end):
            yield entity
        elif start < end:
            yield msgspec.structs.replace(entity, start=start, end=end, text=text[start:end])


def _begins(text: str, position: int) -> bool:
    return is_boundary(text, position) or text[position - 1] == "_"  # which is emphasis


def _ends(text: str, position: int) -> bool:
    if is_boundary(text, position) or text[position] == "_":
        return True
    return text[position] == "s" and is_boundary(text, position + 1)  # of case or plural
