"""All that a user may answer, in each method: the sessions are written by hand, event by event."""

import msgspec
import pytest

from penname.domain.cancellation import Cancellation
from penname.domain.changes import Change, ChangeOrigin
from penname.domain.events import (
    Arbitrated,
    Attacked,
    Decided,
    Event,
    HandEdited,
    Rewritten,
    Started,
    TextPart,
    WentBackTo,
)
from penname.domain.goal import Goal
from penname.domain.inferences import Inference, Validity, Verdict
from penname.domain.proposals import (
    Accept,
    EditByHand,
    Outcome,
    Overrule,
    Proceed,
    Reject,
    StopHere,
    TryAgain,
)
from penname.domain.session import Session
from penname.methods.registry import method_named
from penname.sessions.driver import SessionDriver
from playing import leaks, rewrite
from scripted import ScriptedRoles

NAMES = ("sex", "location", "occupation")
TEXT = "I nursed all night in Leeds, mate."
TYPED_TEXT = "I nursed all night in Linz, mate."
LEAKS = {
    "sex": ("mate", "friend", Validity.LOW),
    "location": ("Leeds", "town", Validity.HIGH),
    "occupation": ("nursed", "worked", Validity.MEDIUM),
}
GOAL = Goal(
    NAMES,
    frozenset(NAMES),
    rounds=1,
    targets=(("location", "Graz"), ("occupation", "baker")),
    truth=(("sex", "sister"), ("location", "Leeds"), ("occupation", "nursed")),
)
SOMETHING = Change(22, 27, "Leeds", "something", ("location",))
TYPED = Change(22, 27, "Leeds", "Linz", ("location",), ChangeOrigin.HAND)
WITHOUT_OCCUPATION = Proceed((Overrule("occupation", False),))


def attacked(text: str) -> Attacked:
    finds = [(name, LEAKS[name][0]) for name in NAMES if LEAKS[name][0] in text]
    found = tuple(Inference(name, f'"{find}" says so.', (find, "second", "third"), 4) for name, find in finds)
    return Attacked(found, (TextPart(0, len(text), found),))


def arbitrated(text: str) -> Arbitrated:
    names = (inference.attribute for inference in attacked(text).inferences)
    return Arbitrated(tuple(Verdict(n, LEAKS[n][2], (LEAKS[n][0],), f"concept of {n}") for n in names))


def driver(method: str, roles: ScriptedRoles) -> SessionDriver:
    session = Session([Started(TEXT, GOAL, method, "scripted")])
    return SessionDriver(session, method_named(method), roles, Cancellation())


@pytest.mark.parametrize(
    ("method", "needs_verdicts", "after"),
    [
        ("rational", False, "town"),
        ("misleading", False, "Graz"),
        ("misleading", True, "Graz"),
        ("adversarial", False, "town"),
        ("adversarial", True, "town"),
    ],
)
def test_every_answer_to_a_round(method: str, needs_verdicts: bool, after: str) -> None:
    """Overrule, try again, type, accept, undo, reject, undo, accept, stop."""
    proposed = Change(22, 27, "Leeds", after, ("location",))

    def look(text: str) -> list[Event]:
        return (
            [attacked(text), arbitrated(text)] if needs_verdicts or method == "rational" else [attacked(text)]
        )

    by_hand: list[Event] = [Started(TEXT, GOAL, method, "scripted"), *look(TEXT)]
    by_hand += [Decided(WITHOUT_OCCUPATION), Rewritten((proposed,))]
    by_hand += [Decided(TryAgain((proposed,))), Rewritten((SOMETHING,)), HandEdited((TYPED,))]
    typed_at = len(by_hand) - 1
    by_hand += [Decided(Accept((TYPED,))), *look(TYPED_TEXT)]
    by_hand += [WentBackTo(typed_at), Decided(Reject())]
    by_hand += [WentBackTo(typed_at), Decided(Accept((TYPED,))), *look(TYPED_TEXT), Decided(StopHere())]

    roles = ScriptedRoles(LEAKS, needs_verdicts=needs_verdicts)
    user = driver(method, roles)
    assert "occupation" in [verdict.attribute for verdict in leaks(user.advance()).execute]
    assert rewrite(user.decide(WITHOUT_OCCUPATION)).changes == (proposed,)
    assert rewrite(user.decide(TryAgain((proposed,)))).changes == (SOMETHING,)
    assert rewrite(user.decide(EditByHand((TYPED,)))).changes == (TYPED,)
    assert leaks(user.decide(Accept((TYPED,)))).last
    user.undo()
    assert rewrite(user.advance()).changes == (TYPED,)
    assert user.decide(Reject()) == Outcome(TEXT, "stopped by user")
    user.undo()
    user.advance()
    closing = leaks(user.decide(Accept((TYPED,))))
    assert (closing.text, closing.last) == (TYPED_TEXT, True)
    assert user.decide(StopHere()) == Outcome(TYPED_TEXT, "stopped by user")
    assert list(user.session.events) == by_hand


def test_every_answer_to_the_baseline() -> None:
    """It looks at the text only when it is done, so that is where a verdict can be overruled."""
    proposed = (
        Change(2, 8, "nursed", "worked", ("occupation",)),
        Change(22, 27, "Leeds", "town", ("location",)),
        Change(29, 33, "mate", "friend", ("sex",)),
    )
    raised = Proceed((Overrule("sex", True),))
    by_hand: list[Event] = [Started(TEXT, GOAL, "base", "scripted"), Rewritten(proposed)]
    by_hand += [Decided(TryAgain(proposed))]
    again = tuple(msgspec.structs.replace(change, after="something") for change in proposed)
    by_hand += [Rewritten(again), HandEdited((TYPED,)), Decided(Reject()), WentBackTo(4)]
    by_hand += [Decided(Accept((TYPED,))), attacked(TYPED_TEXT), Decided(raised)]

    user = driver("base", ScriptedRoles(LEAKS))
    assert rewrite(user.advance()).changes == proposed
    assert rewrite(user.decide(TryAgain(proposed))).changes == again
    assert rewrite(user.decide(EditByHand((TYPED,)))).changes == (TYPED,)
    assert user.decide(Reject()) == Outcome(TEXT, "stopped by user")
    user.undo()
    user.advance()
    assert leaks(user.decide(Accept((TYPED,)))).last
    assert user.decide(raised) == Outcome(TYPED_TEXT, "round limit")
    assert list(user.session.events) == by_hand
