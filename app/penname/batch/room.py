"""How many workers this computer has the memory for."""

from pathlib import Path

from penname.models.fit import memory_needed
from penname.models.opening import open_model, writer_of
from penname.models.system import free_memory
from penname.settings import Settings

_SHARE = 0.8  # of the memory that is free


def workers_with_room(settings: Settings, cores: int) -> int:
    """One a core where there is memory for the models of each; at least one. Raises ModelFileError."""
    free = free_memory()
    if free is None:
        return 1
    names = (settings.model, settings.rewrite_model or writer_of(settings.model))
    each = sum(memory_needed(_size(name)) for name in dict.fromkeys(names) if name)
    return max(1, min(cores, int(_SHARE * free / each)))


def _size(name: str) -> int:
    return Path(open_model(name).path).stat().st_size
