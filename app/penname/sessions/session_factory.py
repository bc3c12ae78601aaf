"""Makes the sessions of a front end: one loaded model, and everything a session needs around it."""

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from penname.domain.cancellation import Cancellation
from penname.domain.conditions import condition
from penname.domain.errors import BadInput, ModelFileError
from penname.domain.events import Started
from penname.domain.goal import Goal
from penname.domain.listener import Listener
from penname.domain.session import Session
from penname.engine.client import ModelInfo
from penname.engine.local import LocalEngine
from penname.engine.options import Options
from penname.engine.tuning.tuning_store import chosen_tuning
from penname.methods import adversarial, misleading, rational
from penname.models.catalog import CatalogEntry, entry_named
from penname.models.files import ModelFiles
from penname.models.opening import open_model, writer_of
from penname.roles.model_roles import ModelRoles, told_attacks, unread_attributes
from penname.roles.packs import load_pack
from penname.sessions.author_history_reader import AuthorHistoryReader
from penname.sessions.driver import Method, SessionDriver
from penname.sessions.intake import check_text
from penname.sessions.store import SessionStore
from penname.sessions.tuning_when_idle import TuningWhenIdle
from penname.settings import Settings, load_attributes

if TYPE_CHECKING:
    from penname.pseudonyms.models.names_reader import NamesReader

METHODS: dict[str, Method] = {
    "rational": rational.anonymize,
    "misleading": misleading.anonymize,
    "adversarial": adversarial.anonymize,
    "base": adversarial.base,
}


class SessionFactory:
    """Loads the model that the settings name and makes sessions with it. Thread-safe; only `close` is quick.

    Where the settings name another model for rewriting, that one writes what the first has read and judged.
    With `tunes` the settings for a new model are measured once, while nobody works with it.
    `on_notice` is given sentences for the user, from any thread. Raises ModelFileError for an unknown model,
    and for one that cannot rewrite what another read.
    """

    def __init__(
        self, settings: Settings, on_notice: Callable[[str], None] | None = None, *, tunes: bool = False
    ) -> None:
        self._settings = settings
        self._model = open_model(settings.model)
        tuning = chosen_tuning(self._model, settings.engine)
        self._engine = LocalEngine(self._model, on_notice, Options(tuning=tuning))
        self._tuning = TuningWhenIdle(self._model, lambda: self._engine.busy) if tunes else None
        self._writing = _writing_model(settings)
        self._writer = None
        if self._writing is not None:
            tuning = chosen_tuning(self._writing, settings.engine)
            self._writer = LocalEngine(self._writing, on_notice, Options(tuning=tuning))
        self._loading = threading.Lock()
        self._loaded = False

    def warm_up(self) -> ModelInfo:
        """Load the models unless they are loaded; raises EngineError, ModelFileError, or Cancelled when
        closed.

        What comes back is about the one that reads; its name names the other one, too, as sessions do.
        """
        with self._loading:
            if not self._loaded:
                self._engine.load()
                if self._writer is not None:
                    self._writer.load()
                self._loaded = True
                if self._tuning is not None:
                    self._tuning.begin()
        return msgspec.structs.replace(self._engine.info, name=self._names())

    def new_session(
        self,
        text: str,
        goal: Goal,
        listener: Listener,
        method: str = "rational",
        store: SessionStore | None = None,
    ) -> SessionDriver:
        """A session for `text`, kept in `store` (else in memory alone).

        Raises BadInput for what is no text, and like `warm_up`.
        """
        check_text(text)
        _check_method(method)
        if method == "misleading" and condition(goal.condition, truth_known=bool(goal.truth)).attacker_told:
            self._check_told_attacks()
        self.warm_up()
        started = Started(text, goal, method, self._names())
        return self._driver(Session([started]), listener, store)

    def reopen(self, session_id: str, listener: Listener, store: SessionStore) -> SessionDriver:
        """A session that `store` holds, where it stood; its `advance` shows the proposal that waited.

        Does not wait for the model: nothing that the session holds is worked out again. The model is loaded
        when the session needs an answer it does not hold yet. Raises DamagedSession, BadInput for a method
        this Penname does not know, and what `store.load` raises.
        """
        session = Session(store.load(session_id))
        _check_method(session.started.method)
        return self._driver(session, listener, store, session_id)

    def _check_told_attacks(self) -> None:
        if not told_attacks(self._model.pack):
            raise BadInput(
                f"The {self._model.title} has not learned to list cues to a value it is told, as row 6 asks. "
                "Choose another row or another model."
            )

    def author_history_reader(self, listener: Listener) -> AuthorHistoryReader:
        """A reader of all texts of a pen name, in one attack where they fit; raises like `warm_up`."""
        info = self.warm_up()
        attributes = load_attributes(self._settings)
        cancellation = Cancellation()
        pack = load_pack(self._model.pack)
        roles = ModelRoles(self._engine, attributes, listener, cancellation, pack)
        names = [attribute.name for attribute in attributes]
        budget = min(pack.attacker.part_tokens, info.context // 5)  # what the attacker reads in one part
        return AuthorHistoryReader(
            roles, names, cancellation, budget, lambda text: self._engine.count_tokens([text])[0]
        )

    def names_reader(self) -> "NamesReader":
        """A reader that looks for names in a text for a chatbot; raises like `warm_up`."""
        from penname.pseudonyms.models.names_reader import NamesReader

        self.warm_up()
        return NamesReader(self._engine)

    def cautions(self, text: str) -> tuple[str, ...]:
        """Sentences to show before the run: languages and attributes the model does not read."""
        from penname.sessions.languages import NAMES, languages_of

        found: list[str] = []
        languages = languages_of(text)
        models = {model.languages: model for model in (self._writing, self._model) if model}
        for reads, model in reversed(models.items()):
            foreign = [NAMES[code] for code in languages if reads and code not in reads]
            if foreign:
                known = _listed([NAMES.get(code, code) for code in reads])
                part = "this text seems" if len(foreign) == len(languages) else "parts of this text seem"
                found.append(f"The {model.title} reads {known} only; {part} to be {_listed(foreign)}.")
        title = self._model.title
        if self._writing is None and (missing := _missing_writer(self._settings)):
            found.append(
                f"The {missing.title} is not on this computer, so the {title} words its changes itself, "
                "poorly. The list of models has it."
            )
        unread = unread_attributes(self._model.pack, load_attributes(self._settings))
        if unread:
            labels = _listed([attribute.label for attribute in unread])
            found.append(f"The {title} has not learned to look for {labels}; other models may have.")
        return tuple(found)

    def equip(self, driver: SessionDriver, listener: Listener) -> None:
        """Let a session that another model began go on with this one; raises like `warm_up`."""
        driver.continue_with(lambda cancellation: self._roles(listener, cancellation))

    def _roles(self, listener: Listener, cancellation: Cancellation) -> ModelRoles:
        pack = load_pack(self._model.pack)
        attributes = load_attributes(self._settings)
        writer = (self._writer, load_pack(self._writing.pack)) if self._writer and self._writing else None
        return ModelRoles(self._engine, attributes, listener, cancellation, pack, writer=writer)

    def _driver(
        self,
        session: Session,
        listener: Listener,
        store: SessionStore | None,
        session_id: str | None = None,
    ) -> SessionDriver:
        cancellation = Cancellation()
        roles = self._roles(listener, cancellation)
        method = METHODS[session.started.method]
        return SessionDriver(session, method, roles, cancellation, store, session_id)

    def close(self) -> None:
        """End the models' processes, from any thread; a call that is under way then fails."""
        self._engine.close()
        if self._tuning is not None:
            self._tuning.close()
        if self._writer is not None:
            self._writer.close()

    def _names(self) -> str:
        return " + ".join(model.name for model in filter(None, (self._model, self._writing)))


def _writing_model(settings: Settings) -> ModelFiles | None:
    """The model that rewrites, where it is another; raises ModelFileError, also for one that cannot.

    Where the settings name none it is the one that goes with the reader, if that is on the computer.
    """
    name = settings.rewrite_model or writer_of(settings.model)
    if name in ("", settings.model):
        return None
    model = open_model(name)
    if load_pack(model.pack).anonymizer.follows:
        raise ModelFileError(
            f"The {model.title} can only rewrite what it has read itself. Choose another model for "
            "rewriting, or the same for everything."
        )
    return model


def _missing_writer(settings: Settings) -> CatalogEntry | None:
    """The model that goes with the reader and is not here, unless the settings name who rewrites."""
    entry = entry_named(settings.model)
    return entry_named(entry.writer) if entry and entry.writer and not settings.rewrite_model else None


def _check_method(method: str) -> None:
    if method not in METHODS:
        raise BadInput(f"There is no method “{method}”. Choose from: {', '.join(METHODS)}.")


def _listed(names: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))
