"""Guesses how an answer goes on: by what followed the same words earlier in the conversation.

Prompt lookup decoding (Saxena 2023; LLMA, Yang et al. 2023): quotations, edits and rewrites mostly repeat the
text. A guess that the model confirms costs a fraction of a token picked alone; one that it refuses costs
that fraction in vain. So how often guesses were right and what a batch costs here decide how far to guess.
"""

from bisect import bisect_right
from collections.abc import Sequence

_SHORTEST, _LONGEST = 2, 8  # tokens that must have been the same; more than the latter tell nothing new
_MOST = 16  # tokens guessed at once
_PRIOR = {2: 0.45, 3: 0.55, 4: 0.65, 5: 0.7, 6: 0.75, 7: 0.8, 8: 0.9}  # share of right guesses, at first
_PRIOR_WEIGHT = 6.0  # guesses
_FORGETTING = 0.5  # an answer; what did not pay in one conversation may in the next


class StepCosts:
    """The seconds a batch of that many rows takes here: the best recent time, interpolated between sizes."""

    def __init__(self) -> None:
        self._known: dict[int, float] = {}

    def observe(self, rows: int, seconds: float) -> None:
        """Take note of one batch."""
        known = self._known.get(rows)
        # slowness passes (another program, a longer context), so the estimate rises slowly and falls at once
        self._known[rows] = seconds if known is None else min(seconds, known + 0.1 * (seconds - known))

    def of(self, rows: int) -> float | None:
        """The estimate; None before two sizes were seen."""
        if rows in self._known:
            return self._known[rows]
        if len(self._known) < 2:
            return None
        sizes = sorted(self._known)
        place = min(max(bisect_right(sizes, rows), 1), len(sizes) - 1)
        low, high = sizes[place - 1], sizes[place]
        slope = (self._known[high] - self._known[low]) / (high - low)
        return max(1e-6, self._known[low] + max(0.0, slope) * (rows - low))


class SpeculationPolicy:
    """Decides whether one more guessed token pays; shared by all answers of a host."""

    def __init__(self, costs: StepCosts) -> None:
        self._costs = costs
        self.beside = 0  # rows of other answers in the same batch
        self._tried = dict.fromkeys(_PRIOR, 0.0)
        self._right = dict.fromkeys(_PRIOR, 0.0)

    def chance(self, matched: int) -> float:
        """The probability that a guess is right whose preceding `matched` tokens were the same."""
        right = self._right[matched] + _PRIOR[matched] * _PRIOR_WEIGHT
        return right / (self._tried[matched] + _PRIOR_WEIGHT)

    def pays(self, rows: int, expected: float, chance: float) -> bool:
        """Whether one more row pays: `rows` are evaluated anyway and yield `expected` tokens."""
        rows, expected = rows + self.beside, expected + self.beside
        now, then = self._costs.of(rows), self._costs.of(rows + 1)
        if now is None or then is None:
            return False
        return (expected + chance) / then > expected / now

    def learn(self, matched: int, right: bool) -> None:
        """Count a guess that the model confirmed or refused."""
        self._tried[matched] += 1
        self._right[matched] += right

    def forget(self) -> None:
        """Forget half of what was counted, at the end of an answer."""
        for counts in (self._tried, self._right):
            for matched in counts:
                counts[matched] *= _FORGETTING


class PromptLookupIndex:
    """The tokens of a conversation, with an index of where each pair of them last stood (prompt lookup)."""

    def __init__(self) -> None:
        self._tokens: list[int] = []
        self._behind: dict[tuple[int, ...], int] = {}  # where the token after the pair's last place stands

    def extend(self, tokens: Sequence[int]) -> None:
        """Append tokens of the conversation."""
        for token in tokens:
            self._tokens.append(token)
            if len(self._tokens) > _SHORTEST:
                # noted one token late: a pair must not find itself
                place = len(self._tokens) - 1
                self._behind[tuple(self._tokens[place - _SHORTEST : place])] = place

    def next(self, guessed: Sequence[int]) -> tuple[int, int] | None:
        """What followed the end of the conversation and `guessed` when they last stood there before, and how
        many tokens were the same; None when they never did.
        """
        if len(guessed) >= _MOST:
            return None
        tail = (*self._tokens[-_LONGEST:], *guessed)[-_LONGEST:]
        place = self._behind.get(tail[-_SHORTEST:])
        if place is None:
            return None
        matched = 0
        while matched < min(len(tail), place) and self._tokens[place - 1 - matched] == tail[-1 - matched]:
            matched += 1
        return self._tokens[place], matched
