"""How many workers a computer has the memory for, and how they share its cores."""

from pathlib import Path

import msgspec

from penname.models.fit import memory_needed
from penname.models.opening import open_model, writer_of
from penname.models.system import free_memory, physical_cores
from penname.settings import Settings

_SHARE = 0.8  # of the memory that is free


def workers_with_room(settings: Settings, cores: int) -> int:
    """One a core where there is memory for the models of each; at least one. Raises ModelFileError."""
    return workers_in(free_memory(), cores, memory_of_a_worker(settings))


def workers_in(free: float | None, cores: int, each: int) -> int:
    """As many workers of `each` bytes as `cores` and the `free` bytes allow; at least one."""
    return 1 if free is None else max(1, min(cores, int(_SHARE * free / each)))


def memory_of_a_worker(settings: Settings) -> int:
    """What the models of one worker take, in bytes. Raises ModelFileError."""
    names = (settings.model, settings.rewrite_model or writer_of(settings.model))
    return sum(memory_needed(_size(name)) for name in dict.fromkeys(names) if name)


def shared_out(settings: Settings, count: int) -> Settings:
    """The settings of one worker of `count` on this computer: the cores are shared out among them."""
    if settings.engine.threads is not None or count == 1:
        return settings
    threads = max(1, physical_cores() // count)
    return msgspec.structs.replace(settings, engine=msgspec.structs.replace(settings.engine, threads=threads))


def _size(name: str) -> int:
    return Path(open_model(name).path).stat().st_size
