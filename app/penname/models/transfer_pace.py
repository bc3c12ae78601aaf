"""How fast a download is, over its last seconds."""

import time

_MEMORY = 10.0  # seconds


class TransferPace:
    """Told how many bytes are there, it says how many arrive a second."""

    def __init__(self) -> None:
        self._seen: list[tuple[float, int]] = []

    def at(self, done: int) -> float:
        now = time.monotonic()
        self._seen.append((now, done))
        while self._seen[0][0] < now - _MEMORY and len(self._seen) > 2:
            self._seen.pop(0)
        (began, first), (last, _) = self._seen[0], self._seen[-1]
        return (done - first) / (last - began) if last > began else 0.0
