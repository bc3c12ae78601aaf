"""Reads a GGUF file's header before llama.cpp sees it: a damaged file must cost a sentence, not a process.

Written against the format's specification (ggml/docs/gguf.md). Only what decides whether the file is usable
is kept; every count and length is checked against what the file can hold.
"""

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


class Header(msgspec.Struct, frozen=True):
    """What a model file says about itself; none of it is to be trusted."""

    architecture: str
    name: str
    context: int
    has_chat_template: bool
    tensors: int


class _Damaged(Exception):
    """The reason, as the end of a sentence."""


def read_header(path: Path) -> Header:
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


class _Reader:
    def __init__(self, file: BinaryIO, size: int) -> None:
        self._file, self._size = file, size

    def header(self) -> Header:
        if self._bytes(4, "it is not a GGUF model file") != _MAGIC:
            raise _Damaged("it is not a GGUF model file")
        if self._number("I") not in _VERSIONS:
            raise _Damaged("its GGUF version is not one Penname reads")
        tensors, values = self._number("Q"), self._number("Q")
        if not 0 < tensors <= _MOST_TENSORS or not 0 < values <= _MOST_VALUES:
            raise _Damaged("its header is damaged")
        known = dict(self._pair() for _ in range(values))
        architecture = known.get("general.architecture")
        if not isinstance(architecture, str) or not architecture:
            raise _Damaged("it does not say what kind of model it is")
        if known.get("general.type", "model") != "model":
            raise _Damaged("it is an addition to a model, not a model")
        if "tokenizer.ggml.model" not in known:
            raise _Damaged("it has no tokenizer, so it is not a model that reads and writes text")
        self._tensors(tensors)
        context = known.get(f"{architecture}.context_length", 0)
        name = known.get("general.name", "")
        return Header(
            architecture=architecture,
            name=name if isinstance(name, str) else "",
            context=context if isinstance(context, int) else 0,
            has_chat_template=isinstance(known.get("tokenizer.chat_template"), str),
            tensors=tensors,
        )

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

    def _tensors(self, count: int) -> None:
        for _ in range(count):
            self._text()
            dimensions = self._number("I")
            if not 0 < dimensions <= _MOST_DIMENSIONS:
                raise _Damaged("its header is damaged")
            sizes = [self._number("Q") for _ in range(dimensions)]
            self._number("I")
            offset = self._number("Q")
            if 0 in sizes or offset >= self._size:
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
