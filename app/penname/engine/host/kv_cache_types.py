"""The data types of the KV cache (`type_k`, `type_v` of llama.cpp): a cell a token, with keys and values."""

from typing import Any

from penname.engine.host.bindings import native
from penname.engine.host.llama import LoadFailed, Model, complaint
from penname.engine.options import CacheTypes, Tuning

NATIVE = {"f16": native.GGML_TYPE_F16, "q8_0": native.GGML_TYPE_Q8_0, "q4_0": native.GGML_TYPE_Q4_0}

_ALIKE: CacheTypes = ("f16", "f16")

# On a processor llama.cpp computes attention over f16 in three ways, by how many tokens are evaluated
# together, and their scores differ: what a model answers would depend on what was asked before. Over two
# formats there is one way. This pair costs a fifth of the speed at which prompts are read and nothing of that
# at which answers are written (docs/MEASURED.md).
_ONE_WAY: CacheTypes = ("q8_0", "f16")


def new_context(
    model: Model, parameters: Any, tuning: Tuning, *, safe: bool = False
) -> tuple[Any, CacheTypes]:
    """Create llama.cpp's context with these parameters; returns it and its cache types. Raises LoadFailed."""
    for types in _candidates(model, tuning, safe=safe):
        parameters.type_k, parameters.type_v = (NATIVE[name] for name in types)
        pointer = native.llama_init_from_model(model.pointer, parameters)
        if pointer:
            return pointer, types
    raise LoadFailed(complaint())


def _candidates(model: Model, tuning: Tuning, *, safe: bool) -> list[CacheTypes]:
    if tuning.cache_type is not None:
        return [(tuning.cache_type, tuning.cache_type)]
    if safe or tuning.flash_attention is False or not model.on_processor:
        return [_ALIKE]  # a graphics card may lack the pair, and without flash attention it gains nothing
    return [_ONE_WAY, _ALIKE]  # keys of an odd size cannot be had in q8_0
