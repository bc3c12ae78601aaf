"""The hash of a file, read in pieces, since models are larger than memory."""

import hashlib
from collections.abc import Callable
from pathlib import Path

PIECE = 4 * 2**20  # bytes read at once


def sha256_of(path: Path, each: Callable[[bytes], object] = lambda _piece: None) -> str:
    """The SHA-256 in hexadecimal digits; `each` is given every piece and may raise. Raises OSError."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while piece := file.read(PIECE):
            each(piece)
            digest.update(piece)
    return digest.hexdigest()
