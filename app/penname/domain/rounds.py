"""A session read as rounds: what the rounds strip, the command line and reports show."""

import msgspec

from penname.domain.changes import Change, apply_changes
from penname.domain.events import (
    Arbitrated,
    Attacked,
    Decided,
    Event,
    HandEdited,
    PhrasesWeighed,
    Rewritten,
    TargetsDrawn,
)
from penname.domain.inferences import Inference, Verdict
from penname.domain.policy import unjudged
from penname.domain.proposals import Accept, ChangeGoal
from penname.domain.session import Session


class Round(msgspec.Struct, frozen=True):
    """One accepted rewrite: the text before with what was read from it, the changes, and the text after.

    `weighed` says which words that rests on; None where nobody weighed them. `alternatives` are what the
    rewrite offered beside its changes.
    """

    text: str
    inferences: tuple[Inference, ...]
    verdicts: tuple[Verdict, ...]
    changes: tuple[Change, ...]
    text_after: str
    event: int  # the number of the event with which the round ended
    weighed: PhrasesWeighed | None = None
    alternatives: tuple[Change, ...] = ()


class Standing(msgspec.Struct, frozen=True):
    """The text that stands now, and what was read from it; `judged` is False while nobody looked at it.

    Where a method has no arbitrator, what was read is looked at, and every verdict is "not judged".
    """

    text: str
    inferences: tuple[Inference, ...]
    verdicts: tuple[Verdict, ...]
    judged: bool
    weighed: PhrasesWeighed | None = None  # as of a round


def rounds(session: Session) -> tuple[Round, ...]:
    """The accepted rewrites on the session's path, oldest first; a hand edit of the result counts as one."""
    return _read(session)[0]


def standing(session: Session) -> Standing:
    """The newest text on the session's path and what is known about it."""
    return _read(session)[1]


def leaks_event(session: Session, after: int) -> int | None:
    """The event after number `after` with which its text was judged, under the goal that its leaks were shown
    with last: back there, no model is asked.
    """
    path = session.path
    found = None
    for number in path[path.index(after) + 1 :]:
        event = session.events[number]
        match event:
            case Arbitrated() | TargetsDrawn() | PhrasesWeighed():
                found = number
            case Attacked():
                found = found if session.looks_twice else number
            case Decided(decision=ChangeGoal()) if found is not None:
                found = number
            case _:
                break
    return found


def _read(session: Session) -> tuple[tuple[Round, ...], Standing]:
    found: list[Round] = []
    text = session.started.text
    inferences: tuple[Inference, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    weighed: PhrasesWeighed | None = None
    judged = False
    offered: tuple[Change, ...] = ()
    proposing = False  # a rewrite waits: typing belongs to it and its acceptance counts
    events: list[tuple[int, Event]] = [(number, session.events[number]) for number in session.path[1:]]
    for number, event in events:
        accepted: tuple[Change, ...] | None = None
        match event:
            case Attacked(inferences=read):
                inferences, verdicts, weighed, proposing = read, (), None, False
                judged = not session.looks_twice
                if judged:
                    verdicts = tuple(map(unjudged, read))
            case Arbitrated(verdicts=given):
                verdicts, judged = given, True
            case PhrasesWeighed():
                weighed = event
            case Rewritten(alternatives=others):
                offered, proposing = others, True
            case Decided(decision=Accept(changes=changes)) if changes:
                accepted = changes
            case HandEdited(changes=typed) if not proposing:
                accepted = typed
            case Decided(decision=ChangeGoal()):
                pass
            case Decided():
                proposing = False
            case _:
                pass
        if accepted is not None:
            after = apply_changes(text, accepted)
            others = offered if proposing else ()
            found.append(Round(text, inferences, verdicts, accepted, after, number, weighed, others))
            text, inferences, verdicts, weighed, judged, proposing = after, (), (), None, False, False
    return tuple(found), Standing(text, inferences, verdicts, judged, weighed)
