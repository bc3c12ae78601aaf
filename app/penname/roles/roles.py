"""What a method can ask of the roles, whichever models stand behind them."""

from collections.abc import Sequence
from typing import Protocol

from penname.domain.events import Arbitrated, Attacked, Rewritten
from penname.domain.goal import Goal
from penname.domain.inferences import Verdict


class Roles(Protocol):
    """Stateless: every call names all it needs, so nothing of an earlier round can leak into a later one.

    All three stream to the listener they were made with, and raise Cancelled when stopped before anything
    usable exists, EngineError when the model fails for good.
    """

    def attack(self, text: str, goal: Goal, so_far: Attacked | None = None) -> Attacked:
        """Infer `goal.attributes` from `text` alone (FgAA; METHODS 1); `so_far` goes on with what is unread.

        A long text is read part by part; stopped in the middle, what was read comes back with `unread` spans.
        """

    def arbitrate(self, text: str, attacked: Attacked, goal: Goal) -> Arbitrated:
        """Judge every inference against `text` (RLAA 3.3). What could not be judged is "not judged"."""

    def rewrite(
        self,
        text: str,
        attacked: Attacked,
        execute: Sequence[Verdict],
        goal: Goal,
        avoid: Sequence[tuple[str, str]] = (),
        attempt: int = 1,
    ) -> Rewritten:
        """Edit `text` so that the executed verdicts no longer hold (RLAA 3.4), by the smallest changes.

        `avoid` are (before, after) pairs the user rejected; `attempt` > 1 samples another answer.
        `goal.locked` phrases stay. A rewrite that cannot be used comes back with `refused` set.
        """
