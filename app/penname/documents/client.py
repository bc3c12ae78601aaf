"""Documents, seen from the rest of Penname: each call starts the child for one file and waits for it."""

import contextlib
import threading
from pathlib import Path
from typing import IO, TypeVar

import msgspec

from penname.documents.document import AS_IT_IS, MOST_BYTES, ReadingOptions
from penname.documents.messages import (
    DOCUMENT_CHILD,
    MOST_JSON,
    Answer,
    BadMessage,
    Contents,
    DocumentMade,
    DocumentRefused,
    Read,
    Request,
    Strip,
    Write,
    decode,
    encode,
)
from penname.domain.errors import BadEncoding, BadInput
from penname.engine.frames import write_all
from penname.engine.launch import child_command, start
from penname.models import children

_PATIENCE = 600.0  # seconds; on a busy computer. The child limits its own processor time
_MOST_ANSWER = MOST_JSON + 512 * 2**20  # bytes
_CHUNK = 2**20  # bytes
_ENDED = (
    "The part of Penname that reads documents stopped at this file, perhaps because the file is damaged or "
    "made to do harm. Nothing was changed. Save the text as plain text (.txt) and try again."
)
_TOO_LARGE = (
    "{name} has {size:,} MB; Penname reads documents of at most {most} MB. Nothing was changed. Split it, or "
    "take out its pictures if it has any, and try again."
)
_Expected = TypeVar("_Expected", Contents, DocumentMade)


class OpenedDocument:
    """A file that was read: what it holds, and what it can be turned into. The file itself is not touched."""

    def __init__(self, data: bytes, kind: str, reading: ReadingOptions = AS_IT_IS) -> None:
        """Read `data` as a file of `kind` (see formats.py). Raises BadInput and BadEncoding."""
        self._data = data
        self._kind = kind
        self._reading = reading
        self.contents, _ = _ask(Read(kind, reading), data, Contents)

    def stripped(self) -> "OpenedDocument":
        """The same document without what its file tells beside the text. Raises BadInput."""
        _, data = _ask(Strip(self._kind, self._reading), self._data, DocumentMade)
        return OpenedDocument(data, self._kind, self._reading)

    def of_sender(self, sender: str) -> "OpenedDocument":
        """The same chat with what `sender` wrote as its text. Raises BadInput."""
        return OpenedDocument(self._data, self._kind, msgspec.structs.replace(self._reading, sender=sender))

    def of_column(self, column: str) -> "OpenedDocument":
        """The same table with what stands in `column` as its text. Raises BadInput."""
        return OpenedDocument(self._data, self._kind, msgspec.structs.replace(self._reading, column=column))

    def with_text(self, text: str, target: str) -> bytes:
        """A file of the kind `target` with another text. Raises BadInput."""
        _, data = _ask(Write(self._kind, text, target, self._reading), self._data, DocumentMade)
        return data


def read_file(path: Path) -> bytes:
    """The bytes of a document's file. Raises BadInput for one that cannot be read or is too large."""
    try:
        size = path.stat().st_size
        if size > MOST_BYTES:
            raise BadInput(_TOO_LARGE.format(name=path, size=size // 2**20, most=MOST_BYTES // 2**20))
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)  # what is no file has no size
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror or 'unknown reason'}.") from error
    if len(data) > MOST_BYTES:
        raise BadInput(_TOO_LARGE.format(name=path, size=len(data) // 2**20, most=MOST_BYTES // 2**20))
    return data


def _all_of(stream: IO[bytes]) -> bytes:
    """What the child says until it ends; no more than it may, whatever it was made to do."""
    received = bytearray()
    while chunk := stream.read(_CHUNK):
        received += chunk
        if len(received) > _MOST_ANSWER:
            raise BadMessage
    return bytes(received)


def _ask(request: Request, data: bytes, expected: type[_Expected]) -> tuple[_Expected, bytes]:
    try:
        process = start(child_command(DOCUMENT_CHILD))
    except OSError as error:
        raise BadInput(_ENDED) from error
    assert process.stdin is not None
    assert process.stdout is not None
    stdin = process.stdin

    def send() -> None:
        with contextlib.suppress(OSError, ValueError):
            write_all(stdin.fileno(), encode(request, data))
            stdin.close()

    watch = threading.Timer(_PATIENCE, process.kill)
    watch.daemon = True
    sender = threading.Thread(target=send, daemon=True)
    watch.start()
    sender.start()
    answer: Answer
    try:
        received = _all_of(process.stdout)
        answer, made = decode(received, Answer)  # type: ignore[arg-type]
    except (OSError, BadMessage) as error:
        raise BadInput(_ENDED) from error
    finally:
        watch.cancel()
        process.kill()
        sender.join()
        children.end(process)
    if isinstance(answer, DocumentRefused):
        raise (
            BadEncoding(answer.sentence, answer.detected)
            if answer.bad_encoding
            else BadInput(answer.sentence)
        )
    if not isinstance(answer, expected):
        raise BadInput(_ENDED)
    return answer, made
