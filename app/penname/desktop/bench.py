"""What the window needs of `sessions.workbench.Workbench`; tests hand in one that answers from a script."""

from typing import Any, Protocol

from penname.domain.goal import Goal
from penname.domain.listener import Listener
from penname.sessions.driver import SessionDriver


class Bench(Protocol):
    """Makes sessions. Every call blocks and belongs into the job thread, except `close`."""

    def warm_up(self) -> Any:
        """Start the engine host and load the model; returns what is known about it. Raises EngineError."""

    def new_session(
        self, text: str, goal: Goal, listener: Listener, method: str = "rational"
    ) -> SessionDriver:
        """A session for `text`; raises BadInput for an empty one."""

    def cautions(self, text: str) -> tuple[str, ...]:
        """Sentences to show before the run."""

    def close(self) -> None:
        """End the model's process, from any thread; a call that is under way then fails."""
