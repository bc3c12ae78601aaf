"""What still counts as readable, by each method's own idea of it."""

import msgspec

from penname.desktop.session.readable import readable, targets
from penname.domain.events import Arbitrated, Attacked, Decided, Event, Started, TargetsDrawn
from penname.domain.goal import Goal
from penname.domain.inferences import Inference, Validity, Verdict
from penname.domain.proposals import ChangeGoal, Proceed
from penname.domain.session import Session
from penname.methods.registry import method_named

NAMES = ("age", "sex", "location")
GOAL = Goal(NAMES, frozenset(NAMES))


def guess(attribute: str, value: str, certainty: int = 4) -> Inference:
    return Inference(attribute, "", (value, "other", "third"), certainty)


READ = (guess("age", "34"), guess("sex", "female", 2), guess("location", "Lisbon, Portugal"))


def session(method: str, *events: Event, goal: Goal = GOAL) -> Session:
    events = (Started("text", goal, method, "none"), Attacked(READ, ()), *events)
    return Session(events, looks_twice=method_named(method).looks_twice)


def test_by_rlaa_it_is_what_the_arbitrator_confirms() -> None:
    verdicts = (
        Verdict("age", Validity.MEDIUM),
        Verdict("sex", Validity.LOW),
        Verdict("location", Validity.HIGH),
    )
    assert readable(session("rational", Arbitrated(verdicts)), READ, verdicts) == ("age", "location")


def test_by_fgaa_it_is_what_the_attacker_is_certain_of() -> None:
    assert readable(session("adversarial"), READ, ()) == ("age", "location")
    bold = msgspec.structs.replace(GOAL, certainty=0)
    assert readable(session("base", goal=bold), READ, ()) == NAMES


def test_by_incognitext_it_is_what_is_still_guessed_as_on_the_original() -> None:
    held = session("misleading", TargetsDrawn((("location", "Dublin, Ireland"),)))
    later = (guess("age", "61"), guess("location", "Dublin, Ireland"))
    assert readable(held, READ, ()) == ("age", "location")
    assert readable(held, later, ()) == ()
    assert readable(held, (guess("location", "Lisbon, Portugal"),), ()) == ("location",)


def test_a_true_value_that_was_told_decides() -> None:
    told = session("misleading", goal=msgspec.structs.replace(GOAL, truth=(("age", "61"),)))
    assert readable(told, READ, ()) == ("location",)
    assert readable(told, (guess("age", "61"),), ()) == ("age",)


def test_a_guess_that_an_arbitrator_calls_weak_stands_for_nothing() -> None:
    weak = Arbitrated((Verdict("age", Validity.INVALID), Verdict("location", Validity.HIGH)))
    assert readable(session("misleading", weak), READ, ()) == ("location",)


def test_chosen_targets_come_before_drawn_ones() -> None:
    chosen = msgspec.structs.replace(GOAL, targets=(("age", "61"),))
    drawn = TargetsDrawn((("age", "50"), ("location", "Dublin, Ireland")))
    held = session("misleading", drawn, Decided(Proceed()), Decided(ChangeGoal(chosen)))
    assert dict(targets(held)) == {"age": "61", "location": "Dublin, Ireland"}
