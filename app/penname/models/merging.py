"""Folds a LoRA adapter into its base model, once, so that no request pays for it.

An adapter applied at run time costs two more matrix products a layer; merged and requantized, the model runs
as fast as its file format allows. Only the engine host imports this module: it needs numpy.
"""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import gguf
import numpy as np
from numpy.typing import NDArray

from penname.file_lock import FileLock

_LOOK_AGAIN = 0.1  # seconds, while another process merges

Matrix = NDArray[np.float32]


def merge_adapter(
    base: Path, adapter: Path, target: Path, weights: str, on_progress: Callable[[], None] = lambda: None
) -> None:
    """Write base + alpha / rank * B A to `target`, its matrices stored as `weights` ("Q8_0", "Q4_0").

    LoRA: Hu et al. 2021, section 4.1. `target` appears whole or not at all. Where another process is writing
    it, that is waited for: two files of the same name would share no memory. Raises OSError when it cannot
    be written, ValueError when the adapter does not belong to the base.
    """
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    before = _version(target)
    with _alone(target, on_progress):
        if _version(target) in (None, before):
            _merge(base, adapter, target, weights, on_progress)


@contextmanager
def _alone(target: Path, on_progress: Callable[[], None]) -> Iterator[None]:
    """Wait until no other process merges into `target`; on a folder where nothing can be locked, don't."""
    lock = None
    with suppress(OSError):
        while (lock := FileLock.take(target.with_name(f"{target.name}.lock"))) is None:
            on_progress()
            time.sleep(_LOOK_AGAIN)
    try:
        yield
    finally:
        if lock is not None:
            lock.release()


def _version(target: Path) -> tuple[int, int] | None:
    """Differs between two files of that name; None where there is none."""
    try:
        about = target.stat()
    except FileNotFoundError:
        return None
    return about.st_ino, about.st_mtime_ns


def _merge(base: Path, adapter: Path, target: Path, weights: str, on_progress: Callable[[], None]) -> None:
    source = _Reader(base, on_progress)
    deltas = _Deltas(gguf.GGUFReader(adapter))
    partial = target.with_name(f"{target.name}.{os.getpid()}.partial")
    for left in target.parent.glob(f"{target.name}.*.partial"):
        left.unlink(missing_ok=True)  # of a start that was interrupted
    try:
        _write(source, deltas, partial, gguf.GGMLQuantizationType[weights], on_progress)
        if deltas.unused:
            raise ValueError(f"The adapter changes {len(deltas.unused)} tensors that the base model lacks.")
        with partial.open("rb+") as file:
            os.fsync(file.fileno())
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)


class _Reader(gguf.GGUFReader):
    """Says all the time that it reads: a vocabulary takes a slow machine longer than a hang may last."""

    def __init__(self, path: Path, on_progress: Callable[[], None]) -> None:
        self._on_progress = on_progress
        super().__init__(path)

    def _get_str(self, offset: int) -> Any:
        self._on_progress()
        return super()._get_str(offset)


class _Deltas:
    """What an adapter adds to each weight matrix of its base."""

    def __init__(self, reader: gguf.GGUFReader) -> None:
        self._alpha = float(reader.fields["adapter.lora.alpha"].contents())
        self._tensors = {tensor.name: tensor for tensor in reader.tensors}
        self.unused = {name.removesuffix(".lora_a") for name in self._tensors if name.endswith(".lora_a")}

    def of(self, name: str) -> Matrix | None:
        """alpha / rank * B A, of the shape of the matrix `name`; None where the adapter changes nothing."""
        if name not in self.unused:
            return None
        self.unused.remove(name)
        down, up = (self._matrix(f"{name}.lora_{half}") for half in "ab")
        return up @ down * np.float32(self._alpha / down.shape[0])

    def _matrix(self, name: str) -> Matrix:
        tensor = self._tensors[name]
        return gguf.dequantize(tensor.data, tensor.tensor_type)


def _write(
    source: gguf.GGUFReader,
    deltas: _Deltas,
    path: Path,
    weights: gguf.GGMLQuantizationType,
    on_progress: Callable[[], None],
) -> None:
    writer = gguf.GGUFWriter(path, source.fields["general.architecture"].contents())
    for field in source.fields.values():
        if field.name.startswith("GGUF.") or field.name == "general.architecture":
            continue  # the writer makes its own
        on_progress()
        element = field.types[-1] if field.types[0] == gguf.GGUFValueType.ARRAY else None
        writer.add_key_value(field.name, field.contents(), field.types[0], sub_type=element)
    for tensor in source.tensors:
        delta = deltas.of(tensor.name)
        if delta is None:
            writer.add_tensor(tensor.name, tensor.data, raw_dtype=tensor.tensor_type)
        else:
            merged = gguf.dequantize(tensor.data, tensor.tensor_type) + delta
            writer.add_tensor(tensor.name, gguf.quantize(merged, weights), raw_dtype=weights)
        on_progress()
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    on_progress()
    writer.write_tensors_to_file()
    writer.close()
