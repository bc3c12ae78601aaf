"""Detect, generate, replace in one go, and the proof that it can be undone."""

from collections.abc import Callable, Sequence
from collections.abc import Mapping as Dictionary

import msgspec

from penname.domain.errors import PennameError
from penname.pseudonyms.detect import EVERYTHING, Detector, Search, detect
from penname.pseudonyms.entities import OTHER, Entity, Finder
from penname.pseudonyms.generate import generate
from penname.pseudonyms.mapping import Mapping
from penname.pseudonyms.matching import SurrogateMatcher
from penname.pseudonyms.overlaps import resolve
from penname.pseudonyms.replace import replace_direct
from penname.pseudonyms.restore import restore

MOST_CHARACTERS = 2_000_000  # of a text that front ends take at once
_DRAWS = 6
Suggest = Callable[[Sequence[Entity]], Dictionary[str, str]]

_OWN_STAND_IN = (
    "“{word}” is a stand-in from before and also stands in this text. It got a stand-in of its own here, "
    "and comes back as “{word}”."
)
_NOT_REVERSIBLE = (
    "No stand-ins were found for this text that come back exactly. Your text is unchanged; mark less in it, "
    "or use placeholders."
)


class NotReversible(PennameError):
    """No mapping could be drawn that undoes itself byte for byte."""


class Pseudonymized(msgspec.Struct, frozen=True):
    """The text with stand-ins, how to undo it, what was found (offsets in the original), and notices."""

    text: str
    mapping: Mapping
    entities: tuple[Entity, ...]
    notices: tuple[str, ...] = ()


def pseudonymize(
    text: str,
    search: Search = EVERYTHING,
    known: Mapping = Mapping(),  # noqa: B008 (a frozen value)
    *,
    visible: bool = False,
    seed: int = 0,
    detectors: Sequence[Detector] = (),
    check: Callable[[], None] = lambda: None,
    suggest: Suggest = lambda _entities: {},
    refused: Sequence[str] = (),
) -> Pseudonymized:
    """Replace what names somebody; `restore` with the mapping gives `text` back, byte for byte.

    `known` is the mapping of what was sent before in the same conversation: entities keep their stand-ins.
    `check` is called between the stages; `suggest` offers stand-ins for names, which are taken where they may
    be; those of `refused` are not drawn again. Raises NotReversible, and what `check`, `suggest` and the
    detectors raise.
    """
    ours, notices = _earlier_surrogates(text, known)
    entities = resolve(text, [*ours, *detect(text, search, detectors)])
    suggested = suggest(entities) if not visible else {}
    for attempt in range(_DRAWS):
        check()
        offered = suggested if attempt < _DRAWS // 2 else {}
        mapping = generate(
            text,
            entities,
            known,
            visible=visible,
            seed=seed + 7919 * attempt,
            suggested=offered,
            refused=refused,
        )
        result = replace_direct(text, entities, mapping)
        check()
        if restore(result, mapping).text == text:
            return Pseudonymized(result, mapping, entities, notices)
    raise NotReversible(_NOT_REVERSIBLE)


def _earlier_surrogates(text: str, known: Mapping) -> tuple[list[Entity], tuple[str, ...]]:
    """Stand-ins of `known` that occur in the new text: they are real there, and would be restored wrongly."""
    found = list(SurrogateMatcher(known.pairs).find(text)) if known.pairs else []
    entities = [
        Entity(match.start, match.end, OTHER, text[match.start : match.end], Finder.HIDDEN) for match in found
    ]
    words = dict.fromkeys(entity.text for entity in entities)
    return entities, tuple(_OWN_STAND_IN.format(word=word) for word in words)
