"""What all commands share: exit codes, the text that comes in, and sentences to the user."""

import contextlib
import sys
from pathlib import Path

from penname.domain.errors import BadInput

DONE, FAILED, UNUSABLE, UNFORESEEN, STOPPED = 0, 1, 2, 70, 130
_LONGEST = 100  # characters of somebody's words on one line


def source(file: str, prompt: str = "Type or paste your text") -> bytes:
    """The bytes of a file, or of standard input for "-"; raises BadInput when it cannot be read."""
    if file == "-":
        if sys.stdin.isatty():
            say(f"{prompt}, then end with Ctrl+D on a line of its own.")
        return sys.stdin.buffer.read()
    try:
        return Path(file).read_bytes()
    except OSError as error:
        raise BadInput(f"{file} cannot be read: {error.strerror or 'unknown reason'}.") from error


def say(sentence: str, end: str = "\n") -> None:
    """Tell the user on standard error, if there is anybody to tell."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        sys.stderr.write(sentence + end)
        sys.stderr.flush()


def put(data: bytes) -> None:
    """Write a result to standard output, behind whatever was printed there."""
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def one_line(words: str) -> str:
    """A stranger's words on one line of a terminal, without what would steer it, and not too many."""
    plain = " ".join("".join(sign if sign.isprintable() else " " for sign in words).split())
    return plain if len(plain) <= _LONGEST else plain[: _LONGEST - 1] + "…"
