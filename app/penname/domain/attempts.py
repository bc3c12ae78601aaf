"""The rewrites sampled in one round. The log keeps all of them, so the user may compare them and take any."""

import msgspec

from penname.domain.changes import Change
from penname.domain.events import CuesListed, Decided, Event, HandEdited, Rewritten, TargetsDrawn
from penname.domain.proposals import ChangeGoal, TryAgain
from penname.domain.session import Session


class Attempt(msgspec.Struct, frozen=True):
    """One rewrite of the round: what the model proposed, what of it was kept last, and which event to go to
    for it.

    `event` is the number of the newest event of this attempt: going back there shows it as the user left it.
    """

    number: int  # from 1
    event: int
    proposed: tuple[Change, ...]
    standing: tuple[Change, ...]
    current: bool

    @property
    def turned_down(self) -> tuple[Change, ...]:
        """What the model proposed and the user took back, or wrote over."""
        return tuple(change for change in self.proposed if change not in self.standing)


def attempts(session: Session) -> tuple[Attempt, ...]:
    """The attempts of the round in which a rewrite waits, oldest first, undone ones too; else none."""
    path = session.path
    current = _newest_rewrite(session, path)
    if current is None:
        return ()
    before = _before_the_attempts(session, path)
    newest: dict[int, int] = {}  # by the number of the event that made the attempt: its newest event
    for number in range(len(session.events)):
        there = session.path_at(number)
        rewritten = _newest_rewrite(session, there)
        if rewritten is not None and _before_the_attempts(session, there) == before:
            newest[rewritten] = there[-1]
    return tuple(
        Attempt(
            number,
            newest[event],
            _changes(session.events[event]),
            _standing(session, session.path_at(newest[event])),
            event == current,
        )
        for number, event in enumerate(sorted(newest), 1)
    )


def _newest_rewrite(session: Session, path: tuple[int, ...]) -> int | None:
    """The number of the rewrite that waits for an answer at the end of `path`, if one does."""
    for number in reversed(path):
        match session.events[number]:
            case Rewritten():
                return number
            case HandEdited() | TargetsDrawn() | Decided(decision=ChangeGoal()):
                pass
            case _:
                return None
    return None


def _before_the_attempts(session: Session, path: tuple[int, ...]) -> tuple[int, ...]:
    """`path` without the attempts at its end, and without what was said between them."""
    for place in reversed(range(len(path))):
        match session.events[path[place]]:
            case Rewritten() | HandEdited() | TargetsDrawn() | CuesListed():
                pass
            case Decided(decision=TryAgain() | ChangeGoal()):
                pass
            case _:
                return path[: place + 1]
    return ()


def _standing(session: Session, path: tuple[int, ...]) -> tuple[Change, ...]:
    events = (session.events[number] for number in reversed(path))
    return next(_changes(event) for event in events if isinstance(event, HandEdited | Rewritten))


def _changes(event: Event) -> tuple[Change, ...]:
    return event.changes if isinstance(event, HandEdited | Rewritten) else ()
