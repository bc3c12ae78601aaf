"""The session factory as the window sees it; tests hand in one that answers from a script."""

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from penname.domain.errors import Cancelled, PennameError
from penname.domain.goal import Goal
from penname.domain.listener import Listener
from penname.sessions.author_history_reader import AuthorHistoryReader
from penname.sessions.driver import SessionDriver
from penname.sessions.store import SessionStore
from penname.settings import Settings

if TYPE_CHECKING:  # its lists of names and numbers would come with it
    from penname.pseudonyms.models.names_reader import NamesReader


class SessionFactoryProtocol(Protocol):
    """What the window needs of `sessions.session_factory.SessionFactory`.

    Every call blocks and belongs in the job thread, except `close`.
    """

    def warm_up(self) -> Any:
        """Start the engine host and load the model; returns what is known about it. Raises EngineError."""

    def new_session(
        self,
        text: str,
        goal: Goal,
        listener: Listener,
        method: str = "rational",
        store: SessionStore | None = None,
    ) -> SessionDriver:
        """A session for `text`, kept in `store`; raises BadInput for an empty one."""

    def reopen(self, session_id: str, listener: Listener, store: SessionStore) -> SessionDriver:
        """A session that `store` holds, where it stood; asks no model."""

    def author_history_reader(self, listener: Listener) -> AuthorHistoryReader:
        """A reader of all texts of a pen name together; waits for the model."""

    def names_reader(self) -> "NamesReader":
        """A reader that looks for names in a text for a chatbot; waits for the model."""

    def cautions(self, text: str) -> tuple[str, ...]:
        """Sentences to show before the run."""

    def equip(self, driver: SessionDriver, listener: Listener) -> None:
        """Let a session begun with another model go on with the current one; asks no model."""

    def close(self) -> None:
        """End the model's process, from any thread; a call that is under way then fails."""


class SwitchableSessionFactory(SessionFactoryProtocol, Protocol):
    """A session factory that can go on with other models."""

    def use(self, settings: Settings) -> Any:
        """Go on with the models that `settings` name, and load them; returns what is known about them.

        Raises ModelFileError when there are no such models and like `warm_up` when they cannot be loaded; the
        former are then used on. Sessions begun before are to be equipped in any case.
        """


class LazySessionFactory:
    """Makes the real session factory at the first call, in the job thread: importing it takes a while."""

    def __init__(self, make: Callable[[Settings], SessionFactoryProtocol], settings: Settings) -> None:
        self._make = make
        self._settings = settings
        self._made: SessionFactoryProtocol | None = None
        self._closed = False
        self._making = threading.Lock()

    def warm_up(self) -> Any:
        """Load the model; returns what is known about it."""
        return self._factory().warm_up()

    def new_session(
        self,
        text: str,
        goal: Goal,
        listener: Listener,
        method: str = "rational",
        store: SessionStore | None = None,
    ) -> SessionDriver:
        """A session for `text`, kept in `store`."""
        return self._factory().new_session(text, goal, listener, method, store)

    def reopen(self, session_id: str, listener: Listener, store: SessionStore) -> SessionDriver:
        """A session that `store` holds, where it stood."""
        return self._factory().reopen(session_id, listener, store)

    def author_history_reader(self, listener: Listener) -> AuthorHistoryReader:
        """A reader of all texts of a pen name together."""
        return self._factory().author_history_reader(listener)

    def names_reader(self) -> "NamesReader":
        """A reader that looks for names in a text for a chatbot."""
        return self._factory().names_reader()

    def cautions(self, text: str) -> tuple[str, ...]:
        """Sentences to show before the run."""
        return self._factory().cautions(text)

    def equip(self, driver: SessionDriver, listener: Listener) -> None:
        """Let a session begun with another model go on with the current one."""
        self._factory().equip(driver, listener)

    def use(self, settings: Settings) -> Any:
        """Go on with the models that `settings` name; with the former ones where they cannot be loaded."""
        with self._making:
            if self._closed:
                raise Cancelled
            fresh, former = self._make(settings), self._made
            before, self._made, self._settings = self._settings, fresh, settings
        if former is not None:
            former.close()  # first: there may be no memory for both
        try:
            return fresh.warm_up()
        except PennameError:
            with self._making:
                fresh.close()
                if not self._closed:
                    self._made, self._settings = None, before
            raise

    def close(self) -> None:
        """End the model's process; nothing more is made."""
        self._closed = True
        if self._made is not None:
            self._made.close()

    def _factory(self) -> SessionFactoryProtocol:
        with self._making:
            if self._closed:
                raise Cancelled
            if self._made is None:
                self._made = self._make(self._settings)
            return self._made
