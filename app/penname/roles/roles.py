"""What a method can ask of the roles, whichever models stand behind them."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Protocol

import msgspec

from penname.domain.events import Arbitrated, Attacked, CuesListed, Rewritten
from penname.domain.goal import Goal
from penname.domain.inferences import Verdict
from penname.domain.matching import Match


class Feedback(StrEnum):
    """What the anonymizer is told about the text it edits."""

    VERDICTS = "verdicts"  # the arbitrator's (RLAA, section 3.4)
    INFERENCES = "inferences"  # the attacker's, with its reasoning (FgAA, section 4)
    NONE = "none"  # nothing but the attributes (FgAA's base)


class Aim(msgspec.Struct, frozen=True):
    """What a misleading rewrite does about one attribute, and what the anonymizer is told for it.

    Without a `target` the attribute is only made harder to read. `truth` is the true value if the anonymizer
    may know it; `inference` says whether it sees the attacker's guess and reasoning (IncogniText, Table 2).
    """

    attribute: str
    target: str | None
    truth: str | None = None
    inference: bool = True


class Roles(Protocol):
    """Stateless: every call names all it needs, so nothing of an earlier round can leak into a later one.

    All but `matches` and `draw_target` stream to the listener they were made with, and raise Cancelled when
    stopped before anything usable exists, EngineError when the model fails for good.
    """

    @property
    def needs_verdicts(self) -> bool:
        """Whether this model edits only what the arbitrator has judged, since it was trained that way."""

    def attack(self, text: str, goal: Goal, so_far: Attacked | None = None) -> Attacked:
        """Infer `goal.attributes` from `text` alone (FgAA, section 4); `so_far` goes on with what is unread.

        A long text is read part by part; stopped in the middle, what was read comes back with `unread` spans.
        """

    def arbitrate(self, text: str, attacked: Attacked, goal: Goal) -> Arbitrated:
        """Judge every inference against `text` (RLAA 3.3). What could not be judged is "not judged"."""

    def rewrite(
        self,
        text: str,
        attacked: Attacked,
        execute: Sequence[Verdict],
        goal: Goal,
        avoid: Sequence[tuple[str, str]] = (),
        attempt: int = 1,
        feedback: Feedback = Feedback.VERDICTS,
    ) -> Rewritten:
        """Edit `text` so that the executed verdicts no longer hold (RLAA 3.4), by the smallest changes.

        `avoid` are (before, after) pairs the user rejected; `attempt` > 1 samples another answer.
        `goal.locked` phrases stay. A rewrite that cannot be used comes back with `refused` set. `feedback`
        is what the model sees of them: the verdicts, the inferences behind them, or the attributes alone.
        """

    def mislead(
        self,
        text: str,
        attacked: Attacked,
        execute: Sequence[Verdict],
        aims: Sequence[Aim],
        goal: Goal,
        avoid: Sequence[tuple[str, str]] = (),
        attempt: int = 1,
    ) -> Rewritten:
        """Edit `text` as if its author had the target values (IncogniText, section 3), all else untouched.

        `aims` has one for each attribute of `execute`; everything else as in `rewrite`.
        """

    def list_cues(self, text: str, attributes: Sequence[str], goal: Goal) -> CuesListed:
        """What points to the true values of `attributes`, which this attacker is told (IncogniText, Table 2,
        row 6).
        """

    def matches(self, attribute: str, guess: str, value: str) -> Match:
        """Whether a guess says `value`, by the rules of `domain.matching`; needs no model."""

    def draw_target(self, attribute: str, truth: str | None) -> str | None:
        """A wrong value far from `truth`, drawn again each time; None where there is none to draw."""
