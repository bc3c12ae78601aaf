"""The vault for the window: calls the vault service in a thread of its own and brings the answers back."""

from collections.abc import Callable
from contextlib import suppress
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple

from PySide6.QtCore import QObject, Signal

from penname.desktop.background.job_thread import Job, JobThread
from penname.domain.errors import Cancelled, PennameError
from penname.domain.events import Started
from penname.domain.pen_names import PenName
from penname.domain.profile import Profile
from penname.pseudonyms.conversation import Conversation
from penname.pseudonyms.mapping import Mapping
from penname.sessions.store import SessionStore

if TYPE_CHECKING:  # the first frame does without its ciphers
    from penname.sessions.vault_service import VaultService


class VaultClientState(StrEnum):
    """Whether the vault is open, as far as the window knows."""

    OFF = "off"  # not asked for yet
    OPENING = "opening"
    OPEN = "open"
    LOCKED = "locked"  # the passphrase is needed
    NOTHING = "nothing"


class VaultContents(NamedTuple):
    """What the vault holds, apart from sessions; `persistent` are stand-ins of every conversation."""

    profiles: tuple[Profile, ...] = ()
    pen_names: tuple[PenName, ...] = ()
    conversations: tuple[Conversation, ...] = ()
    persistent: Mapping = Mapping()


class VaultClient(QObject):
    """Calls the vault service, one at a time. `make` creates it in the client's thread; None: no vault."""

    changed = Signal()  # another state, other profiles
    drafts_found = Signal(object)  # tuple of KeptSession, once it is open
    failed = Signal(object)  # a sentence

    def __init__(self, make: Callable[[], "VaultService"] | None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._make = make
        self._service: VaultService | None = None
        self.jobs = JobThread(self)
        self.keeps_history: Callable[[], bool] = lambda: False  # whether closed texts stay
        self.state = VaultClientState.OFF
        self.profiles: tuple[Profile, ...] = ()
        self.pen_names: tuple[PenName, ...] = ()
        self.conversations: tuple[Conversation, ...] = ()
        self.persistent = Mapping()

    @property
    def store(self) -> SessionStore | None:
        """Where sessions are kept; None while nothing is."""
        return (
            self._service.store if self._service is not None and self.state is VaultClientState.OPEN else None
        )

    def open(
        self, create: bool, passphrase: str | None = None, failed: Callable[[str], None] | None = None
    ) -> None:
        """Open what is kept; `create` begins to keep where that is possible without asking, or with the
        `passphrase`. Errors go to `failed`, or else to everybody.
        """
        if self._make is None:
            return
        if not self.jobs.isRunning():
            self.jobs.start()
        before, self.state = self.state, VaultClientState.OPENING
        self.changed.emit()

        def work() -> tuple[str, Any, VaultContents]:
            if self._service is None:
                assert self._make is not None
                self._service = self._make()
            state = self._service.open(passphrase, create=create, history=self.keeps_history())
            return state, self._service.drafts(), _contents(self._service)

        def not_opened(error: PennameError) -> None:
            self._set(
                VaultClientState.LOCKED if before is VaultClientState.LOCKED else VaultClientState.NOTHING
            )
            if not isinstance(error, Cancelled):
                (failed or self.failed.emit)(str(error))

        self.jobs.submit(Job(work).success(lambda found: self._opened(*found)).failure(not_opened))

    def change(
        self,
        change: Callable[["VaultService"], None],
        done: Callable[[], None],
        failed: Callable[[str], None],
    ) -> None:
        """Change what the vault holds, then call `done`: what is known of it here is up to date by then."""

        def work() -> VaultContents:
            assert self._service is not None
            change(self._service)
            return _contents(self._service)

        def changed(contents: VaultContents) -> None:
            self._hold(contents)
            self.changed.emit()
            done()

        self.jobs.submit(Job(work).success(changed).failure(lambda error: failed(str(error))))

    def ask(
        self,
        call: Callable[["VaultService"], Any],
        answered: Callable[[Any], None],
        failed: Callable[[str], None],
    ) -> None:
        """Give `answered` what `call` returns of the open vault; nothing happens while none is open."""
        service = self._service
        if service is not None and self.state is VaultClientState.OPEN:
            job = Job(lambda: call(service))
            self.jobs.submit(job.success(answered).failure(lambda error: failed(str(error))))

    def keep_text(self, session_id: str, text: Started | None) -> None:
        """Keep a text that waits for its first run; None: keep it no longer."""
        self.ask(lambda service: service.keep_text(session_id, text), lambda _none: None, self.failed.emit)

    def put_away(self, session_id: str) -> None:
        """Put a session away that the user closed."""
        self.ask(lambda service: service.put_away(session_id), lambda _none: None, self.failed.emit)

    def keep_history(self, on: bool) -> None:
        """From now on, texts that the user closes stay, or are forgotten."""
        self.ask(lambda service: service.keep_history(on), lambda _none: None, self.failed.emit)

    def forget(self, done: Callable[[], None]) -> None:
        """Destroy everything in the vault."""

        def work() -> None:
            assert self._make is not None
            (self._service or self._make()).forget()

        def gone(_none: object) -> None:
            self._hold(VaultContents())
            self._set(VaultClientState.NOTHING)
            done()

        if self._make is not None:
            if not self.jobs.isRunning():
                self.jobs.start()
            self.jobs.submit(Job(work).success(gone).failure(lambda error: self.failed.emit(str(error))))

    def close(self, waiting: dict[str, Started | None] | None = None) -> None:
        """Close the vault, so that another Penname can open it, with these texts `waiting` (`keep_text`)."""
        if self.jobs.isRunning():
            self.jobs.close(lambda: None)
        if self._service is not None:
            for session_id, text in (waiting or {}).items():
                with suppress(PennameError):  # nobody is there any more to be told
                    self._service.keep_text(session_id, text)
            self._service.close()

    def _opened(self, state: str, drafts: Any, contents: VaultContents) -> None:
        self._hold(contents)
        self._set(VaultClientState(state))
        if self.state is VaultClientState.OPEN:
            self.drafts_found.emit(drafts)

    def _hold(self, contents: VaultContents) -> None:
        self.profiles, self.pen_names, self.conversations, self.persistent = contents

    def _set(self, state: VaultClientState) -> None:
        self.state = state
        self.changed.emit()


def _contents(service: "VaultService") -> VaultContents:
    return VaultContents(
        service.profiles(), service.pen_names(), service.conversations(), service.persistent()
    )
