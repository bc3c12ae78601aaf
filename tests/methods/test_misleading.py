"""IncogniText's rules, against a session written by hand from Algorithm 1 and one by one."""

from functools import partial

import msgspec
import pytest

from penname.domain.changes import Change
from penname.domain.events import (
    Attacked,
    CuesListed,
    Decided,
    Event,
    Rewritten,
    Started,
    TargetsDrawn,
    TextPart,
    WentBackTo,
)
from penname.domain.goal import Goal
from penname.domain.inferences import Inference, Validity
from penname.domain.proposals import Accept, ChangeGoal, EditByHand, Outcome, Overrule, Proceed
from penname.domain.session import Session
from penname.methods import misleading
from penname.roles.rewrite_request import Aim, Feedback
from playing import end, leaks, rewrite
from playing import play as play_method
from scripted import ScriptedRoles

play = partial(play_method, misleading.anonymize)
NAMES = ("sex", "location", "occupation")
TEXT = "I nursed all night in Leeds, mate."
LEAKS = {
    "sex": ("mate", "friend", Validity.LOW),
    "location": ("Leeds", "town", Validity.HIGH),
    "occupation": ("nursed", "worked", Validity.MEDIUM),
}
TARGETS = (("location", "Graz"), ("occupation", "baked"))
TRUTH = (("sex", "female"), ("location", "Leeds"), ("occupation", "nursed"))
GOAL = Goal(NAMES, frozenset(NAMES), rounds=3, targets=TARGETS, truth=TRUTH)
UNTOLD = msgspec.structs.replace(GOAL, truth=(), protect=frozenset({"location", "occupation"}))
LEEDS = Change(22, 27, "Leeds", "Graz", ("location",))
NURSED = Change(2, 8, "nursed", "baked", ("occupation",))


def started(goal: Goal = GOAL, text: str = TEXT) -> Session:
    return Session([Started(text, goal, "misleading", "scripted")])


def changed(goal: Goal, **fields: object) -> Goal:
    return msgspec.structs.replace(goal, **fields)


def inference(name: str) -> Inference:
    find = LEAKS[name][0]
    return Inference(name, f'"{find}" says so.', (find, "second", "third"), 4)


def attacked(text: str, *found: Inference) -> Attacked:
    return Attacked(found, (TextPart(0, len(text), found),))


def acted_on(session: Session, roles: ScriptedRoles) -> list[str]:
    return [verdict.attribute for verdict in leaks(play(session, roles)).execute]


class Reader(ScriptedRoles):
    """Guesses one attribute from each text as told, whatever stands there."""

    def __init__(self, *guesses: str, certainty: int = 4, validity: Validity | None = None) -> None:
        leaks = {"location": ("Leeds", "town", validity or Validity.HIGH)}
        super().__init__(leaks, needs_verdicts=validity is not None)
        self.guesses = list(guesses)
        self.certainty = certainty

    def attack(self, text: str, goal: Goal, so_far: Attacked | None = None) -> Attacked:
        guess = self.guesses.pop(0)
        return attacked(text, Inference("location", "", (guess, "x", "y"), self.certainty))


def test_a_session_written_by_hand_from_algorithm_1() -> None:
    """Location and occupation match the truth, sex does not; after one merged rewrite none does."""
    x0, x1 = TEXT, "I baked all night in Graz, mate."
    by_hand: list[Event] = [
        Started(x0, GOAL, "misleading", "scripted"),
        attacked(x0, *map(inference, NAMES)),  # (I, R) = adversary(x)
        Decided(Proceed()),  # I matches the true value of location and occupation
        Rewritten((NURSED, LEEDS)),  # x = anonymize(x, target, true value, I, R)
        Decided(Accept((NURSED, LEEDS))),
        attacked(x1, inference("sex")),  # no guess matches: stop, and return the newest x
        Decided(Proceed()),
    ]
    session, roles = started(), ScriptedRoles(LEAKS)
    outcome = end(play(session, roles, Proceed(), Accept((NURSED, LEEDS)), Proceed()))
    assert list(session.events) == by_hand
    assert outcome == Outcome(x1, "nothing left to fix")
    assert roles.calls == [("attacker", x0), ("anonymizer", x0), ("attacker", x1)]
    assert roles.aims == (Aim("location", "Graz", "Leeds"), Aim("occupation", "baked", "nursed"))


def test_a_text_already_misread_comes_back_unchanged() -> None:
    session, roles = (
        started(changed(GOAL, truth=(("location", "York"), ("occupation", "teacher")))),
        Reader("Leeds"),
    )
    assert end(play(session, roles, Proceed())) == Outcome(TEXT, "nothing left to fix")


def test_the_newest_text_is_returned_after_the_last_round() -> None:
    """The paper's loop returns x_(n-1); here the rewrite of round n is what the user gets."""
    goal = changed(GOAL, rounds=2)
    session, roles = started(goal), Reader("Leeds", "Leeds", "Leeds")
    first = rewrite(play(session, roles, Proceed()))
    second = (Change(0, 1, "I", "We"),)
    step = leaks(play(session, roles, Accept(first.changes), Proceed(), Accept(second)))
    assert step.last
    outcome = end(play(session, roles, Proceed()))
    assert outcome == Outcome("We nursed all night in Graz, mate.", "round limit")


@pytest.mark.parametrize(
    ("guess", "goes_on"),
    [
        ("Leeds", True),  # the guess on the original again
        ("lee", True),  # less precise, and no word of the target
        ("Hull", False),  # it differs
        ("Graz", False),  # it matches the target
    ],
)
def test_without_a_true_value_the_first_guess_stands_in(guess: str, goes_on: bool) -> None:
    session = started(UNTOLD)
    roles = Reader("Leeds", guess)
    play(session, roles, Proceed(), Accept((LEEDS,)))
    assert bool(acted_on(session, roles)) is goes_on
    assert roles.aims == (Aim("location", "Graz", None),)  # row 3 stands for row 5


def test_a_less_precise_guess_that_fits_the_target_too_is_enough() -> None:
    goal = changed(UNTOLD, targets=(("location", "Porto, Portugal"),))
    session, roles = started(goal), Reader("Lisbon, Portugal", "Portugal")
    play(session, roles, Proceed(), Accept((LEEDS,)))
    assert acted_on(session, roles) == []


@pytest.mark.parametrize(("certainty", "validity"), [(2, None), (5, Validity.LOW), (5, Validity.INVALID)])
def test_a_guess_without_basis_stands_in_for_nothing_but_hits_a_known_truth(
    certainty: int, validity: Validity | None
) -> None:
    roles = Reader("Leeds", "Leeds", certainty=certainty, validity=validity)
    assert acted_on(started(UNTOLD), roles) == []
    assert acted_on(started(), roles) == ["location"]


def test_what_the_author_types_later_stands_in_as_well_and_a_rewrite_does_not() -> None:
    session, roles = started(UNTOLD), ScriptedRoles({"location": LEAKS["location"]})
    play(session, roles, Proceed(), Accept((LEEDS,)))
    roles.leaks = {"occupation": ("nursed", "worked", Validity.HIGH)}
    assert acted_on(session, roles) == []  # nobody found that in the author's words
    roles = ScriptedRoles({"occupation": ("nursed", "worked", Validity.HIGH)})
    other = started(UNTOLD)
    play(other, ScriptedRoles({}), EditByHand((Change(0, 1, "I", "We"),)))
    assert acted_on(other, roles) == []  # the look at the typed text is in the log, and found nothing


@pytest.mark.parametrize(
    ("row", "aim"),
    [
        (3, Aim("location", "Graz", None, True)),
        (4, Aim("location", "Graz", "Leeds", False)),
        (5, Aim("location", "Graz", "Leeds", True)),
        (6, Aim("location", "Graz", "Leeds", True)),
    ],
)
def test_the_rows_of_table_2_with_targets(row: int, aim: Aim) -> None:
    session, roles = started(changed(GOAL, condition=row)), Reader("Leeds")
    rewrite(play(session, roles, Proceed()))
    assert roles.aims == (aim,)


@pytest.mark.parametrize(("row", "goes_on"), [(1, True), (2, False)])
def test_the_rows_without_targets_generalize_and_only_row_1_never_stops_early(
    row: int, goes_on: bool
) -> None:
    session, roles = started(changed(GOAL, condition=row)), Reader("Leeds", "Hull")
    step = rewrite(play(session, roles, Proceed()))
    assert [change.after for change in step.changes] == ["town"]
    assert roles.feedback is Feedback.INFERENCES
    play(session, roles, Accept(step.changes))
    assert bool(acted_on(session, roles)) is goes_on


def test_in_row_6_a_told_attacker_lists_the_cues_and_the_untold_one_decides() -> None:
    session, roles = started(changed(GOAL, condition=6)), ScriptedRoles(LEAKS)
    step = rewrite(play(session, roles, Proceed()))
    cues = CuesListed(
        tuple(Inference(n, f"knows {v}", (v,) * 3, 5) for n, v in TRUTH if n in ("location", "occupation"))
    )
    assert session.events[3] == cues
    assert roles.reasonings == {
        "sex": '"mate" says so.',
        "location": "knows Leeds",
        "occupation": "knows nursed",
    }
    outcome = end(play(session, roles, Accept(step.changes), Proceed()))
    assert outcome.stopped == "nothing left to fix"
    told = [role for role, _ in roles.calls]
    assert told == ["attacker", "told attacker", "anonymizer", "attacker"]


def test_a_missing_target_is_drawn_once_and_stays() -> None:
    goal = changed(UNTOLD, targets=(("occupation", "baked"),))
    session, roles = started(goal), ScriptedRoles(LEAKS)
    step = leaks(play(session, roles))
    assert step.targets == (("location", "new location"), ("occupation", "baked"))
    assert session.events[-1] == TargetsDrawn((("location", "new location"),))
    roles.draw_target = lambda attribute, truth: "another"  # type: ignore[method-assign]
    again = leaks(play(session, roles))
    assert again == step


def test_a_draw_that_was_undone_is_taken_again() -> None:
    goal = changed(UNTOLD, targets=())
    session, roles = started(goal), ScriptedRoles(LEAKS)
    before = leaks(play(session, roles)).targets
    session.record(WentBackTo(1))
    roles.draw_target = lambda attribute, truth: "another"  # type: ignore[method-assign]
    assert leaks(play(session, roles)).targets == before


def test_the_user_may_pick_another_target_while_the_leaks_are_shown() -> None:
    session, roles = started(changed(UNTOLD, targets=())), ScriptedRoles(LEAKS)
    picked = changed(UNTOLD, targets=(("location", "Linz"),))
    step = leaks(play(session, roles, ChangeGoal(picked)))
    assert step.targets == (("location", "Linz"), ("occupation", "new occupation"))
    assert [change.after for change in rewrite(play(session, roles, Proceed())).changes] == [
        "new occupation",
        "Linz",
    ]


def test_an_attribute_without_any_value_to_draw_is_only_made_vaguer() -> None:
    session, roles = started(changed(UNTOLD, targets=())), ScriptedRoles(LEAKS)
    roles.draw_target = lambda attribute, truth: None  # type: ignore[method-assign]
    step = rewrite(play(session, roles, Proceed()))
    assert roles.feedback is Feedback.INFERENCES
    assert [change.after for change in step.changes] == ["worked", "town"]
    assert session.events[2] == TargetsDrawn(())


class TestRandomizedResponse:
    """No early stop against the truth; the attribute is left alone when the true value was kept."""

    goal = changed(GOAL, protect=frozenset({"location"}), randomized=frozenset({"location"}))

    def test_a_wrong_guess_is_no_reason_to_stop_and_the_target_is(self) -> None:
        session, roles = started(self.goal), Reader("Hull", "Leeds", "Graz")
        assert acted_on(session, roles) == ["location"]
        play(session, roles, Proceed(), Accept((LEEDS,)))
        assert acted_on(session, roles) == ["location"]
        play(session, roles, Proceed(), Accept((Change(0, 1, "I", "We"),)))
        assert acted_on(session, roles) == []

    def test_the_anonymizer_is_not_told_the_truth(self) -> None:
        roles = Reader("Leeds")
        rewrite(play(started(self.goal), roles, Proceed()))
        assert roles.aims == (Aim("location", "Graz", None, True),)

    def test_a_kept_true_value_is_left_alone(self) -> None:
        kept = changed(self.goal, targets=(("location", "Leeds"),))
        assert acted_on(started(kept), Reader("Leeds")) == []
        assert acted_on(started(kept), Reader("Hull")) == []


def test_overruling_raises_what_does_not_match_until_it_reads_as_the_target() -> None:
    goal = changed(GOAL, targets=(*TARGETS, ("sex", "sister")))
    session, roles = started(goal), ScriptedRoles(LEAKS)
    raised = Proceed((Overrule("sex", True), Overrule("location", False)))
    step = rewrite(play(session, roles, raised))
    assert [(change.before, change.after) for change in step.changes] == [
        ("nursed", "baked"),
        ("mate", "sister"),
    ]
    roles.leaks = {"sex": ("sister", "x", Validity.LOW)}
    play(session, roles, Accept(step.changes))
    assert acted_on(session, roles) == []


def test_a_marked_phrase_is_acted_on_whatever_the_attacker_reads() -> None:
    goal = changed(GOAL, marked=(("all night", "occupation"),))
    roles = ScriptedRoles({})
    step = leaks(play(started(goal), roles))
    assert [(v.attribute, v.evidence) for v in step.execute] == [("occupation", ("all night",))]


def test_no_role_is_told_the_truth_of_an_attribute_but_by_its_aim() -> None:
    """The goal holds it, which attackers of a model never look at; see the roles' own tests."""
    session, roles = started(changed(GOAL, condition=3)), ScriptedRoles(LEAKS)
    rewrite(play(session, roles, Proceed()))
    assert {aim.truth for aim in roles.aims} == {None}
