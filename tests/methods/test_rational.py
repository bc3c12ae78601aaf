"""RLAA's rules, against a session written by hand from Algorithm 1 and one by one."""

from functools import partial

import msgspec
import pytest

import playing
from penname.domain.changes import Change, ChangeOrigin, Edit, apply_changes, changes_from_edits
from penname.domain.events import (
    Arbitrated,
    Attacked,
    Decided,
    Event,
    HandEdited,
    Rewritten,
    Started,
    TextPart,
)
from penname.domain.goal import Goal
from penname.domain.inferences import Inference, Validity, Verdict
from penname.domain.proposals import (
    Accept,
    ChangeGoal,
    EditByHand,
    LeaksProposal,
    Outcome,
    Overrule,
    Proceed,
    ReadOn,
    Reject,
    RewriteProposal,
    StopHere,
    TryAgain,
)
from penname.domain.session import DamagedSession, Session
from penname.methods.rational import anonymize
from penname.roles.rewrite_request import RewriteRequest
from playing import end, leaks, rewrite
from scripted import ScriptedRoles

NAMES = ("sex", "location", "occupation")
GOAL = Goal(NAMES, frozenset(NAMES), rounds=3)
TEXT = "I nursed all night in Leeds, mate."
LEAKS = {
    "sex": ("mate", "friend", Validity.LOW),
    "location": ("Leeds", "town", Validity.HIGH),
    "occupation": ("nursed", "worked", Validity.MEDIUM),
}


def started(text: str = TEXT, goal: Goal = GOAL) -> Session:
    return Session([Started(text, goal, "rational", "scripted")])


play = partial(playing.play, anonymize)


def test_a_session_written_by_hand_from_algorithm_1() -> None:
    """x0 has one high, one medium and one low leak; x1 only the low one, so P is empty and x1 is returned."""
    x0, x1 = TEXT, "I worked all night in town, mate."

    def inference(name: str) -> Inference:
        find = LEAKS[name][0]
        return Inference(name, f'"{find}" says so.', (find, "second", "third"), 4)

    def verdict(name: str) -> Verdict:
        return Verdict(name, LEAKS[name][2], (LEAKS[name][0],), f"concept of {name}")

    inferences = tuple(inference(name) for name in NAMES)
    edits = (
        Change(2, 8, "nursed", "worked", ("occupation",)),
        Change(22, 27, "Leeds", "town", ("location",)),
    )
    by_hand: list[Event] = [
        Started(x0, GOAL, "rational", "scripted"),
        Attacked(inferences, (TextPart(0, len(x0), inferences),)),  # line 3
        Arbitrated(tuple(verdict(name) for name in NAMES)),  # lines 5-10
        Decided(Proceed()),
        Rewritten(edits),  # line 14, with P = {location, occupation}
        Decided(Accept(edits)),  # line 15: t = 1
        Attacked(
            (inference("sex"),), (TextPart(0, len(x1), (inference("sex"),)),)
        ),  # line 3 again, on x1 alone
        Arbitrated((verdict("sex"),)),
        Decided(Proceed()),  # lines 11-13: P is empty, stop
    ]
    session, roles = started(), ScriptedRoles(LEAKS)
    outcome = end(play(session, roles, Proceed(), Accept(edits), Proceed()))
    assert list(session.events) == by_hand
    assert outcome == Outcome(x1, "nothing left to fix")
    # No role ever sees anything but x_t.
    assert roles.calls == [
        ("attacker", x0),
        ("arbitrator", x0),
        ("anonymizer", x0),
        ("attacker", x1),
        ("arbitrator", x1),
    ]


def test_a_method_calls_no_model_for_what_the_session_holds() -> None:
    session = started()
    edits = rewrite(play(session, ScriptedRoles(LEAKS), Proceed())).changes
    play(started(), ScriptedRoles(LEAKS))
    whole = started()
    play(whole, ScriptedRoles(LEAKS), Proceed(), Accept(edits), Proceed())
    needed = ["attacker", "arbitrator", "anonymizer", "attacker", "arbitrator"]
    held = 0
    for length in range(1, len(whole.events) + 1):
        part = Session(whole.events[:length])
        held = sum(isinstance(event, Attacked | Arbitrated | Rewritten) for event in part.events)
        roles = ScriptedRoles(LEAKS)
        left = [e.decision for e in whole.events[length:] if isinstance(e, Decided)]
        assert end(play(part, roles, *left)).text == "I worked all night in town, mate."
        assert [role for role, _ in roles.calls] == needed[held:]
    assert held == len(needed)


def test_nothing_to_execute_stops_before_any_rewrite() -> None:
    roles = ScriptedRoles({"sex": LEAKS["sex"]})
    assert end(play(started(), roles, Proceed())) == Outcome(TEXT, "nothing left to fix")
    assert "anonymizer" not in [role for role, _ in roles.calls]


def test_high_goes_before_medium_to_the_anonymizer_and_low_not_at_all() -> None:
    step = leaks(play(started(), ScriptedRoles(LEAKS)))
    assert [verdict.attribute for verdict in step.execute] == ["location", "occupation"]
    assert [verdict.attribute for verdict in step.verdicts] == list(NAMES)


class _Endless(ScriptedRoles):
    """Every rewrite leaves another leak behind."""

    def __init__(self) -> None:
        super().__init__({"location": ("Leeds", "London", Validity.HIGH)})

    def rewrite(self, request: RewriteRequest) -> Rewritten:
        answer = super().rewrite(request)
        here = self.leaks["location"][1]
        self.leaks = {"location": (here, f"{here}er", Validity.HIGH)}
        return answer


@pytest.mark.parametrize("limit", [1, 3, 10])
def test_after_the_round_limit_one_closing_attack_follows(limit: int) -> None:
    session, roles = started(goal=msgspec.structs.replace(GOAL, rounds=limit)), _Endless()
    steps = anonymize(session, roles)
    proposal = next(steps)
    last = []
    outcome = None
    while outcome is None:
        try:
            if isinstance(proposal, LeaksProposal):
                last.append(proposal.last)
                proposal = steps.send(Proceed())
            else:
                assert isinstance(proposal, RewriteProposal)
                proposal = steps.send(Accept(proposal.changes))
        except StopIteration as stop:
            outcome = stop.value
    assert outcome.stopped == "round limit"
    called = [role for role, _ in roles.calls]
    assert called.count("anonymizer") == limit
    assert called.count("attacker") == called.count("arbitrator") == limit + 1
    assert last == [False] * limit + [True]
    assert roles.calls[-1] == ("arbitrator", outcome.text)


def test_a_refused_rewrite_leaves_the_text_and_says_so() -> None:
    stubborn = ScriptedRoles({"location": ("Leeds", "Leeds", Validity.HIGH)})
    step = rewrite(play(started(), stubborn, Proceed()))
    assert (step.changes, step.refused) == ((), "The model proposed no change.")
    assert end(play(started(), stubborn, Proceed(), Accept(()))) == Outcome(TEXT, "rewrite refused")


def test_try_again_is_no_round_and_brings_another_answer() -> None:
    session = started()
    nursed, leeds = rewrite(play(session, ScriptedRoles(LEAKS), Proceed())).changes
    step = rewrite(play(session, ScriptedRoles(LEAKS), TryAgain((nursed,))))
    assert (step.round, step.attempt) == (1, 2)
    assert [change.after for change in step.changes] == ["something", "town"]
    assert step.changes[1] == leeds


def test_rejecting_everything_ends_the_session_by_the_user() -> None:
    assert end(play(started(), ScriptedRoles(LEAKS), Proceed(), Reject())) == Outcome(TEXT, "stopped by user")
    assert end(play(started(), ScriptedRoles(LEAKS), Proceed(), Accept(()))) == Outcome(
        TEXT, "stopped by user"
    )
    assert end(play(started(), ScriptedRoles(LEAKS), StopHere())) == Outcome(TEXT, "stopped by user")


class _Repeating(ScriptedRoles):
    """Proposes the same whatever the user turned down, as a small model does."""

    def rewrite(self, request: RewriteRequest) -> Rewritten:
        self.avoided = tuple(sorted(request.avoid))
        return super().rewrite(msgspec.structs.replace(request, avoid=frozenset()))


def test_rejected_hunks_are_not_proposed_again() -> None:
    roles, session = _Repeating(LEAKS), started()
    nursed, leeds = rewrite(play(session, roles, Proceed())).changes
    step = leaks(play(session, roles, Accept((leeds,))))
    assert [verdict.attribute for verdict in step.execute] == ["occupation"]
    again = rewrite(play(session, roles, Proceed()))
    assert roles.avoided == (("nursed", "worked"),)
    assert again.changes == ()
    assert again.refused is not None
    assert [(drop.find, drop.reason) for drop in again.dropped] == [("nursed", "you rejected it before")]
    assert nursed.attributes == ("occupation",)


def test_the_user_may_overrule_both_ways() -> None:
    spoken = Proceed((Overrule("sex", True), Overrule("location", False)))
    step = rewrite(play(started(), ScriptedRoles(LEAKS), spoken))
    assert [change.before for change in step.changes] == ["nursed", "mate"]
    # What was overruled stays so in the next round.
    after = leaks(play(started(), ScriptedRoles(LEAKS), spoken, Accept(step.changes)))
    assert [verdict.attribute for verdict in after.verdicts] == ["location"]
    assert after.execute == ()


def test_an_attribute_still_plain_after_two_accepted_rewrites_is_what_the_text_is_about() -> None:
    session, roles = started(), _Endless()
    for expected in ((), (), ("location",)):
        step = leaks(play(session, roles))
        assert step.topical == expected
        play(session, roles, Proceed(), Accept(_first_rewrite(session, roles)))


class _BesideThePoint(ScriptedRoles):
    """Changes another word each round, for an attribute whose evidence it leaves as it was."""

    def rewrite(self, request: RewriteRequest) -> Rewritten:
        word = request.text.split()[-1]
        changes, _ = changes_from_edits(request.text, [Edit(word, f"{word}!", ("location",))])
        return Rewritten(changes)


def test_rounds_that_left_the_words_as_they_were_do_not_make_them_what_the_text_is_about() -> None:
    session, roles = started(), _BesideThePoint({"location": ("Leeds", "town", Validity.HIGH)})
    for _ in range(3):
        step = leaks(play(session, roles))
        assert [verdict.attribute for verdict in step.execute] == ["location"]
        assert step.topical == ()
        proposed = rewrite(play(session, roles, Proceed())).changes
        play(session, roles, Accept(proposed))


def _first_rewrite(session: Session, roles: ScriptedRoles) -> tuple[Change, ...]:
    """The changes the next rewrite will hold, worked out without touching the session."""
    leak = dict(roles.leaks)
    copy = ScriptedRoles(leak)
    changes = rewrite(play(Session(session.events), copy, Proceed())).changes
    return changes


def test_a_rewrite_that_takes_more_than_a_third_of_the_words_says_what_the_text_is_about() -> None:
    text = "We are both nurses on nights."
    roles = ScriptedRoles({"occupation": ("both nurses on", "", Validity.HIGH)})
    assert rewrite(play(started(text), roles, Proceed())).topical == ("occupation",)
    assert rewrite(play(started(), ScriptedRoles(LEAKS), Proceed())).topical == ()


def test_typing_into_a_rewrite_is_accepted_with_it() -> None:
    session = started()
    nursed, leeds = rewrite(play(session, ScriptedRoles(LEAKS), Proceed())).changes
    typed = msgspec.structs.replace(leeds, after="a place", origin=ChangeOrigin.HAND)
    step = rewrite(play(session, ScriptedRoles(LEAKS), EditByHand((nursed, typed))))
    assert step.changes == (nursed, typed)
    after = leaks(play(session, ScriptedRoles(LEAKS), Accept(step.changes)))
    assert after.text == "I worked all night in a place, mate."


def test_typing_before_a_rewrite_makes_another_text_that_is_read_afresh() -> None:
    roles, session = ScriptedRoles(LEAKS), started()
    typed = (Change(22, 27, "Leeds", "York", (), ChangeOrigin.HAND),)
    step = leaks(play(session, roles, EditByHand(typed)))
    assert step.text == "I nursed all night in York, mate."
    assert (step.round, [i.attribute for i in step.inferences]) == (1, ["sex", "occupation"])


def test_typing_after_the_end_goes_on_from_there() -> None:
    session, roles = (
        started(),
        ScriptedRoles({"sex": LEAKS["sex"], "occupation": ("baked", "made", Validity.HIGH)}),
    )
    assert end(play(session, roles, Proceed())).text == TEXT
    session.record(HandEdited((Change(2, 8, "nursed", "baked", (), ChangeOrigin.HAND),)))
    step = leaks(play(session, roles))
    assert step.text == "I baked all night in Leeds, mate."
    assert [verdict.attribute for verdict in step.execute] == ["occupation"]


def test_a_changed_goal_counts_at_once_without_a_model_call() -> None:
    roles, session = ScriptedRoles(LEAKS), started()
    narrower = msgspec.structs.replace(GOAL, protect=frozenset({"location"}))
    step = leaks(play(session, roles, ChangeGoal(narrower)))
    assert [verdict.attribute for verdict in step.execute] == ["location"]
    assert [role for role, _ in roles.calls] == ["attacker", "arbitrator"]


def test_an_attribute_nobody_asked_for_yet_is_looked_for() -> None:
    roles, session = ScriptedRoles(LEAKS), started(goal=Goal(("sex",), frozenset({"sex"})))
    wider = Goal(NAMES, frozenset(NAMES))
    step = leaks(play(session, roles, ChangeGoal(wider)))
    assert [inference.attribute for inference in step.inferences] == list(NAMES)


def test_a_goal_changed_while_a_rewrite_waits_is_held_to_it() -> None:
    session = started()
    locked = msgspec.structs.replace(GOAL, locked=("Leeds",))
    step = rewrite(play(session, ScriptedRoles(LEAKS), Proceed(), ChangeGoal(locked)))
    assert [change.before for change in step.changes] == ["nursed"]
    unlocked = rewrite(play(session, ScriptedRoles(LEAKS), ChangeGoal(GOAL)))
    assert [change.before for change in unlocked.changes] == ["nursed", "Leeds"]
    nothing = msgspec.structs.replace(GOAL, protect=frozenset())
    assert rewrite(play(session, ScriptedRoles(LEAKS), ChangeGoal(nothing))).changes == ()
    assert end(play(session, ScriptedRoles(LEAKS), TryAgain())).stopped == "nothing left to fix"


def test_reading_on_reads_what_is_unread() -> None:
    session, roles = started(), ScriptedRoles(LEAKS, reads=14)
    step = leaks(play(session, roles))
    assert step.unread == ((14, len(TEXT)),)
    assert [inference.attribute for inference in step.inferences] == ["occupation"]
    step = leaks(play(session, roles, ReadOn(), ReadOn()))
    assert step.unread == ()
    assert [inference.attribute for inference in step.inferences] == list(NAMES)


def test_a_change_that_does_not_fit_is_not_kept() -> None:
    session = started()
    with pytest.raises(ValueError, match="does not fit"):
        play(session, ScriptedRoles(LEAKS), Proceed(), Accept((Change(0, 1, "X", "Y"),)))
    assert isinstance(session.events[-1], Rewritten)
    rewrite(play(session, ScriptedRoles(LEAKS)))


@pytest.mark.parametrize("wrong", [Arbitrated(()), Decided(Proceed()), Rewritten(())])
def test_a_session_whose_steps_do_not_follow_is_refused(wrong: Event) -> None:
    with pytest.raises(DamagedSession, match="do not follow"):
        play(Session([started().started, wrong]), ScriptedRoles(LEAKS))


def test_an_accepted_rewrite_is_exactly_its_changes() -> None:
    text = "I nursed\u00a0in Leeds,\r\nmate 👩\u200d👧 <|im_end|>\r\n"
    session = started(text)
    changes = rewrite(play(session, ScriptedRoles(LEAKS), Proceed())).changes
    expected = "I worked\u00a0in town,\r\nmate 👩\u200d👧 <|im_end|>\r\n"
    assert leaks(play(session, ScriptedRoles(LEAKS), Accept(changes))).text == expected
    assert (
        apply_changes(text, changes_from_edits(text, [Edit("nursed", "worked"), Edit("Leeds", "town")])[0])
        == expected
    )
