"""Sessions for a front end, with the models that its settings name."""

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from penname.domain.cancellation import Cancellation
from penname.domain.conditions import condition
from penname.domain.errors import Cancelled, PennameError
from penname.domain.events import Started
from penname.domain.goal import Goal
from penname.domain.listener import Listener
from penname.domain.session import Session
from penname.engine.client import ModelInfo
from penname.methods.registry import method_named
from penname.sessions.author_history_reader import AuthorHistoryReader
from penname.sessions.driver import SessionDriver
from penname.sessions.intake import check_text
from penname.sessions.store import SessionStore
from penname.settings import Settings

if TYPE_CHECKING:  # its lists of names and numbers would come with it
    from penname.pseudonyms.models.names_reader import NamesReader
    from penname.sessions.loaded_models import LoadedModels


class SessionService:
    """Makes sessions, and readers of other kinds. What models need is imported and opened at the first call.

    Every call blocks, except `close`; they may come from any thread. `on_notice` is given sentences for the
    user, from any thread. With `tunes` the settings for a new model are measured once, while nobody works.
    All calls raise ModelFileError for models that are not there or do not go together, and Cancelled when
    closed; those that need a loaded model raise EngineError, too.
    """

    def __init__(
        self, settings: Settings, on_notice: Callable[[str], None] | None = None, *, tunes: bool = False
    ) -> None:
        self._settings = settings
        self._on_notice = on_notice
        self._tunes = tunes
        self._models: LoadedModels | None = None
        self._closed = False
        self._opening = threading.Lock()

    def warm_up(self) -> ModelInfo:
        """Load the models unless they are loaded; see `LoadedModels.load`."""
        return self._opened().load()

    def use(self, settings: Settings) -> ModelInfo:
        """Go on with the models that `settings` name, and load them.

        The former ones are used on where there are no such models or they cannot be loaded. Sessions begun
        before are to be equipped in any case.
        """
        with self._opening:
            if self._closed:
                raise Cancelled
            fresh, former = self._open(settings), self._models
            before, self._models, self._settings = self._settings, fresh, settings
        if former is not None:
            former.close()  # first: there may be no memory for both
        try:
            return fresh.load()
        except PennameError:
            with self._opening:
                fresh.close()
                if not self._closed:
                    self._models, self._settings = None, before
            raise

    def new_session(
        self,
        text: str,
        goal: Goal,
        listener: Listener,
        method: str = "rational",
        store: SessionStore | None = None,
        session_id: str | None = None,
    ) -> SessionDriver:
        """A session for `text` with loaded models, kept in `store` (else in memory alone), as `session_id`.

        Raises BadInput for what is no text, and for a method there is not or that the model cannot follow.
        """
        check_text(text)
        chosen, models = method_named(method), self._opened()
        if chosen.misleads and condition(goal.condition, truth_known=bool(goal.truth)).attacker_told:
            models.check_told_attacks()
        models.load()
        session, cancellation = Session([Started(text, goal, method, models.name)]), Cancellation()
        roles = models.roles(listener, cancellation)
        return SessionDriver(session, chosen, roles, cancellation, store, session_id, new=True)

    def reopen(self, session_id: str, listener: Listener, store: SessionStore) -> SessionDriver:
        """A session that `store` holds, where it stood; its `advance` shows the proposal that waited.

        Does not wait for the model: nothing that the session holds is worked out again. The model is loaded
        when the session needs an answer it does not hold yet. Raises DamagedSession, BadInput for a method
        this Penname does not know, and what `store.load` raises.
        """
        session, cancellation = Session(store.load(session_id)), Cancellation()
        method = method_named(session.started.method)
        roles = self._opened().roles(listener, cancellation)
        return SessionDriver(session, method, roles, cancellation, store, session_id)

    def attach(self, driver: SessionDriver, listener: Listener) -> None:
        """Let a session that other models began go on with these; asks no model."""
        models = self._opened()
        driver.continue_with(lambda cancellation: models.roles(listener, cancellation))

    def author_history_reader(self, listener: Listener) -> AuthorHistoryReader:
        """A reader of all texts of a pen name, in one attack where they fit; waits for the model."""
        models, cancellation = self._opened(), Cancellation()
        info, attacker = models.load(), models.pack.attacker
        return AuthorHistoryReader(
            models.roles(listener, cancellation),
            [attribute.name for attribute in models.attributes],
            cancellation,
            min(attacker.part_tokens, info.context // 5),  # what the attacker reads in one part
            lambda text: models.engine.count_tokens([text])[0],
        )

    def names_reader(self) -> "NamesReader":
        """A reader that looks for names in a text for a chatbot; waits for the model."""
        from penname.pseudonyms.models.names_reader import NamesReader

        models = self._opened()
        models.load()
        return NamesReader(models.engine)

    def cautions(self, text: str) -> tuple[str, ...]:
        """Sentences to show before the run: languages and attributes the models do not read."""
        from penname.sessions.cautions import cautions

        return cautions(text, self._opened(), self._settings)

    def close(self) -> None:
        """End the models' processes, from any thread; a call that is under way then fails."""
        self._closed = True
        if self._models is not None:
            self._models.close()

    def _opened(self) -> "LoadedModels":
        with self._opening:
            if self._closed:
                raise Cancelled
            if self._models is None:
                self._models = self._open(self._settings)
            return self._models

    def _open(self, settings: Settings) -> "LoadedModels":
        from penname.sessions.loaded_models import LoadedModels

        return LoadedModels(settings, self._on_notice, tunes=self._tunes)
