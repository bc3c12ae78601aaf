"""The child that asks llama.cpp what this computer has; a graphics driver may crash it at no cost."""

import ctypes
import os
import re
from typing import Any

import msgspec

from penname.models.child_pipes import take_pipes
from penname.models.hardware import Card, Hardware
from penname.models.system import free_memory, physical_cores, total_memory

_CARD, _SHARING_CARD = 1, 2  # GGML_BACKEND_DEVICE_TYPE_GPU and _IGPU (ggml-backend.h)


def main() -> None:
    """Print what there is as one JSON object on descriptor 1."""
    _incoming, outgoing = take_pipes()
    from penname.engine.host import variants
    from penname.engine.host.bindings import native

    variants.load()
    native.llama_backend_init()
    total = total_memory()
    found = Hardware(
        memory=total,
        free_memory=free_memory() or total,
        cores=physical_cores(),
        instructions=_instructions(native.llama_print_system_info().decode("utf-8", "replace")),
        cards=_cards(),
    )
    os.write(outgoing, msgspec.json.encode(found))
    os._exit(0)  # some drivers crash while they are unloaded


def _instructions(info: str) -> tuple[str, ...]:
    """The names set to 1 in what llama.cpp says of the processor it was built for."""
    processor = info.partition("CPU :")[2] or info
    names = re.findall(r"\b([A-Z0-9_]+) = 1\b", processor)
    return tuple(name for name in names if name not in ("LLAMAFILE", "OPENMP", "REPACK", "ACCELERATE"))


def _cards() -> tuple[Card, ...]:
    count = _find("ggml_backend_dev_count", ctypes.c_size_t, [])
    get = _find("ggml_backend_dev_get", ctypes.c_void_p, [ctypes.c_size_t])
    kind = _find("ggml_backend_dev_type", ctypes.c_int, [ctypes.c_void_p])
    describe = _find("ggml_backend_dev_description", ctypes.c_char_p, [ctypes.c_void_p])
    memory = _find("ggml_backend_dev_memory", None, [ctypes.c_void_p] * 3)
    if None in (count, get, kind, describe, memory):
        return ()
    cards = []
    for index in range(count()):
        device = get(index)
        if kind(device) in (_CARD, _SHARING_CARD):
            free, total = ctypes.c_size_t(), ctypes.c_size_t()
            memory(device, ctypes.byref(free), ctypes.byref(total))
            name = (describe(device) or b"graphics card").decode("utf-8", "replace")
            cards.append(Card(name, total.value, free.value, shared=kind(device) == _SHARING_CARD))
    return tuple(cards)


def _find(name: str, result: Any, arguments: list[Any]) -> Any:
    """A function of ggml's, whichever of its libraries has it; None where none does."""
    import llama_cpp._ggml as ggml

    from penname.engine.host.bindings import native

    # by way of libllama first: opened by another name, a library could be loaded once more
    for library in (native._lib, ggml.libggml, getattr(ggml, "libggml_base", None)):
        found = getattr(library, name, None)
        if found is not None:
            found.restype, found.argtypes = result, arguments
            return found
    return None
