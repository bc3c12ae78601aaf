"""What is kept on this computer, for the window: opened beside everything else, in a thread of its own."""

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


class KeepingState(StrEnum):
    """Whether anything is kept, as far as is known."""

    OFF = "off"  # not asked for yet
    OPENING = "opening"
    OPEN = "open"
    LOCKED = "locked"  # the passphrase is needed
    NOTHING = "nothing"


class KeepingRoom(Protocol):
    """What the window needs of `sessions.keeping.Keeping`. Every call blocks."""

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
    def for_good(self) -> Mapping: ...
    def keep_for_good(self, mapping: Mapping) -> None: ...
    def forget(self) -> None: ...
    def close(self) -> None: ...


class Contents(NamedTuple):
    """What is kept, apart from sessions; `for_good` are stand-ins that hold in every conversation."""

    profiles: tuple[Profile, ...] = ()
    pen_names: tuple[PenName, ...] = ()
    conversations: tuple[Conversation, ...] = ()
    for_good: Mapping = Mapping()


class Keeper(QObject):
    """Passes on what is asked, one call at a time. `make` makes the room in its thread; None keeps none."""

    changed = Signal()  # another state, other profiles
    drafts_found = Signal(object)  # tuple of KeptSession, once it is open
    failed = Signal(object)  # a sentence

    def __init__(self, make: Callable[[], KeepingRoom] | None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._make = make
        self._room: KeepingRoom | None = None
        self.jobs = JobThread(self)
        self.keeps_history: Callable[[], bool] = lambda: False  # whether closed texts stay
        self.state = KeepingState.OFF
        self.profiles: tuple[Profile, ...] = ()
        self.pen_names: tuple[PenName, ...] = ()
        self.conversations: tuple[Conversation, ...] = ()
        self.for_good = Mapping()

    @property
    def store(self) -> SessionStore | None:
        """Where sessions are kept; None while nothing is."""
        return self._room.store if self._room is not None and self.state is KeepingState.OPEN else None

    def open(
        self, create: bool, passphrase: str | None = None, failed: Callable[[str], None] | None = None
    ) -> None:
        """Open what is kept; `create` begins to keep where that is possible without asking, or with the
        `passphrase`. What goes wrong is told to `failed`, else to everybody."""
        if self._make is None:
            return
        if not self.jobs.isRunning():
            self.jobs.start()
        before, self.state = self.state, KeepingState.OPENING
        self.changed.emit()

        def work() -> tuple[str, Any, Contents]:
            if self._room is None:
                assert self._make is not None
                self._room = self._make()
            state = self._room.open(passphrase, create=create, history=self.keeps_history())
            return state, self._room.drafts(), _contents(self._room)

        def not_opened(error: PennameError) -> None:
            self._set(KeepingState.LOCKED if before is KeepingState.LOCKED else KeepingState.NOTHING)
            if not isinstance(error, Cancelled):
                (failed or self.failed.emit)(str(error))

        self.jobs.submit(Job(work).success(lambda found: self._opened(*found)).failure(not_opened))

    def save_profile(self, profile: Profile, done: Callable[[], None], failed: Callable[[str], None]) -> None:
        """Keep `profile`."""
        self._change(lambda room: room.save_profile(profile), done, failed)

    def save_pen_name(
        self, pen_name: PenName, done: Callable[[], None], failed: Callable[[str], None]
    ) -> None:
        """Keep `pen_name`."""
        self._change(lambda room: room.save_pen_name(pen_name), done, failed)

    def remove_pen_name(self, name: str, done: Callable[[], None], failed: Callable[[str], None]) -> None:
        """Remove a pen name with its posts."""
        self._change(lambda room: room.remove_pen_name(name), done, failed)

    def save_conversation(
        self, conversation: Conversation, done: Callable[[], None], failed: Callable[[str], None]
    ) -> None:
        """Keep a conversation in the place of one of the same name."""
        self._change(lambda room: room.save_conversation(conversation), done, failed)

    def forget_conversation(self, name: str, done: Callable[[], None], failed: Callable[[str], None]) -> None:
        """Forget who stood for whom in a conversation."""
        self._change(lambda room: room.forget_conversation(name), done, failed)

    def forget_conversations(self, done: Callable[[], None], failed: Callable[[str], None]) -> None:
        """Forget all conversations, and the stand-ins that hold for good."""
        self._change(lambda room: room.forget_conversations(), done, failed)

    def keep_for_good(
        self, mapping: Mapping, done: Callable[[], None], failed: Callable[[str], None]
    ) -> None:
        """Have these stand-ins hold in every conversation."""
        self._change(lambda room: room.keep_for_good(mapping), done, failed)

    def put_away(self, session_id: str) -> None:
        """The user closed a session."""
        self._ask(lambda room: room.put_away(session_id), lambda _none: None, self.failed.emit)

    def keep_history(self, on: bool) -> None:
        """From now on, texts that the user closes stay, or are forgotten."""
        self._ask(lambda room: room.keep_history(on), lambda _none: None, self.failed.emit)

    def history(self, words: str, found: Callable[[Any], None], failed: Callable[[str], None]) -> None:
        """Give `found` the past sessions (KeptSession) whose text has all these words, the newest first."""
        self._ask(lambda room: room.history(words), found, failed)

    def take_out(self, session_id: str, done: Callable[[], None], failed: Callable[[str], None]) -> None:
        """A past session is open again."""
        self._ask(lambda room: room.take_out(session_id), lambda _none: done(), failed)

    def remove_sessions(
        self, session_ids: Sequence[str], done: Callable[[], None], failed: Callable[[str], None]
    ) -> None:
        """Remove past sessions for good."""

        def remove(room: KeepingRoom) -> None:
            for session_id in session_ids:
                room.remove_session(session_id)

        self._ask(remove, lambda _none: done(), failed)

    def forget(self, done: Callable[[], None]) -> None:
        """Destroy everything that is kept."""

        def work() -> None:
            assert self._make is not None
            (self._room or self._make()).forget()

        def gone(_none: object) -> None:
            self._hold(Contents())
            self._set(KeepingState.NOTHING)
            done()

        if self._make is not None:
            if not self.jobs.isRunning():
                self.jobs.start()
            self.jobs.submit(Job(work).success(gone).failure(lambda error: self.failed.emit(str(error))))

    def close(self) -> None:
        """Let another Penname in."""
        if self.jobs.isRunning():
            self.jobs.close(lambda: None)
        if self._room is not None:
            self._room.close()

    def _opened(self, state: str, drafts: Any, contents: Contents) -> None:
        self._hold(contents)
        self._set(KeepingState(state))
        if self.state is KeepingState.OPEN:
            self.drafts_found.emit(drafts)

    def _hold(self, contents: Contents) -> None:
        self.profiles, self.pen_names, self.conversations, self.for_good = contents

    def _ask(
        self,
        call: Callable[[KeepingRoom], Any],
        answered: Callable[[Any], None],
        failed: Callable[[str], None],
    ) -> None:
        """Do `call` with what is open; nothing while nothing is kept."""
        room = self._room
        if room is not None and self.state is KeepingState.OPEN:
            job = Job(lambda: call(room))
            self.jobs.submit(job.success(answered).failure(lambda error: failed(str(error))))

    def _set(self, state: KeepingState) -> None:
        self.state = state
        self.changed.emit()

    def _change(
        self, change: Callable[[KeepingRoom], None], done: Callable[[], None], failed: Callable[[str], None]
    ) -> None:
        def work() -> Contents:
            assert self._room is not None
            change(self._room)
            return _contents(self._room)

        def changed(contents: Contents) -> None:
            self._hold(contents)
            self.changed.emit()
            done()

        self.jobs.submit(Job(work).success(changed).failure(lambda error: failed(str(error))))


def _contents(room: KeepingRoom) -> Contents:
    return Contents(room.profiles(), room.pen_names(), room.conversations(), room.for_good())
