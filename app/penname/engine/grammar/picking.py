"""The leaf that takes several of many options and none of them twice: three guesses that are three.

Said with the other nodes, that would take a choice for each order in which the options can be taken.
"""

from functools import cache
from typing import Any

from penname.engine.grammar.leaves import Moved

# (the options taken so far, by number; what is written behind the last separator, or of it)
_Position = tuple[tuple[int, ...], bytes]


class DistinctPicks:
    """Follows grammar.DistinctOptions. Raises ValueError where options may run out
    or cannot be told apart."""

    may_be_empty = False

    def __init__(self, options: tuple[str, ...], count: int, separator: str, apart: int) -> None:
        if count < 1 or apart < 1 or len(options) <= (count - 1) * (2 * apart - 1):
            raise ValueError("There are too few options.")
        self._options = [option.encode() for option in options]
        self._separator = separator.encode()
        ends = [option + self._separator for option in self._options]
        if not all(self._options) or any(
            one != other and other.startswith(end)
            for one, end in zip(self._options, ends, strict=True)
            for other in self._options
        ):
            raise ValueError("An option must be told from what follows another one.")
        self._count, self._apart = count, apart
        self._following = cache(self._followed)
        self.start: Any = ((), b"")

    def step(self, position: Any, byte: int) -> Moved:
        return self._following(position).get(byte)

    def allowed(self, position: Any) -> int:
        return sum(1 << byte for byte in self._following(position))

    def _followed(self, position: _Position) -> dict[int, tuple[_Position | None, bool]]:
        """Where each byte that may come next leads."""
        taken, written = position
        last = len(taken) + 1 == self._count
        moves: dict[int, tuple[_Position | None, bool]] = {}
        for number, option in enumerate(self._options):
            if any(abs(number - other) < self._apart for other in taken):
                continue
            whole = option if last else option + self._separator
            if not whole.startswith(written) or whole == written:
                continue
            after = whole[: len(written) + 1]
            ended = not last and after == whole
            known = moves.get(after[-1])
            may_end = (last and after == whole) or (known is not None and known[1])
            moves[after[-1]] = (((*taken, number), b"") if ended else (taken, after), may_end)
        return {
            byte: ((None, may_end) if after and not self._goes_on(after) else (after, may_end))
            for byte, (after, may_end) in moves.items()
        }

    def _goes_on(self, position: _Position) -> bool:
        """Whether more can follow: not behind the whole last option, unless another begins with it."""
        taken, written = position
        if len(taken) + 1 < self._count:
            return True
        return any(option.startswith(written) and option != written for option in self._options)
