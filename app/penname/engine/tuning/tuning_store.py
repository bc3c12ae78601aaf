"""Stores how each model runs on this machine, so that no crash or measurement is waited for twice."""

import contextlib
import hashlib
import importlib.metadata
import os
import platform
from pathlib import Path

import msgspec

from penname import locations
from penname.engine.options import Tuning
from penname.models.files import ModelFiles
from penname.models.measured import keep_measured
from penname.settings import EngineSettings

_FILE = "engine-modes.json"  # an older name of this store's, kept for the measurements in it


class StoredTuning(msgspec.Struct, frozen=True):
    """How a model runs best on this machine: in safe mode or not, and with which settings (None: unknown)."""

    safe: bool = False
    tuning: Tuning | None = None


def needs_safe_mode(model: ModelFiles) -> bool:
    """Whether this model crashed on this machine, with this version of llama.cpp, outside safe mode."""
    return _remembered(model).safe


def remember_safe_mode(model: ModelFiles) -> None:
    """Start this model in safe mode from now on. A cache that cannot be written costs a crash next time, no
    more.
    """
    _remember(model, msgspec.structs.replace(_remembered(model), safe=True))


def measured_tuning(model: ModelFiles) -> Tuning | None:
    """The settings with which this model was fastest on this machine; None when nobody measured."""
    return _remembered(model).tuning


def remember_tuning(model: ModelFiles, tuning: Tuning) -> None:
    """Load this model with these settings from now on. A cache that cannot be written costs the speed."""
    _remember(model, msgspec.structs.replace(_remembered(model), tuning=tuning))


def chosen_tuning(model: ModelFiles, wanted: EngineSettings) -> Tuning:
    """The settings to load this model with: what the user wants, else what was measured."""
    tuning = measured_tuning(model) or Tuning()
    wanted_values = {
        name: value for name, value in msgspec.structs.asdict(wanted).items() if value is not None
    }
    return msgspec.structs.replace(tuning, **wanted_values)


def _remembered(model: ModelFiles) -> StoredTuning:
    return _read().get(_key(model), StoredTuning())


def _remember(model: ModelFiles, stored: StoredTuning) -> None:
    known = _read() | {_key(model): stored}
    keep_measured(_FILE, msgspec.json.encode(known, order="sorted"))


def _read() -> dict[str, StoredTuning]:
    try:
        return msgspec.json.decode((locations.cache_dir() / _FILE).read_bytes(), type=dict[str, StoredTuning])
    except (OSError, msgspec.DecodeError):
        return {}


def _key(model: ModelFiles) -> str:
    parts = [platform.machine(), _processor(), importlib.metadata.version("llama-cpp-python"), model.path]
    with contextlib.suppress(OSError):
        about = os.stat(model.path)
        parts += [str(about.st_size), str(about.st_mtime_ns)]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def processor_name() -> str:
    """The processor's name as its maker gives it."""
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
