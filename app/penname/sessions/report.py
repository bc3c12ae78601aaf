"""A session as one JSON object: what `penname anonymize --json` prints."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from penname.domain.changes import Change
from penname.domain.events import TargetsDrawn
from penname.domain.inferences import Inference, Verdict
from penname.domain.matching import matches
from penname.domain.proposals import LeaksProposal
from penname.domain.rounds import Round, Standing, rounds, standing
from penname.domain.session import Session
from penname.domain.together import posts_apart
from penname.domain.told import AgainstPosts, ToldByPosts, against_posts
from penname.methods.registry import misleads
from penname.people import People
from penname.roles.known_values import known_values
from penname.sessions.people_left import people_left
from penname.sessions.strong_reader import StillKnown, still_known


class Misread(msgspec.Struct, frozen=True):
    """Whether the first guess on an attribute is its target value ("yes", "no", "less precise")."""

    attribute: str
    target: str
    guess: str
    match: str


class WeighedPhrase(msgspec.Struct, frozen=True):
    """A phrase of the evidence: how many nats less likely its attribute's guess is without it; null where
    that was not weighed.
    """

    attribute: str
    phrase: str
    weight: float | None


class ReportedRound(msgspec.Struct, frozen=True):
    """One accepted rewrite: what was read from the text before its edits, and the text after them.

    `acted_on` are the attributes the method had rewritten; `evidence` are the phrases that they rest on, and
    `together` the weights of all phrases of an attribute at once. `against_posts` says how the inferences
    stand to the posts of the pen name, if the text is written under one that has any. `alternatives` are
    other changes that the rewrite offered, left out where it offered none.
    """

    inferences: tuple[Inference, ...]
    verdicts: tuple[Verdict, ...]
    evidence: tuple[WeighedPhrase, ...]
    together: dict[str, float]
    acted_on: tuple[str, ...]
    misread: tuple[Misread, ...]
    edits: tuple[Change, ...]
    text: str
    against_posts: tuple[AgainstPosts, ...] = ()
    alternatives: tuple[Change, ...] | msgspec.UnsetType = msgspec.UNSET


class Final(msgspec.Struct, frozen=True):
    """What is read from the returned text; `judged` is False when nobody had looked at all of it yet.

    `readable` are the attributes the method would act on if it went on; `evidence` and `together` as of a
    round.
    """

    inferences: tuple[Inference, ...]
    verdicts: tuple[Verdict, ...]
    evidence: tuple[WeighedPhrase, ...]
    together: dict[str, float]
    readable: tuple[str, ...]
    misread: tuple[Misread, ...]
    judged: bool
    against_posts: tuple[AgainstPosts, ...] = ()


class Report(msgspec.Struct, frozen=True):
    """The whole job; `timings` are seconds. The author's true values are no part of it.

    `people` are how many people fit what was read of the original and what is read of the returned text, each
    from `low` to `high`; null where nobody read that text. `still_known` is what a strong reader was measured
    to know of texts like the returned one. `texts` are the posts of `text` apart, where several were
    rewritten together.
    """

    original: str
    text: str
    method: str
    targets: dict[str, str]
    stopped: str
    rounds: tuple[ReportedRound, ...]
    final: Final
    people: People
    still_known: tuple[StillKnown, ...]
    model: str
    timings: dict[str, float]
    texts: tuple[str, ...] = ()

    def to_json(self) -> bytes:
        """One JSON object in UTF-8, ending with a line end."""
        plain: Any = msgspec.to_builtins(self)
        return msgspec.json.format(msgspec.json.encode(plain), indent=2) + b"\n"


def report(
    session: Session,
    stopped: str,
    timings: dict[str, float],
    seen: Sequence[LeaksProposal] = (),
    told: Sequence[ToldByPosts] | None = None,
) -> Report:
    """What happened in `session`, which ended with `stopped`; `seen` are the leaks it proposed, in order.

    `told` is what the posts of its pen name tell; None: there are none.
    """
    now = standing(session)
    acted_on = {proposal.text: tuple(v.attribute for v in proposal.execute) for proposal in seen}
    targets = _targets(session)
    return Report(
        original=session.started.text,
        text=now.text,
        method=session.started.method,
        targets=targets,
        stopped=stopped,
        rounds=tuple(
            ReportedRound(
                one.inferences,
                one.verdicts,
                _evidence(one),
                _together(one),
                acted_on.get(one.text, ()),
                _misread(one.inferences, targets),
                one.changes,
                one.text_after,
                _against(one.inferences, told),
                one.alternatives or msgspec.UNSET,
            )
            for one in rounds(session)
        ),
        final=Final(
            now.inferences,
            now.verdicts,
            _evidence(now),
            _together(now),
            acted_on.get(now.text, ()),
            _misread(now.inferences, targets),
            now.judged,
            _against(now.inferences, told),
        ),
        people=people_left(session, targets),
        still_known=still_known(session),
        model=session.started.model,
        timings={name: round(seconds, 3) for name, seconds in timings.items()},
        texts=posts_apart(now.text) if session.goal.together else (),
    )


def _evidence(read: Round | Standing) -> tuple[WeighedPhrase, ...]:
    """The phrases of each verdict and those that were weighed beside them, the heaviest first."""
    found: list[WeighedPhrase] = []
    for verdict in read.verdicts:
        weights = read.weighed.of(verdict.attribute) if read.weighed else {}
        phrases = dict.fromkeys((*weights, *verdict.evidence))
        found += (WeighedPhrase(verdict.attribute, phrase, weights.get(phrase)) for phrase in phrases)
    return tuple(found)


def _together(read: Round | Standing) -> dict[str, float]:
    return dict(read.weighed.together) if read.weighed else {}


def _targets(session: Session) -> dict[str, str]:
    """The wrong values that were chosen or drawn, in the order of the attributes."""
    if not misleads(session.started.method):
        return {}
    found = dict(session.goal.targets)
    for event in session.path_events:
        if isinstance(event, TargetsDrawn):
            found = dict(event.targets) | found
    return {name: found[name] for name in session.goal.attributes if name in found}


def _against(inferences: Sequence[Inference], told: Sequence[ToldByPosts] | None) -> tuple[AgainstPosts, ...]:
    if told is None:
        return ()
    return tuple(against_posts(one, told, known_values()) for one in inferences)


def _misread(inferences: Sequence[Inference], targets: Mapping[str, str]) -> tuple[Misread, ...]:
    return tuple(
        Misread(
            one.attribute,
            target,
            one.guesses[0],
            matches(one.attribute, one.guesses[0], target, knowledge=known_values()).value,
        )
        for one in inferences
        if (target := targets.get(one.attribute)) is not None
    )
