"""Reads a GGUF file's header before llama.cpp sees it: a damaged file must cost a sentence, not a process.

Written against the format's specification (ggml/docs/gguf.md). Only what decides whether the file is usable
is kept; every count and length is checked against what the file can hold.
"""

import math
import struct
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from penname.domain.errors import ModelFileError

_MAGIC = b"GGUF"
_VERSIONS = (2, 3)
_MOST_TENSORS = 100_000
_MOST_VALUES = 10_000
_LONGEST_TEXT = 4 * 2**20
_LONGEST_ARRAY = 5_000_000
_DEEPEST_ARRAY = 2
_STRING, _ARRAY = 8, 9
_SCALARS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
_MOST_DIMENSIONS = 4
_ALIGNMENT, _LARGEST_ALIGNMENT = 32, 2**20
# Numbers and bytes of one block, by the number of the kind (ggml_type in ggml.h).
_BLOCKS = {
    0: (1, 4), 1: (1, 2), 2: (32, 18), 3: (32, 20), 6: (32, 22), 7: (32, 24), 8: (32, 34), 9: (32, 40),
    10: (256, 84), 11: (256, 110), 12: (256, 144), 13: (256, 176), 14: (256, 210), 15: (256, 292),
    16: (256, 66), 17: (256, 74), 18: (256, 98), 19: (256, 50), 20: (32, 18), 21: (256, 110), 22: (256, 82),
    23: (256, 136), 24: (1, 1), 25: (1, 2), 26: (1, 4), 27: (1, 8), 28: (1, 8), 29: (256, 56), 30: (1, 2),
    34: (256, 54), 35: (256, 66), 39: (32, 17), 40: (64, 36), 41: (128, 18),
}  # fmt: skip
_EMBEDDERS = ("bert", "nomic-bert", "nomic-bert-moe", "jina-bert-v2", "jina-bert-v3", "modern-bert",
              "neo-bert", "eurobert", "gemma-embedding", "t5encoder")  # fmt: skip


class GgufHeader(msgspec.Struct, frozen=True):
    """What a model file says about itself; none of it is to be trusted.

    `context` is in tokens, 0 where it is not told. `bytes_per_token` is what a token of context takes in
    memory, at two bytes a number; 0 where it cannot be told. `embeds`: it compares texts and writes none.
    """

    architecture: str
    name: str
    context: int
    has_chat_template: bool
    tensors: int
    bytes_per_token: int = 0
    embeds: bool = False


class _Damaged(Exception):
    """The reason, as the end of a sentence."""


def read_header(path: Path) -> GgufHeader:
    """The checked header of a model file. Raises ModelFileError, saying what is wrong with the file."""
    try:
        with path.open("rb") as file:
            return _Reader(file, path.stat().st_size).header()
    except _Damaged as error:
        raise ModelFileError(
            f"“{path.name}” cannot be used: {error}. "
            "Nothing was loaded; choose another file or download it again."
        ) from error
    except FileNotFoundError as error:
        raise ModelFileError(
            f"There is no model file “{path.name}” any more; choose another model."
        ) from error
    except OSError as error:
        raise ModelFileError(
            f"“{path.name}” could not be read ({error.strerror or 'unknown reason'}). "
            "Check the file and its permissions, or choose another model."
        ) from error


def first_architecture(path: Path) -> str | None:
    """The kind of model, where the file names it at its very beginning as GGUF asks.

    Empty where it does not, None for what is no GGUF file. Raises OSError.
    """
    with path.open("rb") as file:
        reader = _Reader(file, path.stat().st_size)
        try:
            return reader.first_architecture()
        except _Damaged:
            return None


class _Reader:
    def __init__(self, file: BinaryIO, size: int) -> None:
        self._file, self._size = file, size

    def first_architecture(self) -> str:
        self._counts()
        key, value = self._pair()
        return value if key == "general.architecture" and isinstance(value, str) else ""

    def header(self) -> GgufHeader:
        tensors, values = self._counts()
        known = dict(self._pair() for _ in range(values))
        architecture = known.get("general.architecture")
        if not isinstance(architecture, str) or not architecture:
            raise _Damaged("it does not say what kind of model it is")
        if known.get("general.type", "model") != "model":
            raise _Damaged("it is an addition to a model, not a model")
        if "tokenizer.ggml.model" not in known:
            raise _Damaged("it has no tokenizer, so it is not a model that reads and writes text")
        self._tensors(tensors, known.get("general.alignment", _ALIGNMENT))
        context = known.get(f"{architecture}.context_length", 0)
        name = known.get("general.name", "")
        return GgufHeader(
            architecture=architecture,
            name=name if isinstance(name, str) else "",
            context=context if isinstance(context, int) else 0,
            has_chat_template=isinstance(known.get("tokenizer.chat_template"), str),
            tensors=tensors,
            bytes_per_token=_bytes_per_token(architecture, known),
            embeds=architecture in _EMBEDDERS or bool(known.get(f"{architecture}.pooling_type")),
        )

    def _counts(self) -> tuple[int, int]:
        """Of the tensors and of the values; raises _Damaged for what is no GGUF file."""
        if self._bytes(4, "it is not a GGUF model file") != _MAGIC:
            raise _Damaged("it is not a GGUF model file")
        if self._number("I") not in _VERSIONS:
            raise _Damaged("its GGUF version is not one Penname reads")
        tensors, values = self._number("Q"), self._number("Q")
        if not 0 < tensors <= _MOST_TENSORS or not 0 < values <= _MOST_VALUES:
            raise _Damaged("its header is damaged")
        return tensors, values

    def _pair(self) -> tuple[str, Any]:
        key = self._text()
        return key, self._value(self._number("I"), 0)

    def _value(self, kind: int, depth: int) -> Any:
        if kind == _STRING:
            return self._text()
        if kind != _ARRAY:
            return self._number(self._scalar(kind))
        element, length = self._number("I"), self._number("Q")
        if length > _LONGEST_ARRAY or depth >= _DEEPEST_ARRAY:
            raise _Damaged("its header is damaged")
        if element in _SCALARS:
            self._skip(length * struct.calcsize("<" + _SCALARS[element]))
        else:
            for _ in range(length):
                if element == _STRING:
                    self._skip(self._number("Q"))
                else:
                    self._value(element, depth + 1)
        return None  # arrays are stepped over: nothing in them decides whether the file is usable

    def _scalar(self, kind: int) -> str:
        if kind not in _SCALARS:
            raise _Damaged("its header is damaged")
        return _SCALARS[kind]

    def _tensors(self, count: int, alignment: Any) -> None:
        if not isinstance(alignment, int) or not 0 < alignment <= _LARGEST_ALIGNMENT:
            raise _Damaged("its header is damaged")
        end = 0
        for _ in range(count):
            self._text()
            dimensions = self._number("I")
            if not 0 < dimensions <= _MOST_DIMENSIONS:
                raise _Damaged("its header is damaged")
            numbers = math.prod(self._number("Q") for _ in range(dimensions))
            block, size = _BLOCKS.get(self._number("I"), (1, 0))  # of a kind not known yet: nothing is said
            offset = self._number("Q")
            if numbers == 0:
                raise _Damaged("its header is damaged")
            end = max(end, offset + numbers // block * size)
        begin = -(-self._file.tell() // alignment) * alignment
        if begin + end > self._size:
            raise _Damaged("it is cut off; the download may not be complete")

    def _number(self, kind: str) -> Any:
        return struct.unpack("<" + kind, self._bytes(struct.calcsize("<" + kind)))[0]

    def _text(self) -> str:
        length = self._number("Q")
        if length > _LONGEST_TEXT:
            raise _Damaged("its header is damaged")
        return self._bytes(length).decode("utf-8", "replace")

    def _bytes(self, count: int, otherwise: str = "it is cut off; the download may not be complete") -> bytes:
        data = self._file.read(count)
        if len(data) < count:
            raise _Damaged(otherwise)
        return data

    def _skip(self, count: int) -> None:
        position = self._file.tell() + count
        if position > self._size:
            raise _Damaged("it is cut off; the download may not be complete")
        self._file.seek(position)


def _bytes_per_token(architecture: str, known: dict[str, Any]) -> int:
    """Keys and values of all layers; 0 where the header does not say, as for layers of different kinds."""

    def number(key: str) -> int:
        value = known.get(f"{architecture}.{key}")
        return value if isinstance(value, int) and 0 < value < _MOST_VALUES else 0

    layers, heads = number("block_count"), number("attention.head_count")
    width = number("embedding_length") or known.get(f"{architecture}.embedding_length") or 0
    size = number("attention.key_length") or (int(width) // heads if heads else 0)
    return 2 * 2 * layers * number("attention.head_count_kv") * size
