"""A model of llama's architecture that llama.cpp really runs: a hundred kilobytes of noise, 259 tokens."""

from pathlib import Path

import gguf
import numpy as np

TEMPLATE = (
    "{% for message in messages %}<|im_start|>{{ message.role }}\n{{ message.content }}<|im_end|>\n"
    "{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
_WIDTH, _FORWARD, _LAYERS, _CONTEXT = 64, 128, 2, 8192
_MARKS = ("<|endoftext|>", "<|im_start|>", "<|im_end|>")


def write_llama(path: Path, seed: int = 0, *, heads: int = 2, rounded: bool = False) -> Path:
    """Write the model; the same seed writes the same noise. `rounded` matrices are kept as Q8_0."""
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_type(gguf.GGUFType.MODEL)
    writer.add_name("Tiny noise")
    writer.add_context_length(_CONTEXT)
    writer.add_embedding_length(_WIDTH)
    writer.add_block_count(_LAYERS)
    writer.add_feed_forward_length(_FORWARD)
    writer.add_head_count(heads)
    writer.add_head_count_kv(heads)
    writer.add_rope_dimension_count(_WIDTH // heads)
    writer.add_layer_norm_rms_eps(1e-5)
    tokens = [*_byte_tokens(), *_MARKS]
    kinds = [gguf.TokenType.NORMAL] * 256 + [gguf.TokenType.CONTROL] * len(_MARKS)
    writer.add_vocab_size(len(tokens))
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("smollm")
    writer.add_token_list(tokens)
    writer.add_token_types(kinds)
    writer.add_token_merges(["Ġ t"])
    writer.add_bos_token_id(256)
    writer.add_eos_token_id(258)
    writer.add_add_bos_token(False)
    writer.add_chat_template(TEMPLATE)
    noise = np.random.default_rng(seed)

    def add(name: str, *shape: int) -> None:
        scale = 1.0 if len(shape) == 1 else shape[-1] ** -0.5
        data = np.ones(shape) if len(shape) == 1 else noise.normal(0, scale, shape)
        data = data.astype(np.float32)
        if rounded and len(shape) > 1:
            kind = gguf.GGMLQuantizationType.Q8_0
            writer.add_tensor(name, gguf.quantize(data, kind), raw_dtype=kind)
        else:
            writer.add_tensor(name, data)

    add("token_embd.weight", len(tokens), _WIDTH)
    add("output.weight", len(tokens), _WIDTH)
    add("output_norm.weight", _WIDTH)
    for layer in range(_LAYERS):
        for part in ("q", "k", "v", "output"):
            add(f"blk.{layer}.attn_{part}.weight", _WIDTH, _WIDTH)
        add(f"blk.{layer}.attn_norm.weight", _WIDTH)
        add(f"blk.{layer}.ffn_norm.weight", _WIDTH)
        add(f"blk.{layer}.ffn_gate.weight", _FORWARD, _WIDTH)
        add(f"blk.{layer}.ffn_up.weight", _FORWARD, _WIDTH)
        add(f"blk.{layer}.ffn_down.weight", _WIDTH, _FORWARD)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def _byte_tokens() -> list[str]:
    """GPT-2's printable stand-in for each byte."""
    printable = [
        *range(ord("!"), ord("~") + 1),
        *range(ord("¡"), ord("¬") + 1),
        *range(ord("®"), ord("ÿ") + 1),
    ]
    found, extra = [], 0
    for byte in range(256):
        if byte in printable:
            found.append(chr(byte))
        else:
            found.append(chr(256 + extra))
            extra += 1
    return found
