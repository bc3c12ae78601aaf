"""The load of this machine: whether anything competes with a measurement for its processors."""

import contextlib
import os
import time
from pathlib import Path

_LOOKED = 1.0  # seconds
_MOST_BUSY = 0.15  # share of all processors' time
_MOST_STOLEN = 0.05
_LEAST_OWN = 0.9  # share of the wall time that a spinning thread gets of a processor


def competing_load() -> str | None:
    """What competes with a measurement now, as a sentence; None when nothing does. Takes about a second."""
    before = _times()
    got = _spun(_LOOKED / 4)
    if before is not None:
        own = time.process_time()
        time.sleep(_LOOKED)
        own = time.process_time() - own
        after = _times()
        if after is not None and (sentence := _by_times(before, after, _LOOKED / 4 + own)):
            return sentence
    if got < _LEAST_OWN:
        return (
            f"A thread that only counts got {got:.0%} of a processor: "
            "something else is running on this computer."
        )
    return None


def _by_times(before: dict[str, float], after: dict[str, float], own: float) -> str | None:
    spent = {name: after[name] - before[name] for name in after}
    total = sum(spent.values()) or 1.0
    busy = (total - spent["idle"] - spent["stolen"] - own) / total
    if spent["stolen"] / total > _MOST_STOLEN:
        return f"The host of this virtual machine gave {spent['stolen'] / total:.0%} of its time to others."
    if busy > _MOST_BUSY:
        return f"Other programs use {busy:.0%} of this computer's processors."
    return None


def _times() -> dict[str, float] | None:
    """Seconds of all processors together since the start, by what they did; None where nobody says."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        fields = [int(field) for field in Path("/proc/stat").read_text().split("\n")[0].split()[1:9]]
        ticks = os.sysconf("SC_CLK_TCK")
        user, nice, system, idle, waiting, irq, soft_irq, stolen = (field / ticks for field in fields)
        return {
            "busy": user + nice + system + irq + soft_irq,
            "idle": idle + waiting,
            "stolen": stolen,
        }
    return None


def _spun(seconds: float) -> float:
    """The share of a processor that a counting thread gets over that many seconds."""
    started, used = time.perf_counter(), time.thread_time()
    while time.perf_counter() - started < seconds:
        pass
    return (time.thread_time() - used) / (time.perf_counter() - started)
