"""FgAA's rules and its baseline's, against sessions written by hand from section 4 and one by one."""

from functools import partial

import msgspec
import pytest

from penname.domain.changes import Change
from penname.domain.events import Arbitrated, Attacked, Decided, Event, Rewritten, Started, TextPart
from penname.domain.goal import Goal
from penname.domain.inferences import Inference, Validity, Verdict
from penname.domain.proposals import Accept, ChangeGoal, Outcome, Overrule, Proceed
from penname.domain.session import Session
from penname.methods import adversarial
from penname.roles.rewrite_request import Feedback
from playing import end, leaks, play, rewrite
from scripted import ScriptedRoles

anonymize = partial(play, adversarial.anonymize)
base = partial(play, adversarial.base)
NAMES = ("sex", "location", "occupation")
TEXT = "I nursed all night in Leeds, mate."
LEAKS = {
    "sex": ("mate", "friend", Validity.LOW),
    "location": ("Leeds", "town", Validity.HIGH),
    "occupation": ("nursed", "worked", Validity.MEDIUM),
}
GOAL = Goal(NAMES, frozenset(NAMES), rounds=3)
CHANGES = (
    Change(2, 8, "nursed", "worked", ("occupation",)),
    Change(22, 27, "Leeds", "town", ("location",)),
    Change(29, 33, "mate", "friend", ("sex",)),
)
REWRITTEN = "I worked all night in town, friend."


def started(goal: Goal = GOAL, method: str = "adversarial") -> Session:
    return Session([Started(TEXT, goal, method, "scripted")])


def changed(goal: Goal, **fields: object) -> Goal:
    return msgspec.structs.replace(goal, **fields)


def inference(name: str) -> Inference:
    find = LEAKS[name][0]
    return Inference(name, f'"{find}" says so.', (find, "second", "third"), 4)


def attacked(text: str, *found: Inference) -> Attacked:
    return Attacked(found, (TextPart(0, len(text), found),))


class Certain(ScriptedRoles):
    """Is as certain as told."""

    def __init__(self, **certainties: int) -> None:
        super().__init__({name: LEAKS[name] for name in certainties})
        self.certainties = certainties

    def attack(self, text: str, goal: Goal, so_far: Attacked | None = None) -> Attacked:
        found = super().attack(text, goal, so_far).inferences
        return attacked(
            text, *(msgspec.structs.replace(i, certainty=self.certainties[i.attribute]) for i in found)
        )


def test_a_session_written_by_hand_from_section_4() -> None:
    by_hand: list[Event] = [
        Started(TEXT, GOAL, "adversarial", "scripted"),
        attacked(TEXT, *map(inference, NAMES)),  # infer all attributes on t_0; no arbitrator
        Decided(Proceed()),
        Rewritten(CHANGES),  # t_1 = anonymize(t_0, inferences with reasoning)
        Decided(Accept(CHANGES)),
        attacked(REWRITTEN),  # nothing is inferred: stop
        Decided(Proceed()),
    ]
    session, roles = started(), ScriptedRoles(LEAKS)
    outcome = end(anonymize(session, roles, Proceed(), Accept(CHANGES), Proceed()))
    assert list(session.events) == by_hand
    assert outcome == Outcome(REWRITTEN, "nothing left to fix")
    assert roles.calls == [("attacker", TEXT), ("anonymizer", TEXT), ("attacker", REWRITTEN)]
    assert roles.feedback is Feedback.INFERENCES


def test_without_an_arbitrator_nothing_is_judged_and_the_quotations_are_the_evidence() -> None:
    step = leaks(anonymize(started(), ScriptedRoles(LEAKS)))
    assert {verdict.validity for verdict in step.verdicts} == {Validity.NOT_JUDGED}
    assert step.execute[0] == Verdict("sex", Validity.NOT_JUDGED, ("mate",))


def test_where_the_model_needs_the_arbitrators_turn_its_labels_are_shown_and_unused() -> None:
    session, roles = started(), ScriptedRoles(LEAKS, needs_verdicts=True)
    step = leaks(anonymize(session, roles))
    assert [verdict.validity for verdict in step.verdicts] == [Validity.LOW, Validity.HIGH, Validity.MEDIUM]
    assert {verdict.attribute for verdict in step.execute} == set(NAMES)
    assert isinstance(session.events[-1], Arbitrated)


@pytest.mark.parametrize(
    ("threshold", "active"), [(3, ["location"]), (0, list(NAMES)), (5, []), (2, ["location", "occupation"])]
)
def test_what_is_acted_on_is_certain_enough(threshold: int, active: list[str]) -> None:
    roles = Certain(sex=1, location=3, occupation=2)
    step = leaks(anonymize(started(changed(GOAL, certainty=threshold)), roles))
    assert [verdict.attribute for verdict in step.execute] == active


def test_what_is_known_to_be_wrong_is_left_alone_and_the_less_precise_is_not() -> None:
    truth = (("sex", "female"), ("location", "Leeds, United Kingdom"), ("occupation", "nursed"))
    step = leaks(anonymize(started(changed(GOAL, truth=truth)), ScriptedRoles(LEAKS)))
    assert [verdict.attribute for verdict in step.execute] == ["location", "occupation"]


def test_the_threshold_may_change_while_the_leaks_are_shown() -> None:
    session, roles = started(), Certain(sex=1, location=3, occupation=2)
    step = leaks(anonymize(session, roles, ChangeGoal(changed(GOAL, certainty=2))))
    assert [verdict.attribute for verdict in step.execute] == ["location", "occupation"]
    assert roles.calls == [("attacker", TEXT)]


def test_it_stops_after_the_rounds_with_one_closing_attack() -> None:
    goal = changed(GOAL, rounds=1)
    session, roles = started(goal), ScriptedRoles(LEAKS)
    step = leaks(anonymize(session, roles, Proceed(), Accept(CHANGES[:1])))
    assert step.last
    assert end(anonymize(session, roles, Proceed())).stopped == "round limit"


def test_a_verdict_may_be_overruled_both_ways() -> None:
    session, roles = started(), Certain(sex=1, location=4)
    step = rewrite(anonymize(session, roles, Proceed((Overrule("sex", True), Overrule("location", False)))))
    assert [change.before for change in step.changes] == ["mate"]


def test_the_session_goes_on_with_a_model_that_needs_verdicts_and_with_one_that_does_not() -> None:
    session = started()
    anonymize(session, ScriptedRoles(LEAKS), Proceed())
    step = rewrite(anonymize(session, ScriptedRoles(LEAKS, needs_verdicts=True)))
    assert step.changes == CHANGES
    other = started()
    anonymize(other, ScriptedRoles(LEAKS, needs_verdicts=True), Proceed())
    assert rewrite(anonymize(other, ScriptedRoles(LEAKS))).changes == CHANGES


def test_the_baseline_rewrites_in_all_rounds_without_looking_and_looks_once_at_the_end() -> None:
    goal = changed(GOAL, rounds=2)
    roles = ScriptedRoles(LEAKS)
    session = started(goal, "base")
    first, second = CHANGES[:1], (Change(0, 1, "I", "We"),)
    step = rewrite(base(session, roles))
    assert step.round == 1
    assert rewrite(base(session, roles, Accept(first))).round == 2
    closing = leaks(base(session, roles, Accept(second)))
    assert (closing.last, closing.text) == (True, "We worked all night in Leeds, mate.")
    assert end(base(session, roles, Proceed())) == Outcome(closing.text, "round limit")
    assert [role for role, _ in roles.calls] == ["anonymizer", "anonymizer", "attacker"]
    assert roles.feedback is Feedback.NONE


def test_the_baseline_says_when_nothing_is_left_in_the_end() -> None:
    session, roles = started(changed(GOAL, rounds=1), "base"), ScriptedRoles(LEAKS)
    assert end(base(session, roles, Accept(CHANGES), Proceed())).stopped == "nothing left to fix"


def test_the_baseline_with_nothing_to_protect_rewrites_nothing() -> None:
    roles = ScriptedRoles(LEAKS)
    nothing = started(changed(GOAL, protect=frozenset()), "base")
    assert end(base(nothing, roles, Proceed((Overrule("sex", True),)))).stopped == "nothing left to fix"
    assert [role for role, _ in roles.calls] == ["attacker"]
