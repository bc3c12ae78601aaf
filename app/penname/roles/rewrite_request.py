"""What the anonymizer is asked for, made once by a method and passed on as it is."""

from enum import StrEnum

import msgspec

from penname.domain.events import Attacked
from penname.domain.goal import Goal
from penname.domain.inferences import Verdict


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


class RewriteRequest(msgspec.Struct, frozen=True):
    """Edit `text` so that the verdicts `execute` no longer hold (RLAA 3.4), by the smallest changes.

    `avoid` are (before, after) pairs the user rejected; `attempt` > 1 samples another answer. `goal.locked`
    phrases stay. `feedback` is what the model sees of the verdicts: them, the inferences behind them, or the
    attributes alone. With `aims`, one for each attribute of `execute`, the text is edited as if its author
    had the target values (IncogniText, section 3), all else untouched.
    """

    text: str
    attacked: Attacked
    execute: tuple[Verdict, ...]
    goal: Goal
    avoid: frozenset[tuple[str, str]] = frozenset()
    attempt: int = 1
    feedback: Feedback = Feedback.VERDICTS
    aims: tuple[Aim, ...] = ()
