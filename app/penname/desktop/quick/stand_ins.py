"""Stand-ins for a text in two steps: for numbers and addresses at once, then for names. No Qt."""

import threading
from collections.abc import Callable, Iterable

import msgspec

from penname.desktop.changes.diff_view import Review
from penname.desktop.chatbot.work import MOST_SUGGESTED
from penname.domain.changes import Change, ChangeOrigin
from penname.domain.tokens import STEMS
from penname.pseudonyms.entities import OTHER, Entity, Finder, Kind
from penname.pseudonyms.generate import generate
from penname.pseudonyms.identifiers import find_structured
from penname.pseudonyms.mapping import Mapping
from penname.pseudonyms.models.names_model import NamesModelDetector
from penname.pseudonyms.names.hidden import HiddenPhrases
from penname.pseudonyms.names.missed import perhaps_missed
from penname.pseudonyms.overlaps import resolve
from penname.pseudonyms.plain import plain
from penname.pseudonyms.pseudonymize import Pseudonymized
from penname.pseudonyms.replace import replace_direct
from penname.pseudonyms.restore import Restored
from penname.pseudonyms.round_trip import PseudonymizeOptions, send

_reading = threading.Lock()


def at_once(text: str, options: PseudonymizeOptions, known: Mapping, seed: int) -> Pseudonymized:
    """Hide what needs no lists of names: structured identifiers and what the user marked."""
    kept = {plain(phrase) for phrase in options.kept}
    said = HiddenPhrases((*options.marked, *((term, OTHER) for term in options.terms)), Finder.HAND)
    found = [
        entity for entity in (*said.find(text), *find_structured(text)) if plain(entity.text) not in kept
    ]
    entities = resolve(text, found)
    mapping = generate(text, entities, known, visible=options.visible, seed=seed)
    return Pseudonymized(replace_direct(text, entities, mapping), mapping, entities)


def whole(
    text: str,
    options: PseudonymizeOptions,
    known: Mapping,
    seed: int,
    detector: NamesModelDetector,
    check: Callable[[], None],
) -> tuple[Pseudonymized, tuple[str, ...]]:
    """All of it, proven to come back byte for byte, and words that may be names and were not found.

    Raises NotReversible, and what `check` raises.
    """
    with _reading:
        pass  # the lists are read once, not by two threads at a time
    made = send(text, options, known, seed=seed, detectors=(detector,), check=check)
    made = msgspec.structs.replace(made, notices=(*made.notices, *detector.notices))
    return made, perhaps_missed(text, made.entities, options.kept, MOST_SUGGESTED)


def warm_up() -> None:
    """Load the lists that the first search for names would have to wait for."""
    with _reading:
        send("Dear Ms Miller, call +1 202 555 0143 in Boston. Anna")


def hiding(options: PseudonymizeOptions, phrase: str, kind: Kind) -> PseudonymizeOptions:
    """Hide `phrase` wherever it occurs."""
    again = not_keeping(options, phrase)
    return msgspec.structs.replace(again, marked=(*again.marked, (phrase, kind)))


def keeping(options: PseudonymizeOptions, phrase: str) -> PseudonymizeOptions:
    """Leave `phrase` as it is, wherever it occurs."""
    marked = tuple(one for one in options.marked if plain(one[0]) != plain(phrase))
    return msgspec.structs.replace(options, marked=marked, kept=(*options.kept, phrase))


def not_keeping(options: PseudonymizeOptions, phrase: str) -> PseudonymizeOptions:
    """Do not leave `phrase` as it is."""
    return msgspec.structs.replace(
        options, kept=tuple(kept for kept in options.kept if plain(kept) != plain(phrase))
    )


def needed(made: Pseudonymized, known: Mapping) -> Mapping:
    """The mapping without what was drawn on the way and stands nowhere now."""
    before = {pair.original for pair in known.pairs}
    written = {entity.text for entity in made.entities}
    words = {word for text in written for word in STEMS.findall(text)}
    pairs = tuple(
        pair
        for pair in made.mapping.pairs
        if pair.original in before or pair.original in written or (pair.part and pair.original in words)
    )
    return msgspec.structs.replace(made.mapping, pairs=pairs)


def occurs(text: str, phrase: str) -> bool:
    """Whether `phrase` stands in `text` as whole words, however it is written."""
    return next(iter(HiddenPhrases([(phrase, OTHER)]).find(text)), None) is not None


def sent_review(text: str, made: Pseudonymized, dropped: Iterable[Change]) -> Review:
    """The changes that `made` stands for, and those the user `dropped`, wherever nothing else stands now."""
    surrogates = {pair.original: pair.surrogate for pair in made.mapping.pairs}
    changes = tuple(_change(entity, surrogates[entity.text]) for entity in made.entities)
    free = [
        change
        for change in dropped
        if not any(change.start < other.end and other.start < change.end for other in changes)
    ]
    return Review(text, changes, tuple(sorted(free, key=lambda change: change.start)))


def restored_review(reply: str, restored: Restored) -> Review:
    """The originals as changes of the reply; a reply whose rewordings were undone is shown as it is now."""
    changes = []
    for place in restored.places:
        before, after = reply[place.reply_start : place.reply_end], restored.text[place.start : place.end]
        changes.append(Change(place.reply_start, place.reply_end, before, after, (), ChangeOrigin.RULE))
    review = Review(reply, tuple(changes))
    return review if review.new_text == restored.text else Review(restored.text)


def _change(entity: Entity, surrogate: str) -> Change:
    origin = ChangeOrigin.HAND if entity.finder is Finder.HAND else ChangeOrigin.RULE
    return Change(entity.start, entity.end, entity.text, surrogate, (entity.kind,), origin)
