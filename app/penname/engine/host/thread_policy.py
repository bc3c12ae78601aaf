"""How many threads to decode with: all physical cores, fewer while something else keeps them busy.

Threads of one decode wait for each other, so a single one that does not get its core slows every step: with
two threads beside another busy process a step was measured at 2.4 s that takes 15 ms with one.
"""

from penname.models.system import physical_cores

__all__ = ["ThreadPolicy", "physical_cores"]

_SMALL_BATCH = 8  # tokens; what larger batches take is compared a token
_TOO_SLOW = 5.0  # times the expected step
_IN_A_ROW = 2
_FIRST_PAUSE, _LONGEST_PAUSE = 10.0, 160.0  # seconds before a dropped thread is tried again
_FORGETTING = 1.01  # the expected step grows by this much a step, as the context grows


class ThreadPolicy:
    """Watches the time of decode steps and says how many threads the next should use."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self._most = threads
        self._expected: dict[bool, float] = {}  # seconds: of a small batch, of one token of a large one
        self._slow = 0
        self._pause = _FIRST_PAUSE
        self._try_again_at = 0.0

    def observe(self, tokens: int, seconds: float, now: float) -> int:
        """Take note of a step of that many tokens that ended at `now` (seconds of any steady clock)."""
        large = tokens > _SMALL_BATCH
        if large:
            seconds /= tokens
        expected = self._expected.get(large, seconds)
        self._slow = self._slow + 1 if seconds > _TOO_SLOW * expected else 0
        self._expected[large] = min(seconds, expected * _FORGETTING)
        if self._slow >= _IN_A_ROW and self.threads > 1:
            self.threads -= 1
            self._slow = 0
            self._try_again_at = now + self._pause
            self._pause = min(2 * self._pause, _LONGEST_PAUSE)
        elif self.threads < self._most and now >= self._try_again_at:
            self.threads += 1
            self._try_again_at = now + self._pause
        return self.threads
