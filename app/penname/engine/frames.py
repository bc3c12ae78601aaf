"""Messages between Penname and the engine host: each a length, then one JSON object.

Both sides check every message against these types and refuse longer ones; nothing is ever unpickled.
"""

import os
import struct
from typing import IO, Generic, Literal, TypeVar

import msgspec

from penname.engine.client import Answer, ModelInfo
from penname.engine.options import Options
from penname.engine.requests import Request
from penname.models.files import ModelFiles

LARGEST = 16 * 2**20  # bytes of one message


class Load(msgspec.Struct, frozen=True, tag="load"):
    """Load this model; the first message, sent once. `states` is the folder for evaluated instructions."""

    model: ModelFiles
    safe: bool
    options: Options = Options()
    states: str | None = None


class Ask(msgspec.Struct, frozen=True, tag="ask"):
    """Answer this request."""

    number: int
    request: Request


class Count(msgspec.Struct, frozen=True, tag="count"):
    """Count the tokens of these texts."""

    number: int
    texts: tuple[str, ...]


class Cancel(msgspec.Struct, frozen=True, tag="cancel"):
    """Stop working on this request."""

    number: int


class Alive(msgspec.Struct, frozen=True, tag="alive"):
    """Work goes on: some of the loading, or one more batch, is finished."""


class Ready(msgspec.Struct, frozen=True, tag="ready"):
    """The model is loaded and has evaluated its first token."""

    info: ModelInfo


class Written(msgspec.Struct, frozen=True, tag="written"):
    """The answer goes on with this text."""

    number: int
    text: str


class Done(msgspec.Struct, frozen=True, tag="done"):
    """The request is answered."""

    number: int
    answer: Answer


class Counted(msgspec.Struct, frozen=True, tag="counted"):
    """The tokens of each text."""

    number: int
    tokens: tuple[int, ...]


class Stopped(msgspec.Struct, frozen=True, tag="stopped"):
    """The request was cancelled."""

    number: int


class Failed(msgspec.Struct, frozen=True, tag="failed"):
    """The request failed with a sentence for the user; without a number, the loading did."""

    number: int | None
    kind: Literal["engine", "model_file"]
    sentence: str


ToHost = Load | Ask | Count | Cancel
FromHost = Alive | Ready | Written | Done | Counted | Stopped | Failed

Incoming = TypeVar("Incoming")


class BadFrame(Exception):
    """The other side sent something that is no message: too long, cut off, or not of these types."""


class FrameReader(Generic[Incoming]):
    """Reads messages of one union of types from a stream."""

    def __init__(self, stream: IO[bytes], expected: object) -> None:
        self._stream = stream
        self._decoder: msgspec.json.Decoder[Incoming] = msgspec.json.Decoder(expected)

    def read(self) -> Incoming | None:
        """The next message; None at the end of the stream. Raises BadFrame."""
        header = self._stream.read(4)
        if not header:
            return None
        if len(header) < 4:
            raise BadFrame("a message was cut off")
        (length,) = struct.unpack(">I", header)
        if length > LARGEST:
            raise BadFrame("a message is too long")
        body = self._stream.read(length)
        if len(body) < length:
            raise BadFrame("a message was cut off")
        try:
            return self._decoder.decode(body)
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
            raise BadFrame("a message is not of a known kind") from error


def encode(message: msgspec.Struct) -> bytes:
    """The bytes of a message. Raises BadFrame when it is too long or holds text that is no Unicode text."""
    try:
        body = msgspec.json.encode(message)
    except (UnicodeEncodeError, msgspec.EncodeError, RecursionError) as error:
        raise BadFrame("the text holds characters that cannot be sent") from error
    if len(body) > LARGEST:
        raise BadFrame("the text is too long")
    return struct.pack(">I", len(body)) + body


def write_all(descriptor: int, data: bytes) -> None:
    """Write every byte; raises OSError when the other side is gone."""
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]
