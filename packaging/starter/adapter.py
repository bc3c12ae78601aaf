"""A LoRA adapter in Hugging Face's order of rows and in llama.cpp's.

llama.cpp interleaves the two halves of each head's rotary dimensions, so the rows of q and k stand in another
order there; `lora_b` holds the output rows and is permuted with them, `lora_a` is not.
"""

from pathlib import Path

import gguf
import numpy as np
import torch
from torch import Tensor

NAMES = {
    "self_attn.q_proj": "attn_q",
    "self_attn.k_proj": "attn_k",
    "self_attn.v_proj": "attn_v",
    "self_attn.o_proj": "attn_output",
    "mlp.gate_proj": "ffn_gate",
    "mlp.up_proj": "ffn_up",
    "mlp.down_proj": "ffn_down",
}


def export_adapter(
    weights: dict[str, Tensor], alpha: float, heads: int, kv_heads: int, path: Path, name: str
) -> None:
    """Write peft's LoRA weights as a GGUF adapter of Q8_0 matrices that llama.cpp loads."""
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_string("general.type", "adapter")
    writer.add_string("adapter.type", "lora")
    writer.add_string("general.name", name)
    writer.add_float32("adapter.lora.alpha", alpha)
    kind = gguf.GGMLQuantizationType.Q8_0
    for key, weight in sorted(weights.items()):
        layer, module, half = _parts(key)
        matrix = weight.detach().float().numpy()
        if half == "b" and module in ("attn_q", "attn_k"):
            matrix = _interleave(matrix, heads if module == "attn_q" else kv_heads)
        writer.add_tensor(
            f"blk.{layer}.{module}.weight.lora_{half}", gguf.quantize(matrix, kind), raw_dtype=kind
        )
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def import_adapter(keys: list[str], path: Path, heads: int, kv_heads: int) -> dict[str, Tensor]:
    """The weights of a GGUF adapter under peft's `keys`; raises KeyError when it does not fit."""
    tensors = {tensor.name: tensor for tensor in gguf.GGUFReader(path).tensors}
    weights: dict[str, Tensor] = {}
    for key in keys:
        layer, module, half = _parts(key)
        tensor = tensors[f"blk.{layer}.{module}.weight.lora_{half}"]
        matrix = gguf.dequantize(tensor.data, tensor.tensor_type)
        if half == "b" and module in ("attn_q", "attn_k"):
            matrix = _separate(matrix, heads if module == "attn_q" else kv_heads)
        weights[key] = torch.from_numpy(np.ascontiguousarray(matrix))
    return weights


def _parts(key: str) -> tuple[str, str, str]:
    """Layer, llama.cpp's name of the matrix, and "a" or "b"."""
    inner = key.split("layers.", 1)[1]
    layer, rest = inner.split(".", 1)
    module, half = rest.split(".lora_", 1)
    return layer, NAMES[module], half[0].lower()


def _interleave(matrix: np.ndarray, heads: int) -> np.ndarray:
    rows = matrix.shape[0]
    return matrix.reshape(heads, 2, rows // heads // 2, -1).swapaxes(1, 2).reshape(matrix.shape)


def _separate(matrix: np.ndarray, heads: int) -> np.ndarray:
    rows = matrix.shape[0]
    return matrix.reshape(heads, rows // heads // 2, 2, -1).swapaxes(1, 2).reshape(matrix.shape)
