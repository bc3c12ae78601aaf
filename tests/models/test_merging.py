"""Merging an adapter: the arithmetic, what is kept, and that the target appears whole or not at all."""

from pathlib import Path

import gguf
import numpy as np
import pytest

from models.tiny_gguf import write_adapter, write_model
from penname.file_lock import FileLock
from penname.models.merging import merge_adapter

CHOICE = np.random.default_rng(7)
WEIGHT, OTHER = CHOICE.normal(size=(8, 64)), CHOICE.normal(size=(8, 64))
DOWN, UP = CHOICE.normal(size=(32, 64)), CHOICE.normal(size=(8, 32))


@pytest.fixture
def base(tmp_path: Path) -> Path:
    tensors = {"q.weight": WEIGHT, "other.weight": OTHER, "norm.weight": np.ones(8)}
    return write_model(tmp_path / "base.gguf", tensors, quantized="Q4_1", tokenizer__chat_template="{{ x }}")


def adapter(tmp_path: Path, name: str) -> Path:
    tensors = {f"{name}.lora_a": DOWN, f"{name}.lora_b": UP}
    return write_adapter(tmp_path / "lora.gguf", 16.0, tensors, quantized="Q8_0")


def matrices(path: Path) -> dict[str, np.ndarray]:
    return {t.name: gguf.dequantize(t.data, t.tensor_type) for t in gguf.GGUFReader(path).tensors}


def test_the_merged_weights_are_base_plus_scaled_product(base: Path, tmp_path: Path) -> None:
    target = tmp_path / "cache" / "merged.gguf"
    merge_adapter(base, adapter(tmp_path, "q.weight"), target, "Q8_0")
    before, after = matrices(base), matrices(target)
    expected = before["q.weight"] + 16.0 / 32 * UP @ DOWN
    step = np.abs(expected).max() / 127  # Q8_0 rounds to this, and so were the adapter's own matrices
    assert np.abs(after["q.weight"] - expected).max() < 4 * step
    assert np.abs(expected - before["q.weight"]).max() > 20 * step, (
        "the adapter must matter for this to prove anything"
    )
    for name in ("other.weight", "norm.weight"):
        assert np.array_equal(after[name], before[name])


def test_everything_else_of_the_base_is_kept(base: Path, tmp_path: Path) -> None:
    target = tmp_path / "merged.gguf"
    merge_adapter(base, adapter(tmp_path, "q.weight"), target, "Q4_0")
    old, new = (
        {
            name: field.contents()
            for name, field in gguf.GGUFReader(path).fields.items()
            if not name.startswith("GGUF.")
        }
        for path in (base, target)
    )
    assert new == old
    assert {t.name: t.tensor_type.name for t in gguf.GGUFReader(target).tensors} == {
        "q.weight": "Q4_0",
        "other.weight": "Q4_1",
        "norm.weight": "F32",
    }


def test_an_adapter_of_another_model_leaves_nothing_behind(base: Path, tmp_path: Path) -> None:
    target = tmp_path / "cache" / "merged.gguf"
    with pytest.raises(ValueError, match="lacks"):
        merge_adapter(base, adapter(tmp_path, "unknown.weight"), target, "Q8_0")
    assert [path.name for path in target.parent.iterdir()] == ["merged.gguf.lock"]


def test_what_an_interrupted_start_left_is_cleared(base: Path, tmp_path: Path) -> None:
    left = tmp_path / "merged.gguf.1.partial"
    left.write_bytes(b"half")
    merge_adapter(base, adapter(tmp_path, "q.weight"), tmp_path / "merged.gguf", "Q8_0")
    assert not left.exists()


def test_what_another_process_is_writing_is_waited_for_and_taken(base: Path, tmp_path: Path) -> None:
    target, half = tmp_path / "merged.gguf", tmp_path / "merged.gguf.1.partial"
    half.write_bytes(b"half")
    other = FileLock.take(tmp_path / "merged.gguf.lock")
    assert other is not None

    def ends_at_last() -> None:
        assert half.exists(), "it belongs to a process that is at work"
        half.replace(target)
        other.release()

    merge_adapter(base, adapter(tmp_path, "q.weight"), target, "Q8_0", ends_at_last)
    assert target.read_bytes() == b"half"


def test_a_damaged_file_is_written_anew(base: Path, tmp_path: Path) -> None:
    target = tmp_path / "merged.gguf"
    target.write_bytes(b"damaged")
    merge_adapter(base, adapter(tmp_path, "q.weight"), target, "Q8_0")
    assert set(matrices(target)) == {"q.weight", "other.weight", "norm.weight"}


def test_a_long_header_is_read_with_signs_of_life(tmp_path: Path) -> None:
    words = {f"words__w{number}": "word" for number in range(500)}
    base = write_model(tmp_path / "base.gguf", {"q.weight": WEIGHT}, quantized="Q4_1", **words)
    signs: list[None] = []
    merge_adapter(
        base, adapter(tmp_path, "q.weight"), tmp_path / "merged.gguf", "Q8_0", lambda: signs.append(None)
    )
    assert len(signs) > 2 * len(words)
