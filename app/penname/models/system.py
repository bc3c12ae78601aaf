"""What the operating system says about this computer's memory and cores."""

import contextlib
import ctypes
import os
import sys
from pathlib import Path


def total_memory() -> int:
    """The main memory in bytes; 0 where the system does not say."""
    if sys.platform == "win32":
        return _windows_memory()[0]
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (OSError, ValueError):
        return 0


def free_memory() -> int | None:
    """Bytes that can be used without pushing others out; None where the system does not say."""
    if sys.platform == "win32":
        return _windows_memory()[1] or None
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
    except OSError:
        return None
    values = dict(line.split(":") for line in lines)
    return int(values["MemAvailable"].split()[0]) * 1024 if "MemAvailable" in values else None


def physical_cores() -> int:
    """The cores this process may use, each counted once however many threads it runs."""
    if not hasattr(os, "sched_getaffinity"):
        return max(1, (os.cpu_count() or 2) // 2)
    usable = os.sched_getaffinity(0)
    cores = set()
    for cpu in usable:
        core = str(cpu)
        with contextlib.suppress(OSError):
            core = Path(f"/sys/devices/system/cpu/cpu{cpu}/topology/thread_siblings_list").read_text()
        cores.add(core)
    return max(1, len(cores))


class _MemoryStatus(ctypes.Structure):
    """MEMORYSTATUSEX (sysinfoapi.h)."""

    _fields_ = [
        ("length", ctypes.c_uint32),
        ("load", ctypes.c_uint32),
        ("total", ctypes.c_uint64),
        ("available", ctypes.c_uint64),
        ("total_pages", ctypes.c_uint64),
        ("available_pages", ctypes.c_uint64),
        ("total_virtual", ctypes.c_uint64),
        ("available_virtual", ctypes.c_uint64),
        ("available_extended", ctypes.c_uint64),
    ]


def _windows_memory() -> tuple[int, int]:
    status = _MemoryStatus(length=ctypes.sizeof(_MemoryStatus))
    kernel = getattr(ctypes, "windll").kernel32  # noqa: B009 (absent elsewhere, which the type checker knows)
    if not kernel.GlobalMemoryStatusEx(ctypes.byref(status)):
        return 0, 0
    return status.total, status.available
