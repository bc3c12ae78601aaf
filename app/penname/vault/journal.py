"""The journal of one session: records that are added at the end, each on the disk before `append` returns."""

import os
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from penname.vault import files
from penname.vault.errors import DamagedVault, VaultError
from penname.vault.sealing import Damaged, Sealer, new_header, sealer_for

_DAMAGED = (
    "A session that Penname kept cannot be read: its file was damaged, cut or exchanged. "
    "It is left as it is; other sessions and parts are not touched."
)


class Journal:
    """One session's file. It comes into being with its first record, whole.

    Raises DamagedVault when the file does not hold what was written, or fewer than `known` records;
    NewerVault; VaultError when the disk does not give it.
    """

    def __init__(
        self, path: Path, name: str, vault_id: bytes, key: bytes, known: int, on_created: Callable[[], None]
    ) -> None:
        self._path = path
        self._new_sealer: Callable[[], Sealer] = lambda: Sealer(key, new_header(name, vault_id))
        self._on_created = on_created
        self._lock = threading.Lock()
        self._closed = False
        self.count = 0
        data = files.read(path)
        if data is None:
            if known > 0:
                raise DamagedVault(_DAMAGED)
            self._sealer = self._new_sealer()
            self._end = 0
            return
        try:
            header, self._sealer = sealer_for(key, data)
            found = self._sealer.read_appended(data)
            if (header.name, header.vault_id) != (name, vault_id) or len(found.records) < max(known, 1):
                raise Damaged
        except Damaged:
            raise DamagedVault(_DAMAGED) from None
        self.count, self._end = len(found.records), found.end

    def records(self) -> list[bytes]:
        """All records, oldest first; raises like the constructor."""
        with self._lock:
            data = files.read(self._path) or b""
            try:
                if self._end > len(data):
                    raise Damaged
                return self._sealer.read_appended(data[: self._end]).records if self._end else []
            except Damaged:
                raise DamagedVault(_DAMAGED) from None

    def close(self) -> None:
        """Refuse further records: another process may write from now on."""
        with self._lock:
            self._closed = True

    def append(self, record: bytes) -> None:
        """Add a record; returns when the disk has it. Raises VaultError, and the journal is as before."""
        self._write(record, first=self.count == 0)

    def begin(self, record: bytes) -> None:
        """Make `record` the first and only one, in place of one there was: at any moment the disk has the
        one or the other, whole.

        Returns when the disk has it. Raises VaultError; then `begin` comes before anything else.
        """
        self._write(record, first=True)

    def _write(self, record: bytes, first: bool) -> None:
        with self._lock:
            if self._closed:
                raise VaultError("What Penname keeps is closed. Nothing was added.")
            is_new = self.count == 0
            if first:
                sealer = self._new_sealer()
                sealed = sealer.front + sealer.item(0, record)
                files.replace(self._path, sealed)
                self._sealer, self._end, self.count = sealer, len(sealed), 1
            else:
                sealed = self._sealer.item(self.count, record)
                self._add(sealed)
                self._end += len(sealed)
                self.count += 1
        if is_new:
            self._on_created()

    def _add(self, sealed: bytes) -> None:
        with (
            files.plain_words(self._path.parent, "save"),
            files.opened_for_writing(self._path, os.O_APPEND) as descriptor,
        ):
            size = os.fstat(descriptor).st_size
            if size < self._end:
                raise DamagedVault(_DAMAGED)
            if size > self._end:  # a record that was never written to its end
                os.ftruncate(descriptor, self._end)
            try:
                files.write_all(descriptor, sealed)
                os.fsync(descriptor)
            except OSError:
                with suppress(OSError):
                    os.ftruncate(descriptor, self._end)
                raise
