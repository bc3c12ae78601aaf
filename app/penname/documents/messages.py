"""What Penname and the document child say to each other: one request, one answer, then the child ends.

Each is a length, a JSON object of these types, and the bytes of a file behind it. Nothing is ever unpickled.
"""

import struct
from typing import TypeVar

import msgspec

from penname.documents.document import AS_IT_IS, Fact, ReadingOptions

DOCUMENT_CHILD = "--document-child"
MOST_JSON = 64 * 2**20  # bytes of the object in a message


class Read(msgspec.Struct, frozen=True, tag="read"):
    """Say what is in the file that follows."""

    kind: str
    reading: ReadingOptions = AS_IT_IS


class Strip(msgspec.Struct, frozen=True, tag="strip"):
    """Give the file that follows back without what it tells beside its text."""

    kind: str
    reading: ReadingOptions = AS_IT_IS


class Write(msgspec.Struct, frozen=True, tag="write"):
    """Give the file that follows back with this text, as a file of the kind `target`."""

    kind: str
    text: str
    target: str
    reading: ReadingOptions = AS_IT_IS


class Contents(msgspec.Struct, frozen=True, tag="contents"):
    """What is in a file: its text, what it tells beside that, and sentences about what was not read.

    `senders` are those of a chat, `columns` those of a table: one is to be chosen before there is a text.
    """

    text: str
    facts: tuple[Fact, ...] = ()
    notices: tuple[str, ...] = ()
    senders: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()


class DocumentMade(msgspec.Struct, frozen=True, tag="made"):
    """The file follows."""


class DocumentRefused(msgspec.Struct, frozen=True, tag="refused"):
    """It cannot be done: a sentence for the user. `detected` is the encoding the text seems to have."""

    sentence: str
    bad_encoding: bool = False
    detected: str | None = None


Request = Read | Strip | Write
Answer = Contents | DocumentMade | DocumentRefused
_Message = TypeVar("_Message")


class BadMessage(Exception):
    """What came is no message of the kind that was expected."""


def encode(message: msgspec.Struct, data: bytes = b"") -> bytes:
    """The bytes of a message and the file behind it."""
    body = msgspec.json.encode(message)
    return struct.pack(">I", len(body)) + body + data


def decode(received: bytes, expected: type[_Message]) -> tuple[_Message, bytes]:
    """The message and the file behind it. Raises BadMessage."""
    if len(received) < 4:
        raise BadMessage
    (length,) = struct.unpack_from(">I", received)
    if length > MOST_JSON or 4 + length > len(received):
        raise BadMessage
    try:
        return msgspec.json.decode(received[4 : 4 + length], type=expected), received[4 + length :]
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise BadMessage from error
