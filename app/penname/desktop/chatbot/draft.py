"""A text for a chatbot with all that is wanted of it, and what came of it: plain values, no widget."""

from dataclasses import dataclass, field, replace

from penname.desktop.chatbot.kind_words import kind_colour, kind_label
from penname.desktop.texts.marks import MarkStyle, TextMark
from penname.desktop.translate import tr
from penname.domain.errors import BadInput
from penname.pseudonyms.entities import Kind
from penname.pseudonyms.mapping import Mapping
from penname.pseudonyms.plain import plain
from penname.pseudonyms.pseudonymize import Pseudonymized
from penname.pseudonyms.round_trip import PseudonymizeOptions, check_chosen, shares_a_word

MOST_MARKS = 4000  # in one pane; beyond, they cost more than they show


@dataclass(frozen=True)
class Draft:
    """`known` is the mapping of what was sent in this conversation, `persistent` that of all of them."""

    text: str = ""
    visible: bool = False
    terms: tuple[str, ...] = ()
    marked: tuple[tuple[str, Kind], ...] = ()
    kept: tuple[str, ...] = ()
    chosen: tuple[tuple[str, str], ...] = ()
    refused: tuple[str, ...] = ()
    known: Mapping = field(default_factory=Mapping)
    persistent: Mapping = field(default_factory=Mapping)
    seed: int = 0

    @property
    def options(self) -> PseudonymizeOptions:
        """What the user wants of this draft, for `round_trip.send`."""
        return PseudonymizeOptions(
            self.visible, self.terms, self.marked, self.kept, self.chosen, self.refused
        )

    def hiding(self, phrase: str, kind: Kind) -> "Draft":
        """With `phrase` hidden as `kind` wherever it occurs."""
        return replace(
            self,
            marked=(*(one for one in self.marked if plain(one[0]) != plain(phrase)), (phrase, kind)),
            kept=tuple(one for one in self.kept if plain(one) != plain(phrase)),
        )

    def keeping(self, phrase: str) -> "Draft":
        """With `phrase` called not private."""
        return replace(
            self,
            marked=tuple(one for one in self.marked if plain(one[0]) != plain(phrase)),
            kept=(*self.kept, phrase),
            chosen=tuple(one for one in self.chosen if plain(one[0]) != plain(phrase)),
        )

    def choosing(self, phrase: str, surrogate: str, so_far: Mapping) -> "Draft":
        """With a stand-in of the user's own; `so_far` is the mapping as it stands.

        Raises BadInput for one that cannot be, and for a name whose stand-in the chatbot has seen.
        """
        if any(shares_a_word(pair.original, phrase) for pair in self.known.pairs):
            raise BadInput(
                tr(
                    "The chatbot has already seen this stand-in, so it stays. Start a new conversation to "
                    "choose another."
                )
            )
        checked = check_chosen(self.text, phrase, surrogate, so_far)
        others = tuple(one for one in self.chosen if plain(one[0]) != plain(phrase))
        return replace(self, chosen=(*others, (phrase, checked)))


@dataclass(frozen=True)
class DraftRow:
    """One name or number of the text, in its first spelling, and what stands for it."""

    words: str
    kind: Kind
    surrogate: str
    times: int
    sent: bool  # the chatbot has seen this stand-in


def rows(result: Pseudonymized, known: Mapping) -> tuple[DraftRow, ...]:
    """What is hidden, in the order of the text; spellings that differ in capitals alone are one."""
    surrogates = {pair.original: pair.surrogate for pair in result.mapping.pairs}
    before = {plain(pair.original) for pair in known.pairs}
    first: dict[str, tuple[str, Kind]] = {}
    times: dict[str, int] = {}
    for entity in result.entities:
        key = plain(entity.text)
        first.setdefault(key, (entity.text, entity.kind))
        times[key] = times.get(key, 0) + 1
    return tuple(
        DraftRow(words, kind, surrogates[words], times[key], key in before)
        for key, (words, kind) in first.items()
    )


def marks(result: Pseudonymized) -> tuple[TextMark, ...]:
    """The marks of the text: each entity in its kind's colour, with its stand-in."""
    surrogates = {pair.original: pair.surrogate for pair in result.mapping.pairs}
    return tuple(
        _mark(entity.start, entity.end, entity.kind, entity.text, surrogates[entity.text])
        for entity in result.entities[:MOST_MARKS]
    )


def sent_marks(result: Pseudonymized) -> tuple[TextMark, ...]:
    """The marks of the text that is sent: each stand-in in its kind's colour, with what it stands for."""
    surrogates = {pair.original: pair.surrogate for pair in result.mapping.pairs}
    placed: list[TextMark] = []
    shift = 0
    for entity in result.entities[:MOST_MARKS]:
        surrogate = surrogates[entity.text]
        start = entity.start + shift
        placed.append(_mark(start, start + len(surrogate), entity.kind, entity.text, surrogate))
        shift += len(surrogate) - len(entity.text)
    return tuple(placed)


def _mark(start: int, end: int, kind: Kind, words: str, surrogate: str) -> TextMark:
    label = tr(
        "{kind}: {stand_in} stands for {words}", kind=kind_label(kind), stand_in=surrogate, words=words
    )
    return TextMark(start, end, MarkStyle.STAND_IN, plain(words), label, kind_colour(kind))
