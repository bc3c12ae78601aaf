"""The round trip of one conversation with a chatbot: texts go out with stand-ins, replies come back.

What the window, the clipboard and the command line share: all that the user can want of a text, in one value.

    sent = send(text, PseudonymizeOptions(terms=profile.terms), known)
    known = sent.mapping             # what the next text of the conversation goes on with
    restored = receive(reply, known)
"""

from collections.abc import Callable, Collection, Iterable, Sequence

import msgspec

from penname.domain.errors import BadInput
from penname.domain.tokens import STEMS
from penname.pseudonyms.detect import Detector, Search
from penname.pseudonyms.entities import NAMES, OTHER, PERSON, Entity, Finder, Kind
from penname.pseudonyms.mapping import Mapping, Pair
from penname.pseudonyms.names.hidden import HiddenPhrases
from penname.pseudonyms.plain import compact, plain
from penname.pseudonyms.pseudonymize import Pseudonymized, pseudonymize
from penname.pseudonyms.restore import Restored, restore
from penname.pseudonyms.surrogates.guard import Guard
from penname.pseudonyms.uncertain_matches import UncertainMatch

_LONGEST = 120  # characters in a stand-in
_CHOSEN_ANOTHER = (
    "“{wanted}” cannot stand for “{original}” in this text, which uses it for something real. Another "
    "stand-in was drawn."
)


class PseudonymizeOptions(msgspec.Struct, frozen=True):
    """How the user wants a text pseudonymized.

    `visible`: placeholders such as [PERSON_1]. `terms` are the profile's, always hidden. `marked` are phrases
    marked by hand, with the kind they are of, hidden wherever they occur; `kept` are phrases that the user
    called not private. `chosen` are (original, stand-in) in the user's own words, `refused` stand-ins that
    were drawn and not wanted.
    """

    visible: bool = False
    terms: tuple[str, ...] = ()
    marked: tuple[tuple[str, Kind], ...] = ()
    kept: tuple[str, ...] = ()
    chosen: tuple[tuple[str, str], ...] = ()
    refused: tuple[str, ...] = ()


def send(
    text: str,
    options: PseudonymizeOptions = PseudonymizeOptions(),  # noqa: B008 (a frozen value)
    known: Mapping = Mapping(),  # noqa: B008
    *,
    persistent: Mapping = Mapping(),  # noqa: B008
    seed: int = 0,
    detectors: Sequence[Detector] = (),
    check: Callable[[], None] = lambda: None,
) -> Pseudonymized:
    """`text` with stand-ins, and the mapping of the conversation so far: `known` and what this text added.

    `persistent` are stand-ins of every conversation; of these only the ones the text needs come into
    the mapping, so that a reply is never restored by another conversation's names. A chosen stand-in that
    cannot be one in this text is told of in the notices. `check` is called now and then, and may raise
    Cancelled. Raises NotReversible, and what the detectors raise.
    """
    search = Search(
        hidden=HiddenPhrases((term, OTHER) for term in options.terms),
        marked=HiddenPhrases(options.marked, Finder.HAND),
        keep=options.kept,
    )
    notices: tuple[str, ...] = ()
    begun = known
    if not options.visible:
        begun, notices = _with_chosen(text, options.chosen, _with_standing(known, persistent))
    result = pseudonymize(
        text,
        search,
        begun,
        visible=options.visible,
        seed=seed,
        detectors=detectors,
        check=check,
        refused=options.refused,
    )
    mapping = _needed(result.mapping, known, result.entities)
    if len(mapping.pairs) < len(result.mapping.pairs) and receive(result.text, mapping).text != text:
        mapping = result.mapping
    return msgspec.structs.replace(result, mapping=mapping, notices=(*notices, *result.notices))


def receive(reply: str, mapping: Mapping, settled: Collection[UncertainMatch] = ()) -> Restored:
    """`reply` with the originals, what came back, and what might be a stand-in that could not be placed.

    `settled` are uncertain matches of this reply that the user confirmed.
    """
    return restore(reply, mapping, settled)


def standing(persistent: Mapping, mapping: Mapping) -> Mapping:
    """`persistent` and the stand-ins of `mapping`, which hold in every conversation from now on."""
    if mapping.placeholders:
        return persistent
    merged = _with_standing(persistent, mapping)
    return msgspec.structs.replace(merged, rewordings=(), digest="")


def check_chosen(text: str, original: str, surrogate: str, mapping: Mapping) -> str:
    """A stand-in of the user's for `original`, trimmed; raises BadInput with what it must not be."""
    surrogate = " ".join(surrogate.split())
    if not compact(surrogate) or len(surrogate) > _LONGEST:
        raise BadInput(f"Please give a stand-in of letters or digits, at most {_LONGEST} characters long.")
    others = [pair for pair in mapping.pairs if not shares_a_word(pair.original, original)]
    guard = Guard(text, (original, *(pair.original for pair in mapping.pairs)))
    for pair in others:
        guard.take(pair.surrogate)
    if not guard.allows(surrogate):
        raise BadInput(
            "This stand-in cannot be used: it appears in the text, contains one of its names or already "
            "stands for another. Please choose another."
        )
    return surrogate


def _with_chosen(
    text: str, chosen: Iterable[tuple[str, str]], known: Mapping
) -> tuple[Mapping, tuple[str, ...]]:
    """`known` with the user's own stand-ins, word by word where these have as many words; and notices."""
    notices: list[str] = []
    for original, wanted in chosen:
        try:
            surrogate = check_chosen(text, original, wanted, known)
        except BadInput:
            notices.append(_CHOSEN_ANOTHER.format(wanted=wanted, original=original))
            continue
        pairs = [pair for pair in known.pairs if not shares_a_word(pair.original, original)]
        pairs.append(Pair(original, surrogate, OTHER))
        old, new = STEMS.findall(original), STEMS.findall(surrogate)
        if len(old) == len(new) > 1:
            used = {pair.surrogate for pair in pairs}
            pairs += [
                Pair(word, other, PERSON, part=True)
                for word, other in dict(zip(old, new, strict=True)).items()
                if other not in used and word != other
            ]
        known = msgspec.structs.replace(known, pairs=tuple(pairs))
    return known, tuple(notices)


def _with_standing(known: Mapping, other: Mapping) -> Mapping:
    """`known`, and the pairs of `other` that it does not contradict."""
    if other.placeholders or known.placeholders:
        return known
    originals = {pair.original for pair in known.pairs}
    taken = {compact(pair.surrogate) for pair in known.pairs}
    more = [p for p in other.pairs if p.original not in originals and compact(p.surrogate) not in taken]
    return msgspec.structs.replace(known, pairs=(*known.pairs, *more), days=known.days or other.days)


def _needed(mapping: Mapping, known: Mapping, entities: Sequence[Entity]) -> Mapping:
    """The pairs that the conversation had, and those that are in this text, with the kinds found there."""
    kinds = {entity.text: entity.kind for entity in entities}
    words = {token for e in entities if e.kind in NAMES for token in STEMS.findall(e.text)}
    before = {pair.original for pair in known.pairs}
    pairs = (
        msgspec.structs.replace(pair, kind=kinds[pair.original], part=False)
        if pair.original in kinds and pair.original not in before
        else pair
        for pair in mapping.pairs
        if pair.original in before or pair.original in kinds or (pair.part and pair.original in words)
    )
    return msgspec.structs.replace(mapping, pairs=tuple(pairs))


def shares_a_word(one: str, other: str) -> bool:
    """Whether the stand-ins of two names must agree."""
    words = set(STEMS.findall(plain(one)))
    return plain(one) == plain(other) or bool(words.intersection(STEMS.findall(plain(other))))
