"""A session as the window shows it: made in the job thread after each step, read in the window's thread."""

from collections.abc import Sequence
from dataclasses import dataclass

from penname.desktop.session.evidence import evidence
from penname.desktop.session.readable import looks_twice, readable, targets
from penname.desktop.texts.segments import Evidence
from penname.domain.attempts import Attempt, attempts
from penname.domain.changes import Change, Dropped
from penname.domain.composing import composed
from penname.domain.events import Arbitrated, Attacked, Decided, HandEdited, Rewritten, TargetsDrawn
from penname.domain.goal import Goal
from penname.domain.inferences import Inference, Verdict
from penname.domain.proposals import LeaksProposal, Outcome, Proceed, Proposal
from penname.domain.rounds import Round, Standing, rounds, standing
from penname.domain.session import Session
from penname.domain.tokens import occurrences, words
from penname.people import People
from penname.sessions.driver import SessionDriver
from penname.sessions.people_left import people_left


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
    inferences: tuple[Inference, ...]  # of the text that stands
    verdicts: tuple[Verdict, ...]
    judged: bool
    people: People  # who fit what was read of the original, and of the text that stands
    evidence: tuple[Evidence, ...]  # in the text that stands
    targets: tuple[tuple[str, str], ...]  # (attribute, value) that readers should infer, chosen or drawn
    looks_twice: bool  # whether an arbitrator judges the inferences
    locked: tuple[tuple[int, int], ...]  # spans of it that no rewrite may touch
    total: tuple[Change, ...]  # from the original to the text that stands
    points: tuple[Point, ...]
    proposal: Proposal | None
    outcome: Outcome | None
    can_undo: bool
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
    def rounds(self) -> int:
        """Accepted rewrites so far."""
        return len(self.points) - 1


def snapshot(driver: SessionDriver) -> Snapshot:
    """The session of `driver` as it stands. Blocks while long texts are compared, and places are loaded."""
    session = driver.session
    accepted = rounds(session)
    now = standing(session)
    rewritten = _newest_rewrite(session)
    points, total = _way(session, accepted, now)
    return Snapshot(
        original=session.started.text,
        text=now.text,
        goal=session.goal,
        inferences=now.inferences,
        verdicts=now.verdicts,
        judged=now.judged,
        people=people_left(session, dict(targets(session))),
        evidence=evidence(
            now.text,
            now.inferences,
            now.verdicts,
            readable(session, now.inferences, now.verdicts),
            looks_twice(session),
            [(phrase, name) for phrase, name in session.goal.marked if name in session.goal.protect],
        ),
        targets=targets(session),
        looks_twice=looks_twice(session),
        locked=tuple(span for phrase in session.goal.locked for span in occurrences(now.text, phrase)),
        total=total,
        points=tuple(points),
        proposal=driver.waiting,
        outcome=driver.outcome,
        can_undo=driver.can_undo,
        can_redo=driver.can_redo,
        kept=driver.kept,
        edited_result=driver.outcome is None
        and driver.waiting is None
        and isinstance(session.path_events[-1], HandEdited),
        leaks_event=_leaks_event(session, accepted[-1].event if accepted else 0),
        dropped=rewritten.dropped if rewritten else (),
        explanation=rewritten.explanation if rewritten else "",
        model=session.started.model,
        method=session.started.method,
        attempts=attempts(session),
    )


def to_fix(proposal: LeaksProposal, overruled: dict[str, bool]) -> tuple[str, ...]:
    """Attributes the next rewrite would act on, with what the user said since the proposal came."""
    acted = [verdict.attribute for verdict in proposal.execute if overruled.get(verdict.attribute, True)]
    raised = [name for name, execute in overruled.items() if execute and name not in acted]
    return tuple(dict.fromkeys(acted + raised))


def _way(
    session: Session, accepted: Sequence[Round], now: Standing
) -> tuple[list[Point], tuple[Change, ...]]:
    """The stops from the original to now, and all changes between the two."""
    original = session.started.text
    in_all = max(1, len(words(original)))
    left_alone = _left_alone(session)
    points: list[Point] = []
    total: tuple[Change, ...] = ()
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
                event=_leaks_event(session, event) or event,
            )
        )
        if number < len(accepted):
            total = composed(original, total, accepted[number].changes)
            event = accepted[number].event
    return points, total


def _left_alone(session: Session) -> frozenset[str]:
    """Attributes the user does not want to hide, by the goal or by overruling."""
    goal = session.goal
    left = set(goal.attributes) - goal.protect
    for event in session.path_events:
        if isinstance(event, Decided) and isinstance(event.decision, Proceed):
            for overrule in event.decision.overrules:
                (left.discard if overrule.execute else left.add)(overrule.attribute)
    return frozenset(left)


def _leaks_event(session: Session, after: int) -> int | None:
    """The event after number `after` with which its text was judged: back there, no model is asked."""
    path = session.path
    found = None
    for number in path[path.index(after) + 1 :]:
        event = session.events[number]
        if isinstance(event, Arbitrated | TargetsDrawn) or (
            isinstance(event, Attacked) and not looks_twice(session)
        ):
            found = number
        elif not isinstance(event, Attacked):
            break
    return found


def _newest_rewrite(session: Session) -> Rewritten | None:
    return next((event for event in reversed(session.path_events) if isinstance(event, Rewritten)), None)
