"""Measures how late the window answers: a timer that should fire every 5 ms, and how late it does."""

import json
import time
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTimer

INTERVAL_MS = 5
EDGES_MS = (1, 2, 5, 10, 20, 30, 50, 75, 100, 150, 200, 500, 1000)


class LagProbe(QObject):
    """Runs from its making until `write`. Delays are milliseconds beyond the interval."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.delays: list[float] = []
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(INTERVAL_MS)
        self._timer.timeout.connect(self._tick)
        self._last = time.perf_counter()
        self._timer.start()

    def report(self) -> dict[str, object]:
        """Count, p50, p99, worst, and how many delays were at most each edge."""
        ordered = sorted(self.delays)
        if not ordered:
            return {"count": 0}
        histogram = {f"<={edge}": 0 for edge in EDGES_MS} | {f">{EDGES_MS[-1]}": 0}
        for delay in ordered:
            edge = next((f"<={edge}" for edge in EDGES_MS if delay <= edge), f">{EDGES_MS[-1]}")
            histogram[edge] += 1
        return {
            "count": len(ordered),
            "p50_ms": round(ordered[len(ordered) // 2], 2),
            "p99_ms": round(ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))], 2),
            "worst_ms": round(ordered[-1], 2),
            "histogram_ms": histogram,
        }

    def write(self, path: Path) -> None:
        """Write the report as JSON; it holds nothing but numbers."""
        path.write_text(json.dumps(self.report(), indent=2) + "\n", encoding="utf-8")

    def _tick(self) -> None:
        now = time.perf_counter()
        self.delays.append(max(0.0, (now - self._last) * 1000 - INTERVAL_MS))
        self._last = now
