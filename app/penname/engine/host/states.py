"""What a model makes of Penname's own instructions, kept on disk from one start to the next.

Only instructions: the beginning of a prompt before all that a text, a value or an answer has a part in
(`Message.own`). A file is taken only when it is whole and was made of just these tokens by just this model
with these settings; any other is as good as none and is written again.
"""

import contextlib
import hashlib
import os
import time
from array import array
from collections.abc import Sequence
from pathlib import Path

from penname.engine.host.kv_cache import CacheSlot, KVCache

LEAST = 24  # tokens; fewer are evaluated faster than read

_MAGIC = b"penname state 1\n"
_SUFFIX, _PARTIAL = ".state", ".partial"
_LARGEST = 2**28  # bytes of one file
_MOST = 2**29  # bytes of all; the oldest go
_ABANDONED = 60.0  # seconds after which a file somebody began to write is nobody's


class PrefixStates:
    """The states of one model in `folder`; None keeps them for as long as the process runs."""

    def __init__(self, folder: str | None, identity: str, cache: KVCache) -> None:
        self._folder = Path(folder) if folder else None
        self._identity, self._cache = identity, cache
        self._looked_for: set[tuple[int, ...]] = set()
        self._restored: set[tuple[int, ...]] = set()
        self._unsaved: list[tuple[CacheSlot, tuple[int, ...]]] = []

    def restore(self, tokens: Sequence[int]) -> None:
        """Load these instructions into the cache, if they were ever evaluated."""
        wanted = tuple(tokens)
        if len(wanted) < LEAST or self._cache.known(wanted) == len(wanted):
            return
        if self._folder is not None and wanted not in self._looked_for:
            self._looked_for.add(wanted)
            data = _read(self._path(wanted), wanted)
            if data is not None and self._cache.restore(wanted, data):
                self._restored.add(wanted)
                self._looked_for.discard(wanted)  # it may have to go and come back

    def restored(self, tokens: Sequence[int]) -> int:
        """The number of these tokens that came from disk."""
        return len(tokens) if tuple(tokens) in self._restored else 0

    def note(self, slot: CacheSlot, tokens: Sequence[int]) -> None:
        """These instructions were evaluated as the beginning of `slot`."""
        noted = tuple(tokens)
        if len(noted) < LEAST:
            return
        kept = self._cache.keep(slot, len(noted))
        if kept is not None and self._folder is not None:
            self._unsaved.append((kept, noted))

    def save(self) -> None:
        """Write what is not on disk yet; a full disk costs time at the next start, no more."""
        unsaved, self._unsaved = self._unsaved, []
        for slot, tokens in unsaved:
            if tuple(slot.tokens) == tokens and self._folder is not None:
                data = self._cache.saved(slot)
                if data and len(data) <= _LARGEST:
                    with contextlib.suppress(OSError):
                        _write(self._path(tokens), tokens, data)
                        _tidy(self._folder)

    def _path(self, tokens: tuple[int, ...]) -> Path:
        assert self._folder is not None
        key = hashlib.sha256(self._identity.encode() + b"\0" + array("i", tokens).tobytes()).hexdigest()
        return self._folder / f"{key[:32]}{_SUFFIX}"


def _read(path: Path, tokens: tuple[int, ...]) -> bytes | None:
    try:
        if path.stat().st_size > _LARGEST + 2**20:
            return None
        content = path.read_bytes()
    except OSError:
        return None
    body = memoryview(content)[len(_MAGIC) + 32 :]
    digest = content[len(_MAGIC) : len(_MAGIC) + 32]
    spelled = array("i", tokens).tobytes()
    if not content.startswith(_MAGIC) or hashlib.sha256(body).digest() != digest:
        return None
    return bytes(body[len(spelled) :]) if body[: len(spelled)] == spelled else None


def _write(path: Path, tokens: tuple[int, ...], data: bytes) -> None:
    body = array("i", tokens).tobytes() + data
    partial = path.with_name(f"{path.name}.{os.getpid()}{_PARTIAL}")
    descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0), 0o600)
    try:
        with open(descriptor, "wb") as file:
            file.write(_MAGIC + hashlib.sha256(body).digest() + body)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    except OSError:
        partial.unlink(missing_ok=True)
        raise


def _tidy(folder: Path) -> None:
    """Delete the oldest states, and files that an ended process left half written."""
    now, total = time.time(), 0
    found = [(path.stat(), path) for path in folder.iterdir() if path.suffix in (_SUFFIX, _PARTIAL)]
    for about, path in sorted(found, key=lambda one: -one[0].st_mtime):
        total += about.st_size
        abandoned = path.suffix == _PARTIAL and now - about.st_mtime > _ABANDONED
        if abandoned or total > _MOST:
            path.unlink(missing_ok=True)
