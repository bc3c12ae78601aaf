"""The open vault: parts that are saved as a whole, and a journal for each session."""

import re
import threading
from collections.abc import Iterable, Sequence
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import TypeVar

import msgspec

from penname.file_lock import FileLock
from penname.vault import files
from penname.vault.errors import DamagedVault, VaultError
from penname.vault.journal import Journal
from penname.vault.part_file import PartFile, PartState
from penname.vault.sealing import Damaged

T = TypeVar("T")
_SESSION_ID = re.compile(r"[0-9a-f]{16}")
_SESSIONS = "sessions"
_INDEX = "index"
_BEING_REMOVED = -1


class VaultPart(StrEnum):
    """What is kept, each in files of its own; the value names the files and is used on the command line."""

    PROFILES = "profiles"
    PEN_NAMES = "pen-names"
    PSEUDONYMS = "pseudonyms"
    HISTORY = "history"

    @property
    def words(self) -> str:
        """How sentences name it."""
        return self.value.replace("-", " ")


class SessionFile(msgspec.Struct, frozen=True):
    """A session that has a journal; `changed` is when it was last written to, in seconds since 1970."""

    session_id: str
    changed: float


class _Index(msgspec.Struct):
    """The least generation of each part, and the least number of records of each journal."""

    generations: dict[str, int] = {}
    journals: dict[str, int] = {}


class Vault:
    """What Penname keeps on this computer, open. Thread-safe; made by `opening.open_vault`.

    Every method raises VaultError (a sentence) when the disk or the file is not as it should be, and then
    has changed nothing. Only one process at a time may have it open to write; `cautions` are sentences to
    show once: what was noticed about the vault as a whole when it was opened.
    """

    def __init__(self, folder: Path, vault_id: bytes, key: bytes, lock: FileLock | None) -> None:
        self.folder = folder
        self.cautions: tuple[str, ...] = ()
        self._vault_id = vault_id
        self._key = key
        self._lock = lock
        self._guard = threading.RLock()
        self._journals: dict[str, Journal] = {}
        self._index_file = self._part_file(_INDEX)
        self._index, self._index_generation = self._read_index()
        if lock is not None:
            files.make_private(folder / _SESSIONS)
            self._finish_removing()

    def load(self, part: VaultPart, kind: type[T]) -> tuple[T, ...]:
        """The items of a part, which are frozen structs of one `kind`; empty when none were ever saved.

        Raises DamagedVault when the last state does not open; `restore` goes back to the one before.
        """
        try:
            return tuple(msgspec.json.decode(record, type=kind) for record in self.records(part))
        except msgspec.MsgspecError as error:
            raise VaultError(
                f"Your {part.words} are whole but of a form that this Penname does not know. "
                "Nothing was changed. Please update Penname."
            ) from error

    def save(self, part: VaultPart, items: Iterable[object]) -> None:
        """Replace all items of a part; returns when the disk has them. The state before is kept as well."""
        self.replace_records(part, [msgspec.json.encode(item) for item in items])

    def records(self, part: VaultPart) -> list[bytes]:
        """What `load` decodes: one JSON object an item."""
        with self._guard:
            return self._newest(part).records

    def replace_records(self, part: VaultPart, records: Sequence[bytes]) -> None:
        """What `save` does, with encoded items."""
        with self._guard:
            self._check_writable()
            self._write(part, self._newest(part).generation + 1, records)

    def restore(self, part: VaultPart) -> None:
        """Go back to the newest state of a damaged part that opens; with none, the part begins empty.

        A part whose last state opens stays as it is.
        """
        with self._guard:
            self._check_writable()
            file, known = self._part_file(part), self._index.generations.get(part, 0)
            with suppress(Damaged):
                file.newest(known)
                return
            sound = file.newest_sound()
            self._write(part, max(sound.generation, known) + 1, sound.records)
            file.remove_damaged()

    def check(self) -> dict[str, str]:
        """A sentence for each part and session (by its id) that does not open as it should."""
        wrong: dict[str, str] = {}
        for part in VaultPart:
            try:
                with self._guard:
                    spare_is_damaged = self._newest(part).other_is_damaged
                if spare_is_damaged:
                    wrong[part] = (
                        f"Your {part.words} are whole, but the state before the last change is damaged. "
                        "The next change mends that."
                    )
            except VaultError as error:
                wrong[part] = str(error)
        for session in self.sessions():
            try:
                self.journal(session.session_id)
            except VaultError as error:
                wrong[session.session_id] = str(error)
        return wrong

    def journal(self, session_id: str) -> Journal:
        """The journal of a session, new or not; `session_id` is 16 hexadecimal digits."""
        if not _SESSION_ID.fullmatch(session_id):
            raise ValueError("no session id")
        with self._guard:
            if session_id not in self._journals:
                known = self._index.journals.get(session_id, 0)
                self._journals[session_id] = Journal(
                    self._journal_path(session_id),
                    f"session {session_id}",
                    self._vault_id,
                    self._key,
                    known,
                    lambda: self._note_journal(session_id),
                )
            return self._journals[session_id]

    def sessions(self) -> tuple[SessionFile, ...]:
        """All sessions that have a journal, the one last written to first."""
        with self._guard, files.plain_words(self.folder, "read"):
            folder = self.folder / _SESSIONS
            found = [
                SessionFile(path.name, path.stat().st_mtime)
                for path in (folder.iterdir() if folder.is_dir() else ())
                if _SESSION_ID.fullmatch(path.name) and not self._is_being_removed(path.name)
            ]
        return tuple(sorted(found, key=lambda session: -session.changed))

    def remove_session(self, session_id: str) -> None:
        """Remove the journal of a session for good."""
        path = self._journal_path(session_id)
        with self._guard:
            self._check_writable()
            self._journals.pop(session_id, None)
            self._index.journals[session_id] = _BEING_REMOVED
            with suppress(VaultError):  # a killed program finishes this instead of missing a session
                self._write_index()
            files.remove(path)
            del self._index.journals[session_id]
            with suppress(VaultError):  # else a session of this name that begins later would be removed, too
                self._write_index()

    def close(self) -> None:
        """Note how far the journals are, forget the key, let the next process in. Closing twice is fine."""
        with self._guard:
            if self._lock is None:
                return
            for session_id, journal in self._journals.items():
                journal.close()
                if journal.count:
                    self._index.journals[session_id] = journal.count
            if self._journals:
                with suppress(VaultError):
                    self._write_index()
            self._lock.release()
            self._lock = None
            self._journals.clear()
            self._key = b""

    def __enter__(self) -> "Vault":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _newest(self, part: VaultPart) -> PartState:
        try:
            return self._part_file(part).newest(self._index.generations.get(part, 0))
        except Damaged:
            raise DamagedVault(
                f"Your {part.words} cannot be read: their last state is damaged, missing or was put back "
                "from an older one. Nothing else is touched. Back to the newest state that can be read: "
                f"penname vault restore {part}"
            ) from None

    def _write(self, part: VaultPart, generation: int, records: Sequence[bytes]) -> None:
        self._part_file(part).write(generation, records)
        self._index.generations[part] = generation
        with suppress(VaultError):  # the part itself is saved; the next save writes the index with it
            self._write_index()

    def _note_journal(self, session_id: str) -> None:
        with self._guard:
            self._index.journals[session_id] = 1
            with suppress(VaultError):
                self._write_index()

    def _read_index(self) -> tuple[_Index, int]:
        try:
            state = self._index_file.newest()
            damaged = state.other_is_damaged or (state.generation == 0 and self._holds_something())
        except Damaged:
            state, damaged = self._index_file.newest_sound(), True
        if damaged:
            self.cautions = (
                "The list of what Penname keeps is damaged or missing. Everything that opens is whole, but "
                "whether something was removed or put back from an older state cannot be told this time.",
            )
        index = msgspec.json.decode(state.records[0], type=_Index) if state.records else _Index()
        missing = [
            name
            for name, count in index.journals.items()
            if count != _BEING_REMOVED and not self._journal_path(name).exists()
        ]
        if missing:
            self.cautions += (f"Sessions are missing that Penname kept here: {len(missing)}.",)
            for name in missing:
                del index.journals[name]
        return index, state.generation

    def _holds_something(self) -> bool:
        return any(self.folder.glob("*.[01]")) or any((self.folder / _SESSIONS).glob("*"))

    def _write_index(self) -> None:
        """The index as it is now; where it was damaged, over the damage."""
        self._index_generation += 1
        self._index_file.write(self._index_generation, [msgspec.json.encode(self._index)])

    def _finish_removing(self) -> None:
        for name in [name for name in self._index.journals if self._is_being_removed(name)]:
            with suppress(VaultError):  # tried again the next time
                files.remove(self._journal_path(name))
                del self._index.journals[name]

    def _is_being_removed(self, session_id: str) -> bool:
        return self._index.journals.get(session_id) == _BEING_REMOVED

    def _journal_path(self, session_id: str) -> Path:
        return self.folder / _SESSIONS / session_id

    def _part_file(self, name: str) -> PartFile:
        return PartFile(self.folder, name, self._vault_id, self._key)

    def _check_writable(self) -> None:
        if self._lock is None:
            raise VaultError("What Penname keeps was opened for reading only. Nothing was changed.")
