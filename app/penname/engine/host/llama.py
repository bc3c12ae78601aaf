"""llama.cpp's model as a Python class; its context is in context.py. Nothing above these two uses ctypes.

`Llama(...)` of llama-cpp-python hides what the host needs (extra buffers off, an abort flag) and applies
grammars to the whole vocabulary; its ctypes layer has everything. Only the engine host imports this module.
"""

import contextlib
import ctypes
import os
from collections.abc import Callable
from typing import Any

from penname.engine.host import variants
from penname.engine.host.bindings import native
from penname.engine.options import Tuning


class LoadFailed(Exception):
    """llama.cpp refused the file; the message is its own last complaint, or empty."""


class Model:
    """Weights and vocabulary of one GGUF file, with the adapter if there is one.

    `safe` leaves out what some machines crash in (weights repacked for the CPU, GPU layers).
    """

    def __init__(
        self,
        path: str,
        adapter: str | None,
        tuning: Tuning = Tuning(),  # noqa: B008 (frozen)
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
            raise LoadFailed(complaint())
        self.vocab = native.llama_model_get_vocab(self.pointer)
        self.adapter = None
        if adapter is not None:
            self.adapter = native.llama_adapter_lora_init(self.pointer, os.fsencode(adapter))
            if not self.adapter:
                raise LoadFailed(complaint())
        self.vocab_size: int = native.llama_vocab_n_tokens(self.vocab)
        self.trained_context: int = native.llama_model_n_ctx_train(self.pointer)
        self.width: int = native.llama_model_n_embd(self.pointer)  # of a hidden state
        self.layers: int = native.llama_model_n_layer(self.pointer)
        heads = native.llama_model_n_head(self.pointer) or 1
        head_size = self.width // heads
        kv_heads = native.llama_model_n_head_kv(self.pointer)
        # keys and values, two bytes each
        self.bytes_per_token: int = 4 * self.layers * kv_heads * head_size
        self.weights: int = native.llama_model_size(self.pointer)  # bytes
        self.on_processor = parameters.n_gpu_layers == 0 or not native.llama_supports_gpu_offload()
        # recurrent and hybrid models cannot take back part of what they have read
        self.can_rewind = not (
            native.llama_model_is_recurrent(self.pointer) or native.llama_model_is_hybrid(self.pointer)
        )
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


def complaint() -> str:
    """What llama.cpp complained of last."""
    return _complaints[-1] if _complaints else ""


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
