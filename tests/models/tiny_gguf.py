"""Writes GGUF files of a few hundred bytes."""

from pathlib import Path
from typing import Any

import gguf
import numpy as np


def write_model(
    path: Path,
    tensors: dict[str, Any],
    quantized: str | None = None,
    context: int = 4096,
    architecture: str = "llama",
    **values: Any,
) -> Path:
    """A model file with a tokenizer's name, these tensors (as `quantized`, if given) and string values."""
    writer = gguf.GGUFWriter(path, architecture)
    writer.add_string("general.type", "model")
    writer.add_name("Tiny\nmodel\x1b")
    writer.add_tokenizer_model("gpt2")
    writer.add_token_list(["a", "b"])
    writer.add_context_length(context)
    for key, value in values.items():
        writer.add_string(key.replace("__", "."), value)
    _finish(writer, tensors, quantized)
    return path


def write_adapter(path: Path, alpha: float, tensors: dict[str, Any], quantized: str | None = None) -> Path:
    """A LoRA file."""
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_string("general.type", "adapter")
    writer.add_string("adapter.type", "lora")
    writer.add_float32("adapter.lora.alpha", alpha)
    _finish(writer, tensors, quantized)
    return path


def _finish(writer: gguf.GGUFWriter, tensors: dict[str, Any], quantized: str | None) -> None:
    for name, matrix in tensors.items():
        data = np.asarray(matrix, dtype=np.float32)
        if quantized and data.ndim == 2:
            kind = gguf.GGMLQuantizationType[quantized]
            writer.add_tensor(name, gguf.quantize(data, kind), raw_dtype=kind)
        else:
            writer.add_tensor(name, data)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
