"""The driver: from proposal to proposal, stop at any moment, back and forth, and what is kept."""

import threading

import msgspec
import pytest

from penname.domain.cancellation import Cancellation
from penname.domain.changes import Change, ChangeOrigin
from penname.domain.errors import Cancelled, EngineError
from penname.domain.events import Started
from penname.domain.goal import Goal
from penname.domain.inferences import Validity
from penname.domain.proposals import (
    Accept,
    ChangeGoal,
    LeaksProposal,
    Outcome,
    Overrule,
    Proceed,
    Proposal,
    RewriteProposal,
)
from penname.domain.rounds import rounds, standing
from penname.domain.session import Session
from penname.methods.registry import ADVERSARIAL, RATIONAL, Method
from penname.sessions.driver import SessionDriver
from penname.sessions.store import MemoryStore
from scripted import ScriptedRoles

NAMES = ("location", "occupation")
TEXT = "I nursed all night in Leeds."
LEAKS = {"location": ("Leeds", "town", Validity.HIGH), "occupation": ("nursed", "worked", Validity.MEDIUM)}
STARTED = Started(TEXT, Goal(NAMES, frozenset(NAMES)), "rational", "scripted")
DONE = Outcome("I worked all night in town.", "nothing left to fix")


def _driver(roles: ScriptedRoles | None = None) -> SessionDriver:
    return SessionDriver(Session([STARTED]), RATIONAL, roles or ScriptedRoles(LEAKS), Cancellation())


def test_run_accepts_until_the_end_and_each_step_can_be_undone() -> None:
    driver, seen = _driver(), list[Proposal]()
    assert driver.run(seen.append) == DONE
    assert [type(step) for step in seen] == [LeaksProposal, RewriteProposal, LeaksProposal]
    back, undone = [], []
    while driver.can_undo:
        undone.append(type(driver.undoes))
        driver.undo()
        back.append(driver.advance())
    assert back == seen[::-1]
    assert undone == [Proceed, Accept, Proceed]
    assert driver.undoes is None


def test_step_by_step_is_the_same_as_run() -> None:
    driver = _driver()
    step = driver.advance()
    assert driver.advance() is step
    step = driver.decide(Proceed())
    assert isinstance(step, RewriteProposal)
    assert driver.decide(Accept(step.changes)) == driver.waiting
    assert driver.decide(Proceed()) == DONE
    assert driver.outcome == driver.advance() == DONE
    with pytest.raises(ValueError, match="no proposal"):
        driver.decide(Proceed())


@pytest.mark.parametrize("role", ["attacker", "arbitrator", "anonymizer"])
@pytest.mark.parametrize("error", [Cancelled(), EngineError("The model stopped. Your text is still here.")])
def test_after_a_stop_or_a_crash_all_is_kept_and_the_next_try_goes_on(role: str, error: Exception) -> None:
    def fail_once(asked: str) -> None:
        if asked == role and len(failed) < times:
            failed.append(asked)
            raise error

    times = 2 if isinstance(error, EngineError) else 1  # an engine that fails is asked once more
    failed: list[str] = []
    roles = ScriptedRoles(LEAKS, fail_once)
    driver = _driver(roles)
    with pytest.raises(type(error)):
        driver.run()
    held = driver.session.events
    assert driver.waiting is None
    assert driver.run() == DONE
    assert driver.session.events[: len(held)] == held
    asked = [name for name, _ in roles.calls]
    assert asked == ["attacker", "arbitrator", "anonymizer", "attacker", "arbitrator"]


@pytest.mark.parametrize("role", ["attacker", "arbitrator", "anonymizer"])
def test_a_step_at_which_the_engine_fails_is_tried_once_more(role: str) -> None:
    left = [EngineError("It stopped.")]

    def fail_once(asked: str) -> None:
        if asked == role and left:
            raise left.pop()

    retried: list[EngineError] = []
    roles = ScriptedRoles(LEAKS, fail_once)
    assert _driver(roles).run(on_retry=retried.append) == DONE
    assert [str(error) for error in retried] == ["It stopped."]
    asked = [name for name, _ in roles.calls]
    assert asked == ["attacker", "arbitrator", "anonymizer", "attacker", "arbitrator"]


def test_what_the_text_turns_out_to_be_about_is_told_before_it_is_accepted() -> None:
    class Asked(Exception):
        pass

    def ask(topics: tuple[str, ...]) -> None:
        told.append(topics)
        raise Asked

    told: list[tuple[str, ...]] = []
    text = "I nursed in Leeds."
    driver = SessionDriver(
        Session([msgspec.structs.replace(STARTED, text=text)]),
        RATIONAL,
        ScriptedRoles({"occupation": ("nursed in Leeds", "", Validity.HIGH)}),
        Cancellation(),
    )
    with pytest.raises(Asked):
        driver.run(on_topic=ask)
    assert told == [("occupation",)]
    assert driver.waiting is not None
    assert driver.run().text == "I."


def test_a_stop_between_two_steps_counts() -> None:
    driver = _driver()
    with pytest.raises(Cancelled):
        driver.run(lambda step: driver.cancel())
    assert isinstance(driver.waiting, LeaksProposal)
    assert driver.run() == DONE


def test_a_stop_reaches_what_runs_in_another_thread() -> None:
    cancellation, running = Cancellation(), threading.Event()

    def slow(role: str) -> None:
        stopped = threading.Event()
        cancellation.stopping_with(stopped.set)
        running.set()
        stopped.wait(30)
        cancellation.stopping_with(None)
        cancellation.check()

    driver = SessionDriver(Session([STARTED]), RATIONAL, ScriptedRoles(LEAKS, slow), cancellation)
    thread = threading.Thread(target=lambda: (running.wait(30), driver.cancel()))
    thread.start()
    with pytest.raises(Cancelled):
        driver.advance()
    thread.join()
    assert driver.session.events == (STARTED,)


def test_words_are_weighed_once_for_a_reading_and_no_step_waits_for_it() -> None:
    driver = _driver()
    leaks = driver.advance()
    driver.weigh()
    weighed = standing(driver.session).weighed
    assert weighed is not None
    assert weighed.of("location") == {"Leeds": 1.0}
    held = driver.session.events
    driver.weigh()
    assert driver.session.events == held
    assert driver.waiting is leaks
    assert driver.run() == DONE
    assert [one.weighed for one in rounds(driver.session)] == [weighed]
    while driver.can_undo:
        driver.undo()
        step = driver.advance()
    assert step == leaks
    assert standing(driver.session).weighed == weighed


def test_a_session_with_weights_and_one_without_go_on_from_what_was_kept() -> None:
    for weighs in (True, False):
        driver, asked = _driver(), list[str]()
        driver.advance()
        if weighs:
            driver.weigh()
        later = SessionDriver(
            driver.session,
            RATIONAL,
            ScriptedRoles(LEAKS, asked.append),
            Cancellation(),
            MemoryStore(),
            "kept",
        )
        assert later.advance() == driver.waiting
        assert asked == []
        assert later.run() == DONE


def test_what_rests_on_no_words_is_low_once_they_were_weighed() -> None:
    roles = ScriptedRoles(LEAKS)
    roles.weights, roles.together = {"nursed": -0.4}, {"occupation": 0.02}
    driver = _driver(roles)
    before = driver.advance()
    asked = list(roles.calls)
    driver.weigh()
    leaks = driver.waiting
    assert isinstance(before, LeaksProposal)
    assert isinstance(leaks, LeaksProposal)
    assert [verdict.attribute for verdict in before.execute] == ["location", "occupation"]
    assert [verdict.attribute for verdict in leaks.execute] == ["location"]
    assert [verdict.validity for verdict in leaks.verdicts] == [Validity.HIGH, Validity.LOW]
    assert leaks.verdicts == standing(driver.session).verdicts
    assert leaks.verdicts[1].evidence == ("nursed",), "so that the user can still have it hidden"
    assert roles.calls == asked
    kept = SessionDriver(driver.session, RATIONAL, roles, Cancellation(), MemoryStore(), "kept")
    assert kept.advance() == leaks
    left = driver.run(lambda _step: driver.weigh())
    assert left == Outcome("I nursed all night in town.", "nothing left to fix")
    while driver.can_undo:
        driver.undo()
        step = driver.advance()
    assert step == leaks
    hidden = driver.decide(Proceed((Overrule("occupation", execute=True),)))
    assert isinstance(hidden, RewriteProposal)
    assert {change.after for change in hidden.changes} == {"town", "worked"}


@pytest.mark.parametrize("method", [RATIONAL, ADVERSARIAL])
def test_a_method_itself_says_whether_an_arbitrator_is_waited_for(method: Method) -> None:
    def stopped(role: str) -> None:
        if role in ("arbitrator", "anonymizer"):
            raise Cancelled

    outside = method._replace(name="outside")
    begun = msgspec.structs.replace(STARTED, method="outside")
    driver = SessionDriver(Session([begun]), outside, ScriptedRoles(LEAKS, stopped), Cancellation())
    with pytest.raises(Cancelled):
        driver.run()
    assert standing(driver.session).judged is not method.looks_twice


def test_nothing_is_weighed_where_nothing_is_to_be_acted_on_or_no_leaks_wait() -> None:
    driver = _driver(ScriptedRoles({"location": ("Leeds", "town", Validity.LOW)}))
    driver.weigh()
    driver.advance()
    driver.weigh()
    assert standing(driver.session).weighed is None
    driver = _driver()
    driver.advance()
    driver.decide(Proceed())
    driver.weigh()
    assert standing(driver.session).weighed is None


@pytest.mark.parametrize("error", [Cancelled(), EngineError("The model stopped. Your text is still here.")])
def test_a_stop_while_words_are_weighed_leaves_the_leaks_waiting(error: Exception) -> None:
    def stop(role: str) -> None:
        if role == "weigher":
            raise error

    driver = _driver(ScriptedRoles(LEAKS, stop))
    leaks, held = driver.advance(), driver.session.events
    with pytest.raises(type(error)):
        driver.weigh()
    assert (driver.waiting, driver.session.events) == (leaks, held)
    assert driver.run() == DONE


def test_a_new_decision_after_undo_forgets_what_was_undone() -> None:
    driver = _driver()
    driver.run()
    driver.undo()
    driver.undo()
    step = driver.advance()
    assert isinstance(step, RewriteProposal)
    driver.decide(Accept(step.changes[:1]))
    assert not driver.can_redo
    assert standing(driver.session).text == "I worked all night in Leeds."


def test_typing_after_the_end_is_looked_at_when_asked() -> None:
    roles = ScriptedRoles(LEAKS)
    driver = _driver(roles)
    driver.run()
    typed = Change(22, 26, "town", "Leeds", (), ChangeOrigin.HAND)
    driver.edit_result((typed,))
    now = standing(driver.session)
    assert (now.text, now.judged) == ("I worked all night in Leeds.", False)
    assert len(roles.calls) == 5
    step = driver.advance()
    assert isinstance(step, LeaksProposal)
    assert [verdict.attribute for verdict in step.execute] == ["location"]
    driver.undo()
    assert driver.advance() == DONE
    with pytest.raises(ValueError, match="does not fit"):
        driver.edit_result((msgspec.structs.replace(typed, before="city"),))
    assert driver.advance() == DONE


def test_typing_after_a_rejected_rewrite_counts_as_a_round_of_the_users() -> None:
    driver = _driver()
    driver.advance()
    driver.decide(Proceed())
    assert driver.decide(Accept(())) == Outcome(TEXT, "stopped by user")
    driver.edit_result((Change(22, 27, "Leeds", "York", (), ChangeOrigin.HAND),))
    assert [r.text_after for r in rounds(driver.session)] == ["I nursed all night in York."]
    step = driver.advance()
    assert step.text == standing(driver.session).text == "I nursed all night in York."


def test_a_goal_changed_after_the_end_asks_again_without_a_model() -> None:
    roles = ScriptedRoles(LEAKS)
    unprotected = msgspec.structs.replace(STARTED, goal=Goal(NAMES, frozenset()))
    driver = SessionDriver(Session([unprotected]), RATIONAL, roles, Cancellation())
    assert driver.run() == Outcome(TEXT, "nothing left to fix")
    driver.undo()
    driver.advance()
    step = driver.decide(ChangeGoal(STARTED.goal))
    assert isinstance(step, LeaksProposal)
    assert len(step.execute) == 2
    assert len(roles.calls) == 2
    assert driver.session.goal == STARTED.goal
    assert driver.run() == DONE


def test_a_refused_rewrite_is_asked_for_once_more_by_run() -> None:
    roles = ScriptedRoles({"location": ("Leeds", "Leeds", Validity.HIGH)})
    driver = _driver(roles)
    assert driver.run() == Outcome(TEXT, "rewrite refused")
    assert [role for role, _ in roles.calls].count("anonymizer") == 2


def test_the_store_is_given_every_event_before_anybody_sees_it() -> None:
    store = MemoryStore()
    driver = SessionDriver(Session([STARTED]), RATIONAL, ScriptedRoles(LEAKS), Cancellation(), store)
    driver.run(lambda step: _assert_kept(driver, store))
    _assert_kept(driver, store)
    assert not driver.kept
    assert store.load("another") == []


def _assert_kept(driver: SessionDriver, store: MemoryStore) -> None:
    assert tuple(store.load(driver.session_id)) == driver.session.events
