"""A session as the window shows it: made in the job thread after each step, read in the window's thread."""

from collections.abc import Sequence
from dataclasses import dataclass

from penname.desktop.session.evidence import evidence
from penname.desktop.session.readable import readable, targets
from penname.desktop.texts.segments import Evidence
from penname.domain.alternatives import alternatives
from penname.domain.attempts import Attempt, attempts
from penname.domain.changes import Change, Dropped
from penname.domain.composing import composed
from penname.domain.events import Decided, HandEdited, PhrasesWeighed, Rewritten
from penname.domain.goal import Goal
from penname.domain.inferences import Inference, Verdict
from penname.domain.pen_names import PenName
from penname.domain.proposals import Decision, Outcome, Proceed, Proposal
from penname.domain.rounds import Round, Standing, leaks_event, rounds, standing
from penname.domain.session import Session
from penname.domain.tokens import occurrences, words
from penname.domain.told import AgainstPosts, against_posts, told_together
from penname.people import People
from penname.sessions.driver import SessionDriver
from penname.sessions.people_left import people_left
from penname.sessions.strong_reader import StillKnown, still_known

Reading = tuple[Inference, Verdict | None]


@dataclass(frozen=True)
class Point:
    """One stop on the way from the original to now."""

    number: int  # 0 is the original
    judged: bool
    readable: tuple[str, ...]  # attributes that can be read there and are meant to be hidden
    left: tuple[str, ...]  # attributes that can be read there and were left by the user
    kept: float  # share of the original's words that still stand, 0 to 1
    event: int  # where the session has to stand again to be there


@dataclass(frozen=True)
class Snapshot:
    """Everything the window shows of a session."""

    original: str
    text: str  # the text that stands
    goal: Goal
    inferences: tuple[Inference, ...]  # of the text that stands, or stood before the user typed into it
    verdicts: tuple[Verdict, ...]
    judged: bool
    weighed: PhrasesWeighed | None  # how much of them rests on which words, where somebody weighed that
    people: People  # who fit what was read of the original, and of the text that stands
    still_known: tuple[StillKnown, ...]  # what a strong reader knew of texts like this one
    hidden: tuple[Reading, ...]  # of earlier readings, that the newest one does not find
    against_posts: tuple[AgainstPosts, ...]  # how all of these stand to what the pen name's posts tell
    evidence: tuple[Evidence, ...]  # in the text that stands
    original_evidence: tuple[Evidence, ...]
    targets: tuple[tuple[str, str], ...]  # (attribute, value) that readers should infer, chosen or drawn
    looks_twice: bool  # whether an arbitrator judges the inferences
    locked: tuple[tuple[int, int], ...]  # spans of it that no rewrite may touch
    original_locked: tuple[tuple[int, int], ...]
    total: tuple[Change, ...]  # from the original to the text that stands
    made: tuple[Change, ...]  # the same before the user typed into the result
    alternatives: tuple[Change, ...]  # other changes of the original that rewrites offered
    points: tuple[Point, ...]
    proposal: Proposal | None
    outcome: Outcome | None
    can_undo: bool
    undoes: Decision | None  # what undo takes back
    can_redo: bool
    kept: bool
    edited_result: bool  # the user typed into the result, and nobody has looked at it since
    leaks_event: int | None  # the last event after which the inferences waited for an answer
    dropped: tuple[Dropped, ...]  # of the newest rewrite
    explanation: str
    model: str
    method: str
    attempts: tuple[Attempt, ...] = ()  # the rewrites of the round that waits, to choose from

    @property
    def readable(self) -> tuple[str, ...]:
        """What can be read of what is meant to be hidden, by the reading that `inferences` are of."""
        if not self.judged and not self.edited_result:
            return ()
        return next(point.readable for point in reversed(self.points) if point.judged)

    @property
    def rounds(self) -> int:
        """Accepted rewrites so far."""
        return len(self.points) - 1


def snapshot(driver: SessionDriver, pen_names: Sequence[PenName]) -> Snapshot:
    """The session of `driver` as it stands; `pen_names` are those that are kept.

    Blocks while long texts are compared, and places are loaded.
    """
    session = driver.session
    accepted = rounds(session)
    now = standing(session)
    rewritten = _newest_rewrite(session)
    points, total, made = _way(session, accepted, now)
    before = accepted[0] if accepted else now  # what was read from the original
    edited = (
        driver.outcome is None and driver.waiting is None and isinstance(session.path_events[-1], HandEdited)
    )
    read = accepted[-1] if edited else now
    hidden = _hidden(accepted, points) if now.judged or edited else ()
    return Snapshot(
        original=session.started.text,
        text=now.text,
        goal=session.goal,
        inferences=read.inferences,
        verdicts=read.verdicts,
        judged=now.judged,
        weighed=read.weighed,
        people=people_left(session, dict(targets(session))),
        still_known=still_known(session),
        hidden=hidden,
        against_posts=_against_posts(
            session.goal, [*read.inferences, *(inference for inference, _verdict in hidden)], pen_names
        ),
        evidence=_evidence(session, now),
        original_evidence=_evidence(session, before),
        targets=targets(session),
        looks_twice=session.looks_twice,
        locked=_locked(session, now.text),
        original_locked=_locked(session, before.text),
        total=total,
        made=made,
        alternatives=alternatives(session),
        points=tuple(points),
        proposal=driver.waiting,
        outcome=driver.outcome,
        can_undo=driver.can_undo,
        undoes=driver.undoes,
        can_redo=driver.can_redo,
        kept=driver.kept,
        edited_result=edited,
        leaks_event=leaks_event(session, accepted[-1].event if accepted else 0),
        dropped=rewritten.dropped if rewritten else (),
        explanation=rewritten.explanation if rewritten else "",
        model=session.started.model,
        method=session.started.method,
        attempts=attempts(session),
    )


def _against_posts(
    goal: Goal, inferences: Sequence[Inference], pen_names: Sequence[PenName]
) -> tuple[AgainstPosts, ...]:
    """Empty where the text is written under no pen name, or one without posts that were read."""
    posts = next((one.told for one in pen_names if one.name == goal.pen_name), ())
    if not posts:
        return ()
    from penname.roles.known_values import known_values  # the list of cities is slow to import

    told = told_together(posts, known_values())
    return tuple(against_posts(one, told, known_values()) for one in inferences)


def _evidence(session: Session, read: Round | Standing) -> tuple[Evidence, ...]:
    goal = session.goal
    return evidence(
        read.text,
        read.inferences,
        read.verdicts,
        readable(session, read.inferences, read.verdicts),
        session.looks_twice,
        [(phrase, name) for phrase, name in goal.marked if name in goal.protect],
        read.weighed,
    )


def _locked(session: Session, text: str) -> tuple[tuple[int, int], ...]:
    return tuple(span for phrase in session.goal.locked for span in occurrences(text, phrase))


def _hidden(accepted: Sequence[Round], points: Sequence[Point]) -> tuple[Reading, ...]:
    """What earlier readings found and the newest does not, as it was found last."""
    found: dict[str, Reading] = {}
    for there, point in zip(accepted, points, strict=False):
        verdicts = {verdict.attribute: verdict for verdict in there.verdicts}
        for inference in there.inferences:
            if inference.attribute in point.readable:
                found[inference.attribute] = inference, verdicts.get(inference.attribute)
    newest = next(point for point in reversed(points) if point.judged)
    still = {*newest.readable, *newest.left}
    return tuple(reading for name, reading in found.items() if name not in still)


def _way(
    session: Session, accepted: Sequence[Round], now: Standing
) -> tuple[list[Point], tuple[Change, ...], tuple[Change, ...]]:
    """The stops from the original to now, all changes between the two, and those before the user's own at
    the end.
    """
    original = session.started.text
    in_all = max(1, len(words(original)))
    left_alone = _left_alone(session)
    points: list[Point] = []
    total: tuple[Change, ...] = ()
    made: tuple[Change, ...] = ()
    event = 0
    for number in range(len(accepted) + 1):
        there = accepted[number] if number < len(accepted) else now
        read = readable(session, there.inferences, there.verdicts)
        gone = sum(len(words(change.before)) for change in total)
        points.append(
            Point(
                number=number,
                judged=number < len(accepted) or now.judged,
                readable=tuple(name for name in read if name not in left_alone),
                left=tuple(name for name in read if name in left_alone),
                kept=max(0.0, 1 - gone / in_all),
                event=leaks_event(session, event) or event,
            )
        )
        if number < len(accepted):
            total = composed(original, total, accepted[number].changes)
            event = accepted[number].event
            if not isinstance(session.events[event], HandEdited):
                made = total
    return points, total, made


def _left_alone(session: Session) -> frozenset[str]:
    """Attributes the user does not want to hide, by the goal or by overruling."""
    goal = session.goal
    left = set(goal.attributes) - goal.protect
    for event in session.path_events:
        if isinstance(event, Decided) and isinstance(event.decision, Proceed):
            for overrule in event.decision.overrules:
                (left.discard if overrule.execute else left.add)(overrule.attribute)
    return frozenset(left)


def _newest_rewrite(session: Session) -> Rewritten | None:
    return next((event for event in reversed(session.path_events) if isinstance(event, Rewritten)), None)
