"""Reads the texts of a pen name with the loaded model: the new text and as many posts as fit at once."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from penname.domain.cancellation import Cancellation
from penname.domain.goal import Goal
from penname.domain.pen_names import Post
from penname.domain.told import Told, told_by
from penname.sessions.author_history import AuthorHistoryReading, Count, join, read_author_history

if TYPE_CHECKING:  # the first frame does without what it brings along
    from penname.roles.roles import Roles


class AuthorHistoryReader:
    """`read` blocks; `cancel` may be called from another thread. `budget` is in what `count` counts."""

    def __init__(
        self,
        roles: "Roles",
        attributes: Sequence[str],
        cancellation: Cancellation,
        budget: int,
        count: Count,
    ) -> None:
        self._roles = roles
        self._goal = Goal(tuple(attributes), frozenset(attributes))
        self._cancellation = cancellation
        self._budget = budget
        self._count = count

    def read(self, new_text: str, posts: Sequence[Post]) -> AuthorHistoryReading:
        """What `new_text`, which may be empty, and the newest posts give away together.

        Raises Cancelled, also where a part was read: half a history is no answer; EngineError like the roles.
        """
        history = join(new_text, posts, self._budget, self._counted)
        reading = read_author_history(self._roles, self._goal, history)
        self._cancellation.check()
        return reading

    def told(self, text: str) -> tuple[Told, ...]:
        """What one text tells by itself. Raises like `read`."""
        if not text.strip():
            return ()
        attacked = self._roles.attack(text, self._goal)
        verdicts = self._roles.arbitrate(text, attacked, self._goal).verdicts if attacked.inferences else ()
        self._cancellation.check()
        return told_by(attacked.inferences, verdicts)

    def cancel(self) -> None:
        """Stop what is running, from any thread."""
        self._cancellation.raise_flag()

    def _counted(self, text: str) -> int:
        self._cancellation.check()
        return self._count(text)
