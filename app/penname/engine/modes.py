"""Remembers which models need safe mode on this machine, so that no one waits for the same crash twice."""

import contextlib
import hashlib
import importlib.metadata
import os
import platform
from pathlib import Path

import msgspec

from penname import locations
from penname.models.files import ModelFiles

_FILE = "engine-modes.json"


def needs_safe_mode(model: ModelFiles) -> bool:
    """Whether this model crashed on this machine, with this version of llama.cpp, outside safe mode."""
    return _key(model) in _read()


def remember_safe_mode(model: ModelFiles) -> None:
    """Start this model in safe mode from now on. A cache that cannot be written costs a crash next time, no
    more.
    """
    known = _read() | {_key(model)}
    path = locations.cache_dir() / _FILE
    partial = path.with_name(f"{_FILE}.{os.getpid()}.partial")
    with contextlib.suppress(OSError):
        partial.write_bytes(msgspec.json.encode(sorted(known)))
        partial.replace(path)


def _read() -> set[str]:
    try:
        return msgspec.json.decode((locations.cache_dir() / _FILE).read_bytes(), type=set[str])
    except (OSError, msgspec.DecodeError):
        return set()


def _key(model: ModelFiles) -> str:
    parts = [platform.machine(), _processor(), importlib.metadata.version("llama-cpp-python"), model.path]
    with contextlib.suppress(OSError):
        about = os.stat(model.path)
        parts += [str(about.st_size), str(about.st_mtime_ns)]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def processor_name() -> str:
    """The processor as its maker calls it."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _processor() -> str:
    """The processor's features: what decides which of llama.cpp's code paths runs."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith(("flags", "Features")):
                return line
    return platform.processor()
