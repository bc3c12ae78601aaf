"""llama.cpp's context as a Python class: sequences of evaluated tokens in one unified KV cache."""

import ctypes
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from penname.engine.host.bindings import native
from penname.engine.host.kv_cache_types import new_context
from penname.engine.host.layers import input_at, keep_inputs
from penname.engine.host.llama import LoadFailed, Model
from penname.engine.options import Tuning

if TYPE_CHECKING:
    from penname.engine.host.sampling import Floats

_ABORTED = 2  # llama_decode's result when the abort flag was up
_MOST_SCORED = 64  # rows of a batch; what their scores take is set aside when the context is made


class Aborted(Exception):
    """The abort flag was raised during a decode."""


class BatchRow(NamedTuple):
    """One row of a batch: a token, its position in its sequence, and whether its result is read."""

    token: int
    position: int
    sequence: int
    wanted: bool


class Context:
    """A context of `length` cells for `sequences` sequences; a cell that several share is stored once."""

    def __init__(
        self,
        model: Model,
        length: int,
        batch: int,
        threads: int,
        tuning: Tuning,
        *,
        safe: bool,
        probed: bool = False,
        sequences: int = 1,
    ) -> None:
        self._model = model
        self.step_seconds = 0.0  # of a single token, measured when the model was loaded
        parameters = native.llama_context_default_params()
        parameters.n_ctx = length
        parameters.n_batch = parameters.n_ubatch = batch
        parameters.n_seq_max = sequences
        parameters.kv_unified = True
        # only a probe asks for the states of a whole batch
        self.most_wanted = batch if probed else min(batch, _MOST_SCORED)
        parameters.n_outputs_max = self.most_wanted
        parameters.pooling_type = native.LLAMA_POOLING_TYPE_NONE
        parameters.n_threads = parameters.n_threads_batch = threads
        parameters.swa_full = True  # models with sliding windows must keep what a later prompt shares
        if safe:
            parameters.flash_attn_type = native.LLAMA_FLASH_ATTN_TYPE_DISABLED
        elif tuning.flash_attention is not None:
            parameters.flash_attn_type = int(tuning.flash_attention)
        # The flag is read thousands of times a second from llama.cpp's own thread. A Python callback would
        # cost a tenth of the speed, so C's `strlen` is the callback: the length of "" is 0 (go on), of "\1"
        # is 1 (stop).
        self._abort_flag = ctypes.create_string_buffer(2)
        parameters.abort_callback = ctypes.cast(_c_library().strlen, native.ggml_abort_callback)
        parameters.abort_callback_data = ctypes.cast(self._abort_flag, ctypes.c_void_p)
        self.pointer, self.cache_types = new_context(model, parameters, tuning, safe=safe)
        if model.adapter is not None:
            adapters = (native.llama_adapter_lora_p_ctypes * 1)(model.adapter)
            if native.llama_set_adapters_lora(self.pointer, adapters, 1, (ctypes.c_float * 1)(1.0)):
                raise LoadFailed("the adapter does not fit the model")
        self._memory = native.llama_get_memory(self.pointer)
        self._batch = native.llama_batch_init(batch, 0, 1)
        self.batch_size = batch  # at most as many as were asked for; a slow machine takes fewer at once
        self.length: int = native.llama_n_ctx(self.pointer)
        self.sequences = sequences
        self.can_rewind = model.can_rewind
        self._layers: tuple[int, ...] = ()

    def read_layers(self, layers: Sequence[int]) -> bool:
        """From now on `states` begin with what goes into these layers; False where this cannot be read.

        A layer that the model lacks ends the process.
        """
        if not keep_inputs(self.pointer, layers):
            return False
        self._layers = tuple(layers)
        return True

    def abort(self) -> None:
        """End the decode that is running, from any thread."""
        self._abort_flag[0] = b"\1"

    def allow(self) -> None:
        """Lower the abort flag."""
        self._abort_flag[0] = b"\0"

    def decode(self, rows: Sequence[BatchRow], *, states: bool = False) -> None:
        """Evaluate at most `batch_size` rows, with the scores or else the hidden states of the wanted ones.

        Raises Aborted, and MemoryError when there is no cell left; either way sequences may then hold some of
        the rows, for the caller to forget.
        """
        batch = self._batch
        batch.n_tokens = len(rows)
        for index, row in enumerate(rows):
            batch.token[index] = row.token
            batch.pos[index] = row.position
            batch.n_seq_id[index] = 1
            batch.seq_id[index][0] = row.sequence
            batch.logits[index] = row.wanted
        if states:
            native.llama_set_embeddings(self.pointer, True)
        try:
            result = native.llama_decode(self.pointer, batch)
        finally:
            if states:
                native.llama_set_embeddings(self.pointer, False)
        if result == _ABORTED:
            raise Aborted
        if result != 0:
            raise MemoryError(f"llama_decode returned {result}")

    def logits(self, row: int) -> "Floats":
        """The scores behind a wanted row of the last decode."""
        return _copy(native.llama_get_logits_ith(self.pointer, row), self._model.vocab_size)

    def states(self, row: int) -> "Floats":
        """The hidden states at a wanted row of the last decode: those of `read_layers`, and the last."""
        import numpy as np  # not above: the host makes its context while NumPy still comes in

        width = self._model.width
        before = [_copy(input_at(self.pointer, layer, row, width), width) for layer in self._layers]
        return np.concatenate([*before, _copy(native.llama_get_embeddings_ith(self.pointer, row), width)])

    def forget(self, sequence: int, start: int = 0) -> bool:
        """Remove a sequence's tokens from `start` on; False where all had to be removed, and were."""
        if native.llama_memory_seq_rm(self._memory, sequence, start, -1):
            return True
        native.llama_memory_seq_rm(self._memory, sequence, -1, -1)
        return False

    def copy(self, source: int, target: int, count: int) -> None:
        """Let the empty sequence `target` begin with the first `count` tokens of another, in the same cells.

        Of a model that cannot rewind, all of the other's.
        """
        end = count if self.can_rewind else -1
        native.llama_memory_seq_cp(self._memory, source, target, 0 if self.can_rewind else -1, end)

    def saved(self, sequence: int) -> bytes:
        """The evaluated tokens of a sequence as llama.cpp writes them; empty when it cannot."""
        size = native.llama_state_seq_get_size(self.pointer, sequence)
        buffer = (ctypes.c_uint8 * size)()
        written = native.llama_state_seq_get_data(self.pointer, buffer, size, sequence)
        return bytes(buffer[:written]) if written else b""

    def restore(self, sequence: int, data: bytes) -> bool:
        """Fill an empty sequence from `saved` bytes; False, and nothing in it, when they do not fit."""
        buffer = (ctypes.c_uint8 * len(data)).from_buffer_copy(data)
        if native.llama_state_seq_set_data(self.pointer, buffer, len(data), sequence) == len(data):
            return True
        native.llama_memory_seq_rm(self._memory, sequence, -1, -1)
        return False

    def holds(self, sequence: int) -> int:
        """How many tokens llama.cpp itself says a sequence has."""
        return int(native.llama_memory_seq_pos_max(self._memory, sequence)) + 1

    def use_threads(self, count: int) -> None:
        """Decode with this many threads from now on."""
        native.llama_set_n_threads(self.pointer, count, count)


def _copy(pointer: Any, size: int) -> "Floats":
    import numpy as np  # not above: the host makes its context while NumPy still comes in

    return np.array(np.ctypeslib.as_array(pointer, shape=(size,)))


def _c_library() -> ctypes.CDLL:
    return ctypes.CDLL("msvcrt") if os.name == "nt" else ctypes.CDLL(None)
