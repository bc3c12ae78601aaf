"""llama.cpp's C functions as two Python classes: a loaded model and its one context. Nothing above this file
uses ctypes.

`Llama(...)` of llama-cpp-python hides what the host needs (extra buffers off, an abort flag) and applies
grammars to the whole vocabulary; its ctypes layer has everything. Only the engine host imports this module.
"""

import contextlib
import ctypes
import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import llama_cpp.llama_cpp as native
import numpy as np
from numpy.typing import NDArray

from penname.engine import variants
from penname.engine.options import Tuning

Logits = NDArray[np.float32]

CACHE_TYPES = {"f16": native.GGML_TYPE_F16, "q8_0": native.GGML_TYPE_Q8_0, "q4_0": native.GGML_TYPE_Q4_0}
_ABORTED = 2  # llama_decode's result when the abort flag was up


class LoadFailed(Exception):
    """llama.cpp refused the file; the message is its own last complaint, or empty."""


class Aborted(Exception):
    """The abort flag was raised during a decode."""


class Model:
    """Weights and vocabulary of one GGUF file, with the adapter if there is one.

    `safe` leaves out what some machines crash in (weights repacked for the CPU, GPU layers).
    """

    def __init__(
        self,
        path: str,
        adapter: str | None,
        tuning: Tuning,
        *,
        safe: bool,
        on_progress: Callable[[], None],
    ) -> None:
        native.llama_log_set(_quiet, ctypes.c_void_p(0))
        variants.load()
        native.llama_backend_init()
        parameters = native.llama_model_default_params()
        parameters.use_extra_bufts = tuning.extra_buffers and not safe
        if safe or tuning.gpu_layers is not None:
            parameters.n_gpu_layers = 0 if safe else tuning.gpu_layers

        @native.llama_progress_callback  # type: ignore[untyped-decorator]
        def progress(_fraction: float, _data: Any) -> bool:
            on_progress()
            return True

        parameters.progress_callback = progress
        _complaints.clear()
        self.pointer = native.llama_model_load_from_file(os.fsencode(path), parameters)
        if not self.pointer:
            raise LoadFailed(_complaints[-1] if _complaints else "")
        self.vocab = native.llama_model_get_vocab(self.pointer)
        self.adapter = None
        if adapter is not None:
            self.adapter = native.llama_adapter_lora_init(self.pointer, os.fsencode(adapter))
            if not self.adapter:
                raise LoadFailed(_complaints[-1] if _complaints else "")
        self.vocab_size: int = native.llama_vocab_n_tokens(self.vocab)
        self.trained_context: int = native.llama_model_n_ctx_train(self.pointer)
        self.width: int = native.llama_model_n_embd(self.pointer)  # of a hidden state
        heads = native.llama_model_n_head(self.pointer) or 1
        head_size = self.width // heads
        kv_heads = native.llama_model_n_head_kv(self.pointer)
        # keys and values, two bytes each
        self.bytes_per_token: int = 4 * native.llama_model_n_layer(self.pointer) * kv_heads * head_size
        self.weights: int = native.llama_model_size(self.pointer)  # bytes
        self.on_processor = parameters.n_gpu_layers == 0 or not native.llama_supports_gpu_offload()
        self.begin: int = native.llama_vocab_bos(self.vocab)
        self.adds_begin: bool = native.llama_vocab_get_add_bos(self.vocab)
        self.ends: int = native.llama_vocab_eos(self.vocab)

    def metadata(self, key: str) -> str | None:
        """A text value of the file's header."""
        buffer = ctypes.create_string_buffer(256)
        length = native.llama_model_meta_val_str(self.pointer, key.encode(), buffer, len(buffer))
        if length < 0:
            return None
        if length >= len(buffer):
            buffer = ctypes.create_string_buffer(length + 1)
            native.llama_model_meta_val_str(self.pointer, key.encode(), buffer, len(buffer))
        return buffer.value.decode("utf-8", "replace")

    def tokenize(self, text: bytes, *, special: bool) -> list[int]:
        """The tokens of a piece of text (valid UTF-8); nothing is added before or behind it."""
        room = len(text) + 8
        while True:
            tokens = (native.llama_token * room)()
            count = native.llama_tokenize(self.vocab, text, len(text), tokens, room, False, special)
            if count >= 0:
                return list(tokens[:count])
            room = -count

    def piece(self, token: int, *, special: bool = False) -> bytes:
        """The bytes a token stands for; control tokens stand for none unless `special`."""
        room = 64
        while True:
            buffer = ctypes.create_string_buffer(room)
            count = native.llama_token_to_piece(self.vocab, token, buffer, room, 0, special)
            if count >= 0:
                return buffer.raw[:count]
            room = -count

    def is_control(self, token: int) -> bool:
        """Whether the token steers the model instead of standing for text (ends of turns included)."""
        return bool(
            native.llama_vocab_is_control(self.vocab, token) or native.llama_vocab_is_eog(self.vocab, token)
        )

    def ends_answer(self, token: int) -> bool:
        """Whether the token ends a turn or the text."""
        return bool(native.llama_vocab_is_eog(self.vocab, token))


class Context:
    """One sequence of evaluated tokens, `tokens`, and the scores of what comes next."""

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
    ) -> None:
        self._model = model
        self.step_seconds = 0.0  # of a single token, measured when the model was loaded
        parameters = native.llama_context_default_params()
        parameters.n_ctx = length
        parameters.n_batch = parameters.n_ubatch = batch
        parameters.n_seq_max = 1
        # scores are asked for behind one or two tokens; only a probe asks for the states of a whole batch
        parameters.n_outputs_max = batch if probed else 2
        parameters.pooling_type = native.LLAMA_POOLING_TYPE_NONE
        parameters.n_threads = parameters.n_threads_batch = threads
        parameters.swa_full = True  # models with sliding windows must keep what a later prompt shares
        parameters.type_k = parameters.type_v = CACHE_TYPES[tuning.cache_type]
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
        self.pointer = native.llama_init_from_model(model.pointer, parameters)
        if not self.pointer:
            raise LoadFailed(_complaints[-1] if _complaints else "")
        if model.adapter is not None:
            adapters = (native.llama_adapter_lora_p_ctypes * 1)(model.adapter)
            if native.llama_set_adapters_lora(self.pointer, adapters, 1, (ctypes.c_float * 1)(1.0)):
                raise LoadFailed("the adapter does not fit the model")
        self._memory = native.llama_get_memory(self.pointer)
        self._batch = native.llama_batch_init(batch, 0, 1)
        for index in range(batch):
            self._batch.n_seq_id[index] = 1
            self._batch.seq_id[index][0] = 0
        self.batch_size = batch  # at most as many as were asked for; a slow machine takes fewer at once
        self.length: int = native.llama_n_ctx(self.pointer)
        self.tokens: list[int] = []
        # Recurrent and hybrid models cannot take back part of what they have read.
        recurrent = native.llama_model_is_recurrent(model.pointer) or native.llama_model_is_hybrid(
            model.pointer
        )
        self.can_rewind = not recurrent

    def abort(self) -> None:
        """End the decode that is running, from any thread."""
        self._abort_flag[0] = b"\1"

    def allow(self) -> None:
        """Take the abort flag down."""
        self._abort_flag[0] = b"\0"

    def keep(self, count: int) -> int:
        """Forget all evaluated tokens but the first `count`; returns how many could be kept."""
        if count >= len(self.tokens):
            return len(self.tokens)
        if not self.can_rewind or not native.llama_memory_seq_rm(self._memory, 0, count, -1):
            native.llama_memory_clear(self._memory, True)
            count = 0
        del self.tokens[count:]
        return count

    def decode(self, tokens: Sequence[int], scored: int) -> Iterator[int]:
        """Evaluate tokens behind the kept ones, yielding the size of each finished batch.

        The scores behind the last `scored` (1 or 2) of them are then at `logits(-1)`, `logits(-2)`.
        Raises Aborted, with the tokens of finished batches kept, and MemoryError when the context is full.
        """
        done = 0
        while done < len(tokens):
            size = min(self.batch_size, len(tokens) - done)
            if 0 < len(tokens) - done - size < scored:
                size -= scored  # the scored tokens must be evaluated together
            part = tokens[done : done + size]
            self._decode_batch(part, scored if done + size == len(tokens) else 0)
            done += size
            yield size

    def states(
        self, tokens: Sequence[int], count: int, on_step: Callable[[int], None]
    ) -> list[NDArray[np.float32]]:
        """Evaluate `tokens` where needed, the last `count` of them anyway; the hidden states of those.

        Raises what `decode` raises; `on_step` as in `decode`.
        """
        first = len(tokens) - count
        common = next((i for i, (a, b) in enumerate(zip(tokens, self.tokens, strict=False)) if a != b), first)
        kept = self.keep(min(common, first, len(self.tokens)))
        for size in self.decode(tokens[kept:first], 1):
            on_step(size)
        found = []
        native.llama_set_embeddings(self.pointer, True)
        try:
            for start in range(first, len(tokens), self.batch_size):
                part = tokens[start : start + self.batch_size]
                self._decode_batch(part, len(part))
                rows = [native.llama_get_embeddings_ith(self.pointer, index) for index in range(len(part))]
                found.append(
                    np.array([np.ctypeslib.as_array(row, shape=(self._model.width,)) for row in rows])
                )
                on_step(len(part))
        finally:
            native.llama_set_embeddings(self.pointer, False)
        return found

    def _decode_batch(self, tokens: Sequence[int], scored: int) -> None:
        batch, first = self._batch, len(self.tokens)
        batch.n_tokens = len(tokens)
        for index, token in enumerate(tokens):
            batch.token[index] = token
            batch.pos[index] = first + index
            batch.logits[index] = index >= len(tokens) - scored
        result = native.llama_decode(self.pointer, batch)
        if result == 0:
            self.tokens.extend(tokens)
            return
        native.llama_memory_seq_rm(self._memory, 0, first, -1)
        if result == _ABORTED:
            raise Aborted
        raise MemoryError(f"llama_decode returned {result}")

    def logits(self, index: int) -> Logits:
        """The scores behind a scored token of the last decode: a view that the next decode overwrites."""
        pointer = native.llama_get_logits_ith(self.pointer, index)
        return np.ctypeslib.as_array(pointer, shape=(self._model.vocab_size,))

    def use_threads(self, count: int) -> None:
        """Decode with this many threads from now on."""
        native.llama_set_n_threads(self.pointer, count, count)


_complaints: list[str] = []
_ERROR_LEVEL = 4


@native.llama_log_callback  # type: ignore[untyped-decorator]
def _quiet(level: int, text: bytes, _data: Any) -> None:
    """Keeps llama.cpp from printing; remembers why a file was refused (its text comes from the file:
    untrusted).
    """
    if level == _ERROR_LEVEL and text:
        with contextlib.suppress(Exception):
            _complaints.append(text.decode("utf-8", "replace").strip()[:300])
            del _complaints[:-8]


def _c_library() -> ctypes.CDLL:
    return ctypes.CDLL("msvcrt") if os.name == "nt" else ctypes.CDLL(None)
