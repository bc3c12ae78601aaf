"""What was measured on this machine, kept in small files of the cache folder."""

import contextlib
import os

from penname import locations


def keep_measured(name: str, content: bytes) -> None:
    """Write the whole file or leave the one that is there. Nobody waits for it: a full disk is no error."""
    path = locations.cache_dir() / name
    partial = path.with_name(f"{name}.{os.getpid()}.partial")
    with contextlib.suppress(OSError):
        partial.write_bytes(content)
        partial.replace(path)
