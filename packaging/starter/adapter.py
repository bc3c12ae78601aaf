"""LoRA adapters: read from GGUF, united, cut to a rank, and written in llama.cpp's order of rows.

llama.cpp interleaves the two halves of each head's rotary dimensions, so the rows of q and k stand in another
order there; `lora_b` holds the output rows and is permuted with them, `lora_a` is not.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

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

Adapter = dict[tuple[int, str], tuple[np.ndarray, np.ndarray]]
"""(a, b) by layer and llama.cpp's name of the matrix, rows in Hugging Face's order; the change is b @ a."""


class Heads(NamedTuple):
    """How many heads the queries and the keys have."""

    queries: int
    keys: int


class Told(NamedTuple):
    """What an adapter's file says of itself; the architecture is llama.cpp's name of the base's."""

    architecture: str
    name: str


STARTER = Told("llama", "Penname starter adapter")


def from_peft(weights: Mapping[str, Tensor]) -> Adapter:
    """What peft calls `...layers.3.mlp.up_proj.lora_A.weight`, for alpha = rank."""
    found: Adapter = {}
    for key, weight in weights.items():
        if ".lora_A." in key:
            inner = key.split("layers.", 1)[1]
            layer, rest = inner.split(".", 1)
            b = weights[key.replace("lora_A", "lora_B")]
            found[int(layer), NAMES[rest.split(".lora_", 1)[0]]] = (_array(weight), _array(b))
    return found


def to_peft(adapter: Adapter) -> dict[str, Tensor]:
    """The weights as peft names them, for alpha = rank."""
    names = {ours: theirs for theirs, ours in NAMES.items()}
    return {
        f"base_model.model.model.layers.{layer}.{names[module]}.lora_{half}.weight": torch.from_numpy(matrix)
        for (layer, module), matrices in adapter.items()
        for half, matrix in zip("AB", matrices, strict=True)
    }


def read_adapter(path: Path, heads: Heads | None) -> Adapter:
    """The adapter in a GGUF file, its scale (alpha over rank) folded in; `heads` as in `write_adapter`.

    Raises ValueError or OSError for what is no GGUF file, KeyError for another kind of adapter.
    """
    reader = gguf.GGUFReader(path)
    tensors = {tensor.name: gguf.dequantize(tensor.data, tensor.tensor_type) for tensor in reader.tensors}
    alpha = float(reader.fields["adapter.lora.alpha"].parts[-1][0])
    found: Adapter = {}
    for name, a in tensors.items():
        if name.endswith(".lora_a"):
            _, layer, module, _ = name.split(".", 3)
            b = tensors[name.removesuffix("a") + "b"]
            if heads and module in ("attn_q", "attn_k"):
                b = _separate(b, heads.queries if module == "attn_q" else heads.keys)
            found[int(layer), module] = (a, b * (alpha / a.shape[0]))
    return found


def united(one: Adapter, other: Adapter) -> Adapter:
    """The adapter whose change is the sum of both; a matrix may be missing in either."""
    return {
        key: (
            np.concatenate([each[key][0] for each in (one, other) if key in each]),
            np.concatenate([each[key][1] for each in (one, other) if key in each], axis=1),
        )
        for key in one | other
    }


def cut(adapter: Adapter, rank: int) -> Adapter:
    """The nearest adapter of at most that rank: the largest singular values of each change (Eckart and Young,
    1936)."""
    return {key: _cut(a, b, rank) if a.shape[0] > rank else (a, b) for key, (a, b) in adapter.items()}


def write_adapter(
    adapter: Adapter,
    heads: Heads | None,
    kind: gguf.GGMLQuantizationType,
    path: Path,
    told: Told = STARTER,
) -> None:
    """Write a GGUF adapter that llama.cpp loads, replacing `path` as a whole.

    `heads` is None for a base whose rows llama.cpp leaves in their order (Qwen2).
    """
    rank = next(iter(adapter.values()))[0].shape[0]
    new = path.with_suffix(".new")
    writer = gguf.GGUFWriter(new, told.architecture)
    writer.add_string("general.type", "adapter")
    writer.add_string("adapter.type", "lora")
    writer.add_string("general.name", told.name)
    writer.add_float32("adapter.lora.alpha", float(rank))
    for (layer, module), (a, b) in sorted(adapter.items()):
        if heads and module in ("attn_q", "attn_k"):
            b = _interleave(b, heads.queries if module == "attn_q" else heads.keys)
        for half, matrix in (("a", a), ("b", b)):
            data = gguf.quantize(np.ascontiguousarray(matrix, dtype=np.float32), kind)
            writer.add_tensor(f"blk.{layer}.{module}.weight.lora_{half}", data, raw_dtype=kind)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    new.replace(path)


def _array(weight: Tensor) -> np.ndarray:
    return weight.detach().float().cpu().numpy()


def _cut(a: np.ndarray, b: np.ndarray, rank: int) -> tuple[np.ndarray, np.ndarray]:
    q_a, r_a = np.linalg.qr(a.T)
    q_b, r_b = np.linalg.qr(b)
    u, singular, v = np.linalg.svd(r_b @ r_a.T)
    root = np.sqrt(singular[:rank])  # shared between both, so that neither is badly scaled for quantizing
    return (v[:rank] * root[:, None]) @ q_a.T, (q_b @ u[:, :rank]) * root


def _interleave(matrix: np.ndarray, heads: int) -> np.ndarray:
    rows = matrix.shape[0]
    return matrix.reshape(heads, 2, rows // heads // 2, -1).swapaxes(1, 2).reshape(matrix.shape)


def _separate(matrix: np.ndarray, heads: int) -> np.ndarray:
    rows = matrix.shape[0]
    return matrix.reshape(heads, rows // heads // 2, 2, -1).swapaxes(1, 2).reshape(matrix.shape)
