"""What the job thread does with a session: chains of the driver's calls. No Qt; every function blocks."""

from collections.abc import Callable, Sequence

from penname.domain.attempts import attempts
from penname.domain.changes import Change
from penname.domain.composing import edits_between, made_so_far
from penname.domain.errors import Cancelled
from penname.domain.goal import Goal
from penname.domain.proposals import (
    ChangeGoal,
    Decision,
    EditByHand,
    LeaksProposal,
    Outcome,
    Proposal,
    TryAgain,
)
from penname.sessions.driver import SessionDriver

Task = Callable[[SessionDriver], object]


class AsksUser(Cancelled):
    """Run pauses: what comes next is for the user to decide."""


def answer(driver: SessionDriver, decision: Decision | None) -> Proposal | Outcome:
    """Go to the waiting proposal, then answer it with `decision`, if any."""
    step = driver.advance()
    if decision is None or isinstance(step, Outcome):
        return step
    return driver.decide(decision)


def run_to_the_end(
    driver: SessionDriver,
    decision: Decision | None,
    confirmed: frozenset[str],
    on_step: Callable[[Proposal], None],
) -> None:
    """Answer with `decision` and accept what follows, until the end or a question only the user can answer.

    The question is put when the text turns out to be about an attribute that is not among `confirmed`.
    """

    def ask(topics: tuple[str, ...]) -> None:
        if set(topics) - confirmed:
            raise AsksUser

    if decision is not None:
        answer(driver, decision)
    driver.run(on_step, ask)


def return_to(driver: SessionDriver, event: int, decision: Decision | None = None) -> None:
    """Stand again where `event` of the log left the session, and answer what waits there."""
    driver.go_back_to(event)
    answer(driver, decision)


def undo(driver: SessionDriver) -> None:
    """Go back to the last decision; its proposal waits again."""
    driver.undo()
    driver.advance()


def redo(driver: SessionDriver) -> None:
    """Take the last undo back; where the model had not answered yet, it is asked."""
    driver.redo()
    driver.advance()


def try_again(driver: SessionDriver) -> None:
    """Another rewrite, without what the user took back; after the end, of the one that was rejected.

    It follows the newest attempt, whichever is looked at: so none is sampled twice.
    """
    if isinstance(driver.advance(), Outcome):
        driver.undo()
        driver.advance()
    made = attempts(driver.session)
    here = next(attempt for attempt in made if attempt.current)
    turned_down = tuple(dict.fromkeys((*here.turned_down, *made[-1].turned_down)))
    show_attempt(driver, made[-1].event, driver.session.goal)
    answer(driver, TryAgain(turned_down))


def show_attempt(driver: SessionDriver, event: int, goal: Goal) -> None:
    """Let another attempt of the round wait, as the user left it, under the goal of now."""
    if driver.session.path[-1] != event:
        driver.go_back_to(event)
    driver.advance()
    if driver.session.goal != goal:
        driver.decide(ChangeGoal(goal))


def keep_typing(driver: SessionDriver, typed: Sequence[Change]) -> None:
    """Put what the user typed into the session.

    While a rewrite waits, `typed` are changes of its text; after the end, changes of the original.
    """
    if driver.waiting is not None:
        driver.decide(EditByHand(tuple(typed)))
        return
    if driver.outcome is None:  # typed after the end before: this replaces it
        driver.undo()
        driver.advance()
    original, made = driver.session.started.text, made_so_far(driver.session)
    edits = edits_between(original, made, typed)
    if driver.outcome is not None and edits:
        driver.edit_result(edits)


def is_reading(step: Proposal | Outcome) -> bool:
    """Whether what waits is the attacker's reading."""
    return isinstance(step, LeaksProposal)
