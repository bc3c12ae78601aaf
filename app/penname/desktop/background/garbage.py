"""Python's garbage is collected in the window's thread only.

Python collects cycles in whatever thread happens to allocate; a Qt object that is destroyed in another thread
than its own takes the program with it.
"""

import gc

from PySide6.QtCore import QObject, QTimer

_EVERY_MS = 1000


def collect_due() -> None:
    """Collect the generations that Python itself would have collected by now."""
    counts, thresholds = gc.get_count(), gc.get_threshold()
    for generation in (2, 1, 0):
        if counts[generation] > thresholds[generation]:
            gc.collect(generation)
            return


class Collector(QObject):
    """Takes over from Python's own collector for as long as the program runs."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        self._timer = QTimer(self)
        self._timer.setInterval(_EVERY_MS)
        self._timer.timeout.connect(collect_due)
        self._timer.start()
