"""The vault for the window: calls the vault service in a thread of its own and brings the answers back."""

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any, NamedTuple, Protocol

from PySide6.QtCore import QObject, Signal

from penname.desktop.background.job_thread import Job, JobThread
from penname.domain.errors import Cancelled, PennameError
from penname.domain.pen_names import PenName
from penname.domain.profile import Profile
from penname.pseudonyms.conversation import Conversation
from penname.pseudonyms.mapping import Mapping
from penname.sessions.store import SessionStore


class VaultClientState(StrEnum):
    """Whether the vault is open, as far as the window knows."""

    OFF = "off"  # not asked for yet
    OPENING = "opening"
    OPEN = "open"
    LOCKED = "locked"  # the passphrase is needed
    NOTHING = "nothing"


class VaultServiceProtocol(Protocol):
    """What the window needs of `sessions.vault_service.VaultService`. Every call blocks."""

    store: Any

    def open(self, passphrase: str | None = None, *, create: bool = True, history: bool = False) -> str: ...
    def drafts(self) -> Any: ...
    def put_away(self, session_id: str) -> None: ...
    def keep_history(self, on: bool) -> None: ...
    def history(self, words: str = "") -> Any: ...
    def take_out(self, session_id: str) -> None: ...
    def remove_session(self, session_id: str) -> None: ...
    def profiles(self) -> tuple[Profile, ...]: ...
    def save_profile(self, profile: Profile) -> None: ...
    def pen_names(self) -> tuple[PenName, ...]: ...
    def save_pen_name(self, pen_name: PenName) -> None: ...
    def remove_pen_name(self, name: str) -> None: ...
    def conversations(self) -> tuple[Conversation, ...]: ...
    def save_conversation(self, conversation: Conversation) -> None: ...
    def forget_conversation(self, name: str) -> None: ...
    def forget_conversations(self) -> None: ...
    def persistent(self) -> Mapping: ...
    def keep_persistent(self, mapping: Mapping) -> None: ...
    def forget(self) -> None: ...
    def close(self) -> None: ...


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

    def __init__(
        self, make: Callable[[], VaultServiceProtocol] | None, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._make = make
        self._service: VaultServiceProtocol | None = None
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

    def save_profile(self, profile: Profile, done: Callable[[], None], failed: Callable[[str], None]) -> None:
        """Save `profile`."""
        self._change(lambda service: service.save_profile(profile), done, failed)

    def save_pen_name(
        self, pen_name: PenName, done: Callable[[], None], failed: Callable[[str], None]
    ) -> None:
        """Save `pen_name`."""
        self._change(lambda service: service.save_pen_name(pen_name), done, failed)

    def remove_pen_name(self, name: str, done: Callable[[], None], failed: Callable[[str], None]) -> None:
        """Remove a pen name with its posts."""
        self._change(lambda service: service.remove_pen_name(name), done, failed)

    def save_conversation(
        self, conversation: Conversation, done: Callable[[], None], failed: Callable[[str], None]
    ) -> None:
        """Save a conversation in place of one of the same name."""
        self._change(lambda service: service.save_conversation(conversation), done, failed)

    def forget_conversation(self, name: str, done: Callable[[], None], failed: Callable[[str], None]) -> None:
        """Forget who stood for whom in a conversation."""
        self._change(lambda service: service.forget_conversation(name), done, failed)

    def forget_conversations(self, done: Callable[[], None], failed: Callable[[str], None]) -> None:
        """Forget all conversations, and the persistent stand-ins."""
        self._change(lambda service: service.forget_conversations(), done, failed)

    def keep_persistent(
        self, mapping: Mapping, done: Callable[[], None], failed: Callable[[str], None]
    ) -> None:
        """Make these stand-ins hold in every conversation."""
        self._change(lambda service: service.keep_persistent(mapping), done, failed)

    def put_away(self, session_id: str) -> None:
        """Put a session away that the user closed."""
        self._ask(lambda service: service.put_away(session_id), lambda _none: None, self.failed.emit)

    def keep_history(self, on: bool) -> None:
        """From now on, texts that the user closes stay, or are forgotten."""
        self._ask(lambda service: service.keep_history(on), lambda _none: None, self.failed.emit)

    def history(self, words: str, found: Callable[[Any], None], failed: Callable[[str], None]) -> None:
        """Give `found` the past sessions (KeptSession) whose text has all these words, the newest first."""
        self._ask(lambda service: service.history(words), found, failed)

    def take_out(self, session_id: str, done: Callable[[], None], failed: Callable[[str], None]) -> None:
        """Take a session that is open again out of the history."""
        self._ask(lambda service: service.take_out(session_id), lambda _none: done(), failed)

    def remove_sessions(
        self, session_ids: Sequence[str], done: Callable[[], None], failed: Callable[[str], None]
    ) -> None:
        """Remove past sessions permanently."""

        def remove(service: VaultServiceProtocol) -> None:
            for session_id in session_ids:
                service.remove_session(session_id)

        self._ask(remove, lambda _none: done(), failed)

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

    def close(self) -> None:
        """Close the vault, so that another Penname can open it."""
        if self.jobs.isRunning():
            self.jobs.close(lambda: None)
        if self._service is not None:
            self._service.close()

    def _opened(self, state: str, drafts: Any, contents: VaultContents) -> None:
        self._hold(contents)
        self._set(VaultClientState(state))
        if self.state is VaultClientState.OPEN:
            self.drafts_found.emit(drafts)

    def _hold(self, contents: VaultContents) -> None:
        self.profiles, self.pen_names, self.conversations, self.persistent = contents

    def _ask(
        self,
        call: Callable[[VaultServiceProtocol], Any],
        answered: Callable[[Any], None],
        failed: Callable[[str], None],
    ) -> None:
        """Do `call` with the open vault; nothing while none is open."""
        service = self._service
        if service is not None and self.state is VaultClientState.OPEN:
            job = Job(lambda: call(service))
            self.jobs.submit(job.success(answered).failure(lambda error: failed(str(error))))

    def _set(self, state: VaultClientState) -> None:
        self.state = state
        self.changed.emit()

    def _change(
        self,
        change: Callable[[VaultServiceProtocol], None],
        done: Callable[[], None],
        failed: Callable[[str], None],
    ) -> None:
        def work() -> VaultContents:
            assert self._service is not None
            change(self._service)
            return _contents(self._service)

        def changed(contents: VaultContents) -> None:
            self._hold(contents)
            self.changed.emit()
            done()

        self.jobs.submit(Job(work).success(changed).failure(lambda error: failed(str(error))))


def _contents(service: VaultServiceProtocol) -> VaultContents:
    return VaultContents(
        service.profiles(), service.pen_names(), service.conversations(), service.persistent()
    )
