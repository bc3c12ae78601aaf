"""What a method asks the user, and what the user can answer."""

from collections.abc import Mapping

import msgspec

from penname.domain.changes import Change, Dropped
from penname.domain.goal import Goal
from penname.domain.inferences import Inference, Verdict


class Overrule(msgspec.Struct, frozen=True):
    """The user's verdict on an attribute: act on it (by `evidence`, if marked) or leave it readable."""

    attribute: str
    execute: bool
    evidence: tuple[str, ...] = ()


class LeaksProposal(msgspec.Struct, frozen=True):
    """What an attacker reads from `text`: every inference with its verdict, and what the method would act on.

    `execute` are the verdicts that go to the anonymizer (after policy, goal and overrules); `topical` the
    attributes that stay plain although rewritten twice; `unread` the spans of a long text nobody has read
    yet. `last` marks the closing attack, after which no rewrite follows. Where a method has no arbitrator
    and the model needs none, every verdict is "not judged". `targets` are the wrong values a misleading
    rewrite works towards, chosen or drawn, as (attribute, value).
    """

    round: int
    text: str
    inferences: tuple[Inference, ...]
    verdicts: tuple[Verdict, ...]
    execute: tuple[Verdict, ...]
    topical: tuple[str, ...] = ()
    unread: tuple[tuple[int, int], ...] = ()
    last: bool = False
    targets: tuple[tuple[str, str], ...] = ()


class RewriteProposal(msgspec.Struct, frozen=True):
    """The rewrite of `text` in one round, as changes to accept or reject one by one.

    `refused` says in a sentence why the model's rewrite cannot be used (then `changes` is empty); `topical`
    names attributes for which more than a third of the words would go. `alternatives` may be made in the
    place of changes, or where there is none (domain/alternatives.py).
    """

    round: int
    text: str
    changes: tuple[Change, ...]
    explanation: str = ""
    dropped: tuple[Dropped, ...] = ()
    refused: str | None = None
    topical: tuple[str, ...] = ()
    attempt: int = 1
    alternatives: tuple[Change, ...] = ()


Proposal = LeaksProposal | RewriteProposal


class Proceed(msgspec.Struct, frozen=True, tag=True):
    """Answer to a LeaksProposal: go on, with the user's own verdicts where they differ."""

    overrules: tuple[Overrule, ...] = ()


class ReadOn(msgspec.Struct, frozen=True, tag=True):
    """Answer to a LeaksProposal: read the parts that are still unread."""


class Accept(msgspec.Struct, frozen=True, tag=True):
    """Answer to a RewriteProposal: these changes, model's and hand-made, become the next revision."""

    changes: tuple[Change, ...]


class Reject(msgspec.Struct, frozen=True, tag=True):
    """Answer to a RewriteProposal: the previous text stands and the session ends."""


class TryAgain(msgspec.Struct, frozen=True, tag=True):
    """Answer to a RewriteProposal: sample another one, without the changes the user rejected. No round is
    counted.
    """

    turned_down: tuple[Change, ...] = ()


class EditByHand(msgspec.Struct, frozen=True, tag=True):
    """The user typed: `changes` is the whole set that stands now.

    Answering a RewriteProposal, changes of its text; after the end, changes of the text that stands.
    """

    changes: tuple[Change, ...]


class ChangeGoal(msgspec.Struct, frozen=True, tag=True):
    """The user changed what to protect, the rounds, or what is marked or locked."""

    goal: Goal


class StopHere(msgspec.Struct, frozen=True, tag=True):
    """The user ends the session with the text that stands."""


Decision = Proceed | ReadOn | Accept | Reject | TryAgain | EditByHand | ChangeGoal | StopHere


class Outcome(msgspec.Struct, frozen=True):
    """How a method ended: the text that stands, and why it stopped (one of the `STOPPED_...` phrases)."""

    text: str
    stopped: str


NOTHING_LEFT = "nothing left to fix"
ROUND_LIMIT = "round limit"
REWRITE_REFUSED = "rewrite refused"
STOPPED_BY_USER = "stopped by user"
ENGINE_ERROR = "engine error"


def to_fix(proposal: LeaksProposal, overruled: Mapping[str, bool]) -> tuple[str, ...]:
    """Attributes the next rewrite would act on, with what the user said since the proposal came."""
    acted = [verdict.attribute for verdict in proposal.execute if overruled.get(verdict.attribute, True)]
    raised = [name for name, execute in overruled.items() if execute and name not in acted]
    return tuple(dict.fromkeys(acted + raised))
