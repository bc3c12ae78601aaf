"""Sessions that outlive the program: kept in the vault's journals, event by event.

    store = JournalStore(vault, keep_history=settings.keep_history, on_notice=say)
    for kept in store.drafts():                        # what a killed or closed program left open
        driver = service.reopen(kept.session_id, listener, store)
    store.keep_text(name, Started(text, ...))          # before its first run a text is a draft, too
    driver = service.new_session(text, goal, listener, store=store, session_id=name)
    store.put_away(driver.session_id)                  # the user closed it

Closing the program closes the vault and nothing else: its open sessions are drafts the next time.
"""

import threading
import time
from collections.abc import Callable
from contextlib import suppress

import msgspec

from penname.domain.events import Event, Started
from penname.domain.session import DamagedSession, Session
from penname.vault.errors import VaultError
from penname.vault.vault import Vault, VaultPart

_TITLE = 60


class KeptSession(msgspec.Struct, frozen=True):
    """A session in the vault, for a list: `changed` is in seconds since 1970, `title` how its text begins.

    `damage` is a sentence when it does not open; then the rest is empty.
    """

    session_id: str
    changed: float
    title: str = ""
    method: str = ""
    model: str = ""
    damage: str = ""
    waiting: Started | None = None  # of a draft that no run has got an answer for: all there is of it


class JournalStore:
    """Keeps events in the vault (store.SessionStore). Thread-safe.

    `append` never fails: what the disk does not take is held in memory and written with the next event, and
    `on_notice` is given a sentence, once; `durable` is false until it is written.
    """

    def __init__(self, vault: Vault, *, keep_history: bool, on_notice: Callable[[str], None]) -> None:
        self._vault = vault
        self.keep_history = keep_history  # whether sessions put away from now on stay
        self._on_notice = on_notice
        self._guard = threading.RLock()
        self._unwritten: dict[str, list[Event]] = {}
        self._begun: set[str] = set()  # sessions that were worked on since this was made

    @property
    def durable(self) -> bool:
        """Whether everything is on the disk, so that a killed program finds it again."""
        with self._guard:  # not in the middle of another session's write
            return not self._unwritten

    def append(self, session_id: str, event: Event) -> None:
        """Keep one more event; it is on the disk when this returns, unless `durable` is false then."""
        with self._guard:
            self._begun.add(session_id)
            self._keep(session_id, event)

    def keep_text(self, session_id: str, text: Started | None) -> None:
        """Keep a text that waits for its first run, in place of what was kept of it; None: keep it no longer.

        It is a session of its beginning alone. Once the session of this name is under way, this does nothing.
        A disk that takes no text is told as by `append`; raises VaultError where nothing can be removed, and
        like `load`.
        """
        with self._guard:
            if session_id in self._begun:
                return
            held = None if session_id in self._unwritten else self.load(session_id)
            if text is not None and held != [text]:
                self._keep(session_id, text)
            elif text is None and held != []:
                self.remove(session_id)

    def load(self, session_id: str) -> list[Event]:
        """All events of a session, oldest first.

        Raises VaultError when the journal does not open, DamagedSession when what it holds is no session of
        this Penname.
        """
        with self._guard:
            records = self._vault.journal(session_id).records()
            try:
                written = [msgspec.json.decode(record, type=Event) for record in records]
            except msgspec.MsgspecError as error:
                raise DamagedSession("This session was stored in a form Penname does not know.") from error
            return [*written, *self._unwritten.get(session_id, ())]

    def drafts(self) -> tuple[KeptSession, ...]:
        """Sessions that were not put away, the one last worked on first."""
        past = set[str]()
        with suppress(VaultError):  # with a damaged history, better too many drafts than none
            past = {kept.session_id for kept in self.history()}
        return tuple(
            self._described(one.session_id, one.changed)
            for one in self._vault.sessions()
            if one.session_id not in past
        )

    def history(self) -> tuple[KeptSession, ...]:
        """Sessions that were put away while history was on, the newest first. Raises VaultError."""
        return tuple(reversed(self._vault.load(VaultPart.HISTORY, KeptSession)))

    def search(self, words: str) -> tuple[KeptSession, ...]:
        """Those of the history whose text has all of these words, the newest first. Raises VaultError."""
        wanted = words.casefold().split()
        return tuple(kept for kept in self.history() if self._has(kept, wanted))

    def put_away(self, session_id: str) -> None:
        """Move a closed session to the history, or remove it where that is off. Raises VaultError."""
        with self._guard:
            if not self.keep_history:
                self.remove(session_id)
                return
            self._write(session_id)
            kept = msgspec.structs.replace(self._described(session_id, time.time()), waiting=None)
            self._vault.save(VaultPart.HISTORY, (*self._others(session_id), kept))

    def reopened(self, session_id: str) -> None:
        """Take a session out of the history because it is open again. Raises VaultError."""
        with self._guard:
            self._vault.save(VaultPart.HISTORY, self._others(session_id))

    def remove(self, session_id: str) -> None:
        """Remove a session permanently, wherever it is listed. Raises VaultError."""
        with self._guard:
            self._unwritten.pop(session_id, None)
            self._vault.remove_session(session_id)
            others = self._others(session_id)
            if len(others) < len(self.history()):
                self._vault.save(VaultPart.HISTORY, others)

    def _has(self, kept: KeptSession, words: list[str]) -> bool:
        if not words:
            return True
        try:
            text = Session(self.load(kept.session_id)).started.text.casefold()
        except (VaultError, DamagedSession):
            return False
        return all(word in text for word in words)

    def _others(self, session_id: str) -> list[KeptSession]:
        return [
            kept for kept in self._vault.load(VaultPart.HISTORY, KeptSession) if kept.session_id != session_id
        ]

    def _keep(self, session_id: str, event: Event) -> None:
        was_durable = self.durable
        if isinstance(event, Started):
            self._unwritten.pop(session_id, None)  # an older beginning
        self._unwritten.setdefault(session_id, []).append(event)
        try:
            self._write(session_id)
        except VaultError as error:
            if was_durable:
                self._on_notice(f"{error} What you do now is not kept on this computer.")

    def _write(self, session_id: str) -> None:
        """Write what could not be written so far; raises VaultError, and then holds the rest."""
        waiting = self._unwritten.get(session_id, [])
        if waiting:
            journal = self._vault.journal(session_id)
            while waiting:
                write = journal.begin if isinstance(waiting[0], Started) else journal.append
                write(msgspec.json.encode(waiting[0]))
                del waiting[0]
        self._unwritten.pop(session_id, None)

    def _described(self, session_id: str, changed: float) -> KeptSession:
        try:
            session = Session(self.load(session_id))
        except (VaultError, DamagedSession) as error:
            return KeptSession(session_id, changed, damage=str(error))
        first = session.started
        waiting = first if len(session.events) == 1 else None
        title = " ".join(first.text.split())
        title = title if len(title) <= _TITLE else f"{title[: _TITLE - 1].rstrip()}…"
        return KeptSession(session_id, changed, title, first.method, first.model, waiting=waiting)
