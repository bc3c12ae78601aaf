"""A session service that answers from a script, with every stop, delay and failure a test wants."""

import json
import threading
from collections.abc import Callable

import msgspec

from fake_engine import FakeEngine
from penname.domain.cancellation import Cancellation
from penname.domain.changes import Change
from penname.domain.errors import BadInput, EngineError, ModelFileError
from penname.domain.events import Arbitrated, Attacked, Rewritten, Started
from penname.domain.goal import Goal
from penname.domain.inferences import Validity
from penname.domain.listener import Listener
from penname.domain.session import Session
from penname.engine.client import ModelInfo
from penname.engine.requests import Request
from penname.methods.registry import method_named
from penname.pseudonyms.models.names_reader import NamesReader
from penname.roles.rewrite_request import RewriteRequest
from penname.sessions.author_history_reader import AuthorHistoryReader
from penname.sessions.driver import SessionDriver
from penname.sessions.store import SessionStore
from penname.settings import Settings
from scripted import LEAKS, ScriptedRoles


class TalkingRoles(ScriptedRoles):
    """Scripted roles that speak to a listener, and wait, fail or stop when told to."""

    def __init__(self, factory: "ScriptedSessions", listener: Listener, cancellation: Cancellation) -> None:
        super().__init__(factory.leaks, self._begin)
        self.weights, self.together = factory.weights, factory.together
        self.alternatives = factory.alternatives
        self._factory = factory
        self._listener = listener
        self._cancellation = cancellation

    def attack(self, text: str, goal: Goal, so_far: Attacked | None = None) -> Attacked:
        """As scripted, told to the listener."""
        attacked = super().attack(text, goal, so_far)
        for inference in attacked.inferences:
            self._listener.on_reasoning(inference.reasoning)
            self._listener.on_inference(inference)
        self._listener.on_tokens(40, 2.0)
        return attacked

    def arbitrate(self, text: str, attacked: Attacked, goal: Goal) -> Arbitrated:
        """As scripted, told to the listener."""
        arbitrated = super().arbitrate(text, attacked, goal)
        for verdict in arbitrated.verdicts:
            self._listener.on_verdict(verdict)
        return arbitrated

    def rewrite(self, request: RewriteRequest) -> Rewritten:
        """As scripted, or refused; later attempts have the words of `second` where it has any."""
        first = self.leaks
        self.leaks = {**self.leaks, **(self._factory.second if request.attempt > 1 else {})}
        rewritten = super().rewrite(request)
        self.leaks = first
        if self._factory.refuse > 0:
            self._factory.refuse -= 1
            return Rewritten((), refused="The rewrite is the same as the text.")
        return msgspec.structs.replace(rewritten, changes=tuple(map(self._judged, rewritten.changes)))

    def _judged(self, change: Change) -> Change:
        good = [self._factory.good[name] for name in change.attributes if name in self._factory.good]
        return msgspec.structs.replace(change, good=min(good)) if good else change

    def _begin(self, role: str) -> None:
        self._listener.on_task(role, 1, 1)
        if role != "weigher":  # which works beside the user
            self._factory.begun.append(role)
        if role == self._factory.wait_in:
            self._factory.waiting.set()
            while not self._factory.go_on.wait(0.005):
                self._cancellation.check()
                if self._factory.closed.is_set():
                    raise EngineError("The model was closed.")
        self._cancellation.check()
        if role == self._factory.fail_in and self._factory.failures > 0:
            self._factory.failures -= 1
            raise EngineError(
                "The model stopped working. Your text is still here. The model restarts when you try again."
            )


class ScriptedSessions:
    """`wait_in` makes a role wait for `go_on`, `fail_in` makes it fail so many `failures`, `second` has leaks
    as later attempts rewrite them, `good` what a critic thinks of an attribute's changes, `alternatives`
    as of the roles; `begun` notes who was asked.
    """

    def __init__(self, leaks: dict[str, tuple[str, str, Validity]] | None = None) -> None:
        self.leaks = dict(leaks or LEAKS)
        self.wait_in = ""
        self.fail_in = ""
        self.failures = 1
        self.refuse = 0
        self.second: dict[str, tuple[str, str, Validity]] = {}
        self.good: dict[str, float] = {}
        self.alternatives: tuple[tuple[str, str, str, float], ...] = ()
        self.weights: dict[str, float] = {}  # of phrases, in nats
        self.together: dict[str, float] = {}  # of all phrases of an attribute
        self.begun: list[str] = []
        self.waiting = threading.Event()
        self.go_on = threading.Event()
        self.closed = threading.Event()
        self.said: tuple[str, ...] = ()
        self.names: dict[str, str] = {}
        self.fail_to_load: Callable[[], None] = lambda: None
        self.model = "starter"
        self.missing: tuple[str, ...] = ()  # models that cannot be loaded
        self.equipped = 0  # how often a session was handed over to another model

    def warm_up(self) -> ModelInfo:
        """A model that is there at once, unless `fail_to_load` raises."""
        self.fail_to_load()
        title = "Starter model" if self.model == "starter" else self.model.title()
        return ModelInfo(self.model, title, 4096, "starter", ("en",), 2, False)

    def use(self, settings: Settings) -> ModelInfo:
        """Another model, if it is not `missing`."""
        if settings.model in self.missing:
            raise ModelFileError("There is no such model; choose another.")
        self.model = settings.model
        return self.warm_up()

    def attach(self, driver: SessionDriver, listener: Listener) -> None:
        """The session goes on with fresh talking roles."""
        self.equipped += 1
        driver.continue_with(lambda cancellation: TalkingRoles(self, listener, cancellation))

    def new_session(
        self,
        text: str,
        goal: Goal,
        listener: Listener,
        method: str = "rational",
        store: SessionStore | None = None,
        session_id: str | None = None,
    ) -> SessionDriver:
        """A session with talking roles."""
        self.fail_to_load()
        if not text.strip():
            raise BadInput("There is no text here to look at.")
        cancellation = Cancellation()
        roles = TalkingRoles(self, listener, cancellation)
        started = Started(text, goal, method, self.model)
        session = Session([started])
        return SessionDriver(session, method_named(method), roles, cancellation, store, session_id, new=True)

    def reopen(self, session_id: str, listener: Listener, store: SessionStore) -> SessionDriver:
        """A kept session with talking roles."""
        cancellation = Cancellation()
        roles = TalkingRoles(self, listener, cancellation)
        session = Session(store.load(session_id))
        return SessionDriver(
            session, method_named(session.started.method), roles, cancellation, store, session_id
        )

    def author_history_reader(self, listener: Listener) -> AuthorHistoryReader:
        """Talking roles that read the texts of a pen name, 300 characters at once."""
        self.fail_to_load()
        cancellation = Cancellation()
        roles = TalkingRoles(self, listener, cancellation)
        return AuthorHistoryReader(roles, tuple(self.leaks), cancellation, 300, len)

    def names_reader(self) -> NamesReader:
        """One that is answered with `names`, and waits for `go_on` where `wait_in` is "names"."""
        self.fail_to_load()

        def answer(request: Request) -> str:
            if self.wait_in == "names":
                self.waiting.set()
                self.go_on.wait(5)
            return json.dumps({name: kind for name, kind in self.names.items() if name in request.source})

        return NamesReader(FakeEngine(answer))

    def cautions(self, text: str) -> tuple[str, ...]:
        """What the test wants said."""
        return self.said

    def close(self) -> None:
        """Let nobody wait any more."""
        self.closed.set()
