"""Undo and redo of typing, over frozen values."""

from typing import Generic, TypeVar

Value = TypeVar("Value")


class History(Generic[Value]):
    """The values before and after the present one. Each burst of typing is one step."""

    def __init__(self, value: Value, most: int = 100) -> None:
        self.value = value
        self._most = most
        self._before: list[Value] = []
        self._after: list[Value] = []
        self._bursting = False

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to go back."""
        return bool(self._before)

    @property
    def can_redo(self) -> bool:
        """Whether there is a step to go forward again."""
        return bool(self._after)

    def push(self, value: Value, burst: bool = False) -> None:
        """The value that holds now; a `burst` joins the burst before it."""
        if not (burst and self._bursting):
            self._before = [*self._before, self.value][-self._most :]
        self._bursting = burst
        self._after.clear()
        self.value = value

    def undo(self) -> Value:
        """Go back one step, if there is one; the value that holds then."""
        return self._step(self._before, self._after)

    def redo(self) -> Value:
        """Go forward one step, if there is one; the value that holds then."""
        return self._step(self._after, self._before)

    def _step(self, source: list[Value], target: list[Value]) -> Value:
        self._bursting = False
        if source:
            target.append(self.value)
            self.value = source.pop()
        return self.value
