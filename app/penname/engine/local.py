"""A model on this computer: starts its engine host, hands requests over, starts it again after a crash."""

import itertools
import threading
from collections.abc import Callable, Sequence

from penname import locations
from penname.domain.errors import Cancelled, EngineError, ModelFileError, PennameError
from penname.engine import frames
from penname.engine.client import ModelInfo
from penname.engine.handles import CountHandle, LocalHandle
from penname.engine.host_process import HostProcess
from penname.engine.options import Options
from penname.engine.requests import Request
from penname.engine.tuning import tuning_store
from penname.models.files import ModelFiles
from penname.models.speed import remember_speed

_KEPT = "Your text and what you accepted are still here."
_STOPPED = f"The model stopped working. {_KEPT} The model restarts when you try again."
_STOPPED_IN_SAFE_MODE = (
    f"The model crashes on this computer, even in safe mode. {_KEPT} Choose another model."
)
_OUT_OF_MEMORY = (
    f"Something outside Penname ended the model, perhaps because memory ran out. {_KEPT} "
    "Close other programs and try again."
)
_HUNG = f"The model stopped answering and was shut down. {_KEPT} The model restarts when you try again."
_CLOSED = "This model is no longer loaded. Your text is still here; choose a model and try again."
_UNSENDABLE = (
    "This text cannot be given to the model: {reason}. "
    "Your text is still here; try it with a shorter or cleaned part."
)
_SAFE_MODE = (
    "The model crashed while starting. It now runs in safe mode on this computer, which is a little slower."
)

_Waiting = LocalHandle | CountHandle


class LocalEngine:
    """One model behind a host process (client.EngineClient). Thread-safe.

    A host that dies takes the requests it was working on with it; the next request starts a new one. If
    native code crashed before anything was answered, the requests are handed to a host in safe mode instead,
    once.
    """

    def __init__(
        self, model: ModelFiles, on_notice: Callable[[str], None] | None, options: Options | None = None
    ) -> None:
        self._model, self._options = model, options or Options()
        self._on_notice = on_notice or (lambda _notice: None)
        self._numbers = itertools.count(1)
        self._state = threading.Condition()  # guards all below
        self._host: HostProcess | None = None
        self._waiting: dict[int, _Waiting] = {}
        self._info: ModelInfo | None = None
        self._load_error: PennameError | None = None
        self._safe = tuning_store.needs_safe_mode(model)
        self._closed = False

    @classmethod
    def start(
        cls,
        model: ModelFiles,
        *,
        on_notice: Callable[[str], None] | None = None,
        options: Options | None = None,
    ) -> "LocalEngine":
        """A model that is ready. Raises EngineError or ModelFileError.

        `on_notice` is given sentences for the user, from any thread.
        """
        engine = cls(model, on_notice, options)
        engine.load()
        return engine

    def load(self) -> None:
        """Wait until the model is ready; raises like `start`, and Cancelled when closed meanwhile."""
        with self._state:
            if self._closed:
                raise EngineError(_CLOSED)
            if self._host is None:
                self._start_host()
            self._state.wait_for(lambda: self._info is not None or self._load_error is not None)
            error = self._load_error if self._info is None else None
            failed, self._host = (self._host, None) if error is not None else (None, self._host)
        if failed is not None:
            failed.kill()
        if error is not None:
            raise error

    @property
    def info(self) -> ModelInfo:
        """What is loaded; waits until the model is ready, and raises like `load`."""
        with self._state:
            info = self._info
        if info is None:
            self.load()
            return self.info
        return info

    @property
    def busy(self) -> bool:
        """Whether somebody waits for an answer, or for the model to be ready."""
        with self._state:
            return bool(self._waiting) or (self._host is not None and self._info is None)

    def submit(self, request: Request) -> LocalHandle:
        """Hand in a request; returns at once. Raises EngineError when closed or no host can be started."""
        number = next(self._numbers)
        handle = LocalHandle(number, _message(frames.Ask(number, request)), self._cancel)
        self._hand_over(handle)
        return handle

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """The number of tokens each text takes in a prompt; raises EngineError."""
        number = next(self._numbers)
        handle = CountHandle(number, _message(frames.Count(number, tuple(texts))))
        self._hand_over(handle)
        return handle.wait()

    def close(self) -> None:
        """End the host; whoever waits for an answer gets Cancelled."""
        with self._state:
            self._closed = True
            if self._info is None:
                self._load_error = Cancelled()
                self._state.notify_all()
            host, self._host = self._host, None
            waiting, self._waiting = list(self._waiting.values()), {}
        for handle in waiting:
            handle.fail(Cancelled())
        if host is not None:
            host.kill()

    def _hand_over(self, handle: _Waiting) -> None:
        with self._state:
            if self._closed:
                raise EngineError(_CLOSED)
            host = self._host or self._start_host()
            self._waiting[handle.number] = handle
            host.expect_work(True)
            # under the lock, so that requests reach the host in the order of their numbers; it always reads
            host.send(handle.data)

    def _start_host(self) -> HostProcess:
        """Start a host and let it load the model; call with the state held."""
        self._load_error = None
        host = HostProcess(self._on_message, self._on_end, safe=self._safe)
        self._host = host
        host.expect_work(True)
        host.send(_message(frames.Load(self._model, self._safe, self._options, _states(self._options))))
        return host

    def _cancel(self, number: int) -> None:
        with self._state:
            if self._waiting.pop(number, None) is not None and self._host is not None:
                self._host.send(_message(frames.Cancel(number)))

    def _on_message(self, host: HostProcess, message: frames.FromHost) -> None:
        """Reader thread of `host`."""
        with self._state:
            if host is not self._host:
                return
            number = getattr(message, "number", None)
            handle = self._waiting.get(number) if number is not None else None
            match message:
                case frames.Ready(info):
                    self._info = info
                    if host.safe:
                        tuning_store.remember_safe_mode(self._model)
                    else:
                        remember_speed(info.step_seconds, info.weights)
                    self._state.notify_all()
                case frames.Failed(None, kind, sentence):
                    self._load_error = _error(kind, sentence)
                    self._state.notify_all()
                case frames.Alive():
                    pass
                case frames.Written():
                    host.worked = True
                case (
                    frames.Done(over) | frames.Counted(over) | frames.Stopped(over) | frames.Failed(int(over))
                ):
                    host.worked = True
                    self._waiting.pop(over, None)
            host.expect_work(bool(self._waiting) or self._info is None)
        match message, handle:
            case frames.Written(_, text), LocalHandle():
                handle.write(text)
            case frames.Done(_, answer), LocalHandle():
                handle.finish(answer)
            case frames.Counted(_, tokens), CountHandle():
                handle.finish(tokens)
            case frames.Failed(_, kind, sentence), LocalHandle() | CountHandle():
                handle.fail(_error(kind, sentence))

    def _on_end(self, host: HostProcess) -> None:
        """Reader thread of `host`, which is gone."""
        notice = None
        with self._state:
            if host is not self._host:
                return  # closed
            self._host = None
            waiting, self._waiting = list(self._waiting.values()), {}
            crashed, error = host.crashed(), self._load_error or EngineError(_why(host))
            if crashed:
                self._safe = True
            if crashed and not host.safe and not host.worked:
                waiting = self._restart_with(waiting)
                notice = _SAFE_MODE
            if self._host is None and self._info is None:
                self._load_error = error
                self._state.notify_all()
        if notice is not None:
            self._on_notice(notice)
        for handle in waiting:
            handle.fail(error)

    def _restart_with(self, waiting: list[_Waiting]) -> list[_Waiting]:
        """Hand requests to a new host in safe mode; returns those that have had their second chance."""
        try:
            host = self._start_host()
        except EngineError:
            return waiting
        for handle in waiting:
            if not handle.sent_again:
                handle.sent_again = True
                self._waiting[handle.number] = handle
                host.send(handle.data)
        return [handle for handle in waiting if handle.number not in self._waiting]


def _states(options: Options) -> str | None:
    return str(locations.cache_dir() / "states") if options.optimizations.prefix_states else None


def _message(message: frames.ToHost) -> bytes:
    try:
        return frames.encode(message)
    except frames.BadFrame as error:
        raise EngineError(_UNSENDABLE.format(reason=error)) from error


def _error(kind: str, sentence: str) -> PennameError:
    return ModelFileError(sentence) if kind == "model_file" else EngineError(sentence)


def _why(host: HostProcess) -> str:
    if host.hung:
        return _HUNG
    if host.was_killed():
        return _OUT_OF_MEMORY
    return _STOPPED_IN_SAFE_MODE if host.crashed() and host.safe else _STOPPED
