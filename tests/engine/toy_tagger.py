"""A token-classification model of a few bytes: it looks each word's scores up in a table (onnx.proto)."""

import json
import struct
from collections.abc import Sequence
from pathlib import Path

LABELS = ("O", "B-PER", "I-PER", "B-LOC", "I-LOC", "B-MISC")
TAGS = {"anna": 1, "zoë": 1, "qwertina": 1, "kowalski": 2, "leeds": 3, "naïve": 5}


def write_tagger(folder: Path, labels: Sequence[str] = LABELS, *, whole_text: bool = False) -> None:
    """Put the model into `folder`. With `whole_text` it scores texts, not their words, as others do."""
    vocabulary = {"[UNK]": 0, **{word: number for number, word in enumerate(TAGS, 1)}}
    tokenizer = {
        "version": "1.0", "truncation": None, "padding": None, "added_tokens": [], "post_processor": None,
        "normalizer": {"type": "Lowercase"}, "pre_tokenizer": {"type": "Whitespace"}, "decoder": None,
        "model": {"type": "WordLevel", "vocab": vocabulary, "unk_token": "[UNK]"},
    }  # fmt: skip
    rows = [[float(label == TAGS.get(word, 0)) for label in range(len(labels))] for word in vocabulary]
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer))
    (folder / "config.json").write_text(
        json.dumps({"id2label": dict(enumerate(labels)), "max_position_embeddings": 32})
    )
    (folder / "model.onnx").write_bytes(_onnx(rows, whole_text))


def _field(number: int, value: "int | bytes") -> bytes:
    if isinstance(value, int):
        return _varint(number << 3) + _varint(value)
    return _varint(number << 3 | 2) + _varint(len(value)) + value


def _varint(value: int) -> bytes:
    written = b""
    while value > 127:
        written += bytes([value & 127 | 128])
        value >>= 7
    return written + bytes([value])


def _tensor_value(name: bytes, kind: int, *sizes: bytes) -> bytes:
    shape = b"".join(_field(1, _field(2, size)) for size in sizes)
    return _field(1, name) + _field(2, _field(1, _field(1, kind) + _field(2, shape)))


def _onnx(table: list[list[float]], whole_text: bool) -> bytes:
    values = struct.pack(f"<{len(table) * len(table[0])}f", *(value for row in table for value in row))
    weights = (
        _field(1, len(table)) + _field(1, len(table[0])) + _field(2, 1) + _field(8, b"w") + _field(9, values)
    )
    scores = b"words" if whole_text else b"logits"
    node = _field(1, b"w") + _field(1, b"input_ids") + _field(2, scores) + _field(4, b"Gather")
    graph = _field(1, node)
    if whole_text:
        axes = _field(5, _field(1, b"axes") + _field(8, 1) + _field(20, 7))
        dropped = _field(5, _field(1, b"keepdims") + _field(3, 0) + _field(20, 2))
        mean = _field(1, scores) + _field(2, b"logits") + _field(4, b"ReduceMean") + axes + dropped
        graph += _field(1, mean)
    sizes = (b"batch", b"labels") if whole_text else (b"batch", b"length", b"labels")
    graph += _field(2, b"g") + _field(5, weights)
    graph += _field(11, _tensor_value(b"input_ids", 7, b"batch", b"length"))
    graph += _field(12, _tensor_value(b"logits", 1, *sizes))
    return _field(1, 8) + _field(7, graph) + _field(8, _field(1, b"") + _field(2, 13))
