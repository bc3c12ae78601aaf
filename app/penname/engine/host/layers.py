"""What goes into a layer of the model at each token: its middle layers tell more of a word than the last.

llama.cpp reads these states for its draft models (`llama_set_embeddings_layer_inp` in src/llama-ext.h, not in
its C interface). They are C++ functions, known by what the compilers make of their names. A build may lack
them.
"""

import ctypes
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from penname.engine.host.bindings import native

_NAMES = (  # of Itanium's way, then of Microsoft's
    (
        "_Z30llama_set_embeddings_layer_inpP13llama_contextjb",
        "_Z30llama_get_embeddings_layer_inpP13llama_contextj",
    ),
    (
        "?llama_set_embeddings_layer_inp@@YAXPEAUllama_context@@I_N@Z",
        "?llama_get_embeddings_layer_inp@@YAPEAMPEAUllama_context@@I@Z",
    ),
)


class _Functions(NamedTuple):
    keep: Any
    given: Any


def keep_inputs(context: Any, layers: Sequence[int]) -> bool:
    """Have each decode from now on keep what goes into these layers; False in a build that cannot.

    A layer that the model lacks ends the process.
    """
    if not layers:
        return True
    found = _functions()
    if found is None:
        return False
    for layer in layers:
        found.keep(context, layer, True)
    return True


def input_at(context: Any, layer: int, row: int, width: int) -> Any:
    """Where the `width` numbers stand that went into a kept layer at this row of the last decode."""
    found = _functions()
    assert found is not None, "nothing was kept"
    rows = ctypes.cast(found.given(context, layer), ctypes.c_void_p).value or 0
    return ctypes.cast(rows + row * width * ctypes.sizeof(ctypes.c_float), ctypes.POINTER(ctypes.c_float))


@cache
def _functions() -> _Functions | None:
    for setter, getter in _NAMES:
        try:
            keep, given = getattr(native._lib, setter), getattr(native._lib, getter)
        except AttributeError:
            continue
        keep.argtypes, keep.restype = (ctypes.c_void_p, ctypes.c_uint32, ctypes.c_bool), None
        given.argtypes, given.restype = (ctypes.c_void_p, ctypes.c_uint32), ctypes.POINTER(ctypes.c_float)
        return _Functions(keep, given)
    return None
