"""The events of a session, in the order in which they happened. A session is nothing else."""

import msgspec

from penname.domain.changes import Change, Dropped
from penname.domain.goal import Goal
from penname.domain.inferences import Inference, Verdict
from penname.domain.proposals import Decision
from penname.domain.weights import PhraseWeight


class TextPart(msgspec.Struct, frozen=True):
    """A stretch of the text that was attacked on its own, `text[start:end]`, and what was read from it."""

    start: int
    end: int
    inferences: tuple[Inference, ...]


class Started(msgspec.Struct, frozen=True, tag=True):
    """The text as it came, the goal, and who works on it."""

    text: str
    goal: Goal
    method: str
    model: str


class Attacked(msgspec.Struct, frozen=True, tag=True):
    """At most one inference an attribute, in attribute order, united over `parts`; `unread` is for later."""

    inferences: tuple[Inference, ...]
    parts: tuple[TextPart, ...]
    unread: tuple[tuple[int, int], ...] = ()


class Arbitrated(msgspec.Struct, frozen=True, tag=True):
    """One verdict an inference, in the same order, united over the parts."""

    verdicts: tuple[Verdict, ...]


class TargetsDrawn(msgspec.Struct, frozen=True, tag=True):
    """Wrong values drawn for attributes without a chosen one, as (attribute, value): once, then they stay."""

    targets: tuple[tuple[str, str], ...]


class CuesListed(msgspec.Struct, frozen=True, tag=True):
    """What an attacker that knows the true values names as the cues to them (IncogniText, Table 2, row 6)."""

    inferences: tuple[Inference, ...]


class PhrasesWeighed(msgspec.Struct, frozen=True, tag=True):
    """How much of the inferences that are acted on rests on which phrases of the text that was attacked last.

    `together` are the weights of all of an attribute's phrases at once, as (attribute, nats). No method waits
    for it.
    """

    phrases: tuple[PhraseWeight, ...]
    together: tuple[tuple[str, float], ...]

    def of(self, attribute: str) -> dict[str, float]:
        """The weights of an attribute's phrases, the heaviest first."""
        own = {one.phrase: one.weight for one in self.phrases if one.attribute == attribute}
        return dict(sorted(own.items(), key=lambda one: -one[1]))


class Rewritten(msgspec.Struct, frozen=True, tag=True):
    """What the anonymizer proposed; `refused` says why it cannot be used.

    `alternatives` are changes that the user may make in the place of these, or where there is none.
    """

    changes: tuple[Change, ...]
    explanation: str = ""
    dropped: tuple[Dropped, ...] = ()
    refused: str | None = None
    alternatives: tuple[Change, ...] = ()


class Decided(msgspec.Struct, frozen=True, tag=True):
    """The user's (or an automatic driver's) answer to the proposal that waited."""

    decision: Decision


class HandEdited(msgspec.Struct, frozen=True, tag=True):
    """The user typed; `changes` as in `EditByHand`."""

    changes: tuple[Change, ...]


class WentBackTo(msgspec.Struct, frozen=True, tag=True):
    """Undo or redo: the session stands again as it stood right after event number `event`."""

    event: int


Event = (
    Started
    | Attacked
    | Arbitrated
    | TargetsDrawn
    | CuesListed
    | PhrasesWeighed
    | Rewritten
    | Decided
    | HandEdited
    | WentBackTo
)
