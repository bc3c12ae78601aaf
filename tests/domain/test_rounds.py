"""A session as rounds: what counts as accepted, and what is known of the text that stands."""

from penname.domain.changes import Change, ChangeOrigin
from penname.domain.events import (
    Arbitrated,
    Attacked,
    Decided,
    Event,
    HandEdited,
    PhrasesWeighed,
    Rewritten,
    Started,
    WentBackTo,
)
from penname.domain.goal import Goal
from penname.domain.inferences import Inference, Validity, Verdict
from penname.domain.proposals import Accept, ChangeGoal, Proceed, Reject
from penname.domain.rounds import Round, Standing, leaks_event, rounds, standing
from penname.domain.session import Session
from penname.domain.weights import PhraseWeight

TEXT = "I live in Leeds."
GOAL = Goal(("location",), frozenset({"location"}))
READ = Inference("location", "", ("Leeds",), 5)
ATTACKED = Attacked((READ,), ())
JUDGED = Verdict("location", Validity.HIGH)
TOWN = Change(10, 15, "Leeds", "town", ("location",))
TYPED = Change(0, 1, "I", "We", (), ChangeOrigin.HAND)
PROCEED, ARBITRATED, REWRITTEN = Decided(Proceed()), Arbitrated((JUDGED,)), Rewritten((TOWN,))


def session(*events: Event, looks_twice: bool = True) -> Session:
    return Session([Started(TEXT, GOAL, "any", "none"), *events], looks_twice=looks_twice)


def test_nothing_is_judged_before_the_arbitrator_has_spoken() -> None:
    assert standing(session()) == Standing(TEXT, (), (), False)
    assert standing(session(ATTACKED)) == Standing(TEXT, (READ,), (), False)
    assert standing(session(ATTACKED, ARBITRATED)) == Standing(TEXT, (READ,), (JUDGED,), True)
    assert standing(session(ATTACKED, ARBITRATED, ATTACKED)) == Standing(TEXT, (READ,), (), False)


def test_where_a_method_has_no_arbitrator_what_was_read_is_looked_at() -> None:
    unjudged = Verdict("location", Validity.NOT_JUDGED)
    assert standing(session(ATTACKED, looks_twice=False)) == Standing(TEXT, (READ,), (unjudged,), True)


def test_an_accepted_rewrite_is_a_round_and_nobody_has_looked_at_its_text() -> None:
    log = session(ATTACKED, ARBITRATED, PROCEED, REWRITTEN, Decided(Accept((TOWN,))))
    assert rounds(log) == (Round(TEXT, (READ,), (JUDGED,), (TOWN,), "I live in town.", 5),)
    assert standing(log) == Standing("I live in town.", (), (), False)


def test_weights_belong_to_the_reading_before_them() -> None:
    weighed = PhrasesWeighed((PhraseWeight("location", "Leeds", 2.0),), (("location", 2.0),))
    log = [ATTACKED, ARBITRATED, weighed]
    assert standing(session(*log)).weighed == weighed
    assert leaks_event(session(*log), 0) == 3, "else a step back would lose them"
    assert standing(session(*log, ATTACKED)).weighed is None
    accepted = session(*log, PROCEED, REWRITTEN, Decided(Accept((TOWN,))))
    assert [one.weighed for one in rounds(accepted)] == [weighed]
    assert standing(accepted).weighed is None


def test_typing_into_a_rewrite_that_waits_is_no_round_even_after_a_new_goal() -> None:
    log = [ATTACKED, ARBITRATED, PROCEED, REWRITTEN, HandEdited((TYPED,))]
    assert rounds(session(*log)) == ()
    assert rounds(session(*log[:4], Decided(ChangeGoal(GOAL)), HandEdited((TYPED,)))) == ()


def test_typing_where_no_rewrite_waits_is_a_round() -> None:
    rejected = [ATTACKED, ARBITRATED, PROCEED, REWRITTEN, Decided(Reject()), HandEdited((TYPED,))]
    assert [one.text_after for one in rounds(session(*rejected))] == ["We live in Leeds."]
    nothing = [ATTACKED, ARBITRATED, PROCEED, REWRITTEN, Decided(Accept(())), HandEdited((TYPED,))]
    assert [one.event for one in rounds(session(*nothing))] == [6]
    looked = [ATTACKED, REWRITTEN, ATTACKED, HandEdited((TYPED,))]
    assert len(rounds(session(*looked))) == 1
    accepted = [ATTACKED, ARBITRATED, PROCEED, REWRITTEN, Decided(Accept((TOWN,))), HandEdited((TYPED,))]
    assert [one.text_after for one in rounds(session(*accepted))] == ["I live in town.", "We live in town."]


def test_what_was_undone_is_no_round() -> None:
    log = session(ATTACKED, ARBITRATED, PROCEED, REWRITTEN, Decided(Accept((TOWN,))), WentBackTo(4))
    assert rounds(log) == ()
    assert standing(log) == Standing(TEXT, (READ,), (JUDGED,), True)


def test_the_leaks_of_a_text_are_gone_back_to_with_what_was_said_about_them() -> None:
    """Else a mark would be lost with the rewrite that came after it."""
    marked = Decided(
        ChangeGoal(Goal(("location",), frozenset({"location"}), marked=(("Leeds", "location"),)))
    )
    log = session(ATTACKED, ARBITRATED, marked, PROCEED, REWRITTEN, Decided(ChangeGoal(GOAL)))
    assert leaks_event(log, 0) == 3
    assert leaks_event(session(ATTACKED, ARBITRATED, PROCEED), 0) == 2
    assert leaks_event(session(ATTACKED, marked, looks_twice=False), 0) == 2
    assert leaks_event(session(ATTACKED, ARBITRATED, marked, ATTACKED, ARBITRATED, PROCEED), 0) == 5
    assert leaks_event(session(REWRITTEN, looks_twice=False), 0) is None
