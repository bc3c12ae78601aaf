"""Notes what passes between the roles and the engine, and when."""

import time
from collections.abc import Callable, Iterator, Sequence

import msgspec

from penname.domain.inferences import Inference
from penname.domain.listener import SilentListener
from penname.engine.client import Answer, EngineClient, Handle, ModelInfo
from penname.engine.requests import Request


class Exchange(msgspec.Struct, frozen=True):
    """A request and its answer."""

    request: Request
    answer: Answer


class Recorder:
    """An engine that passes everything on and keeps the exchanges in `made` (client.EngineClient)."""

    def __init__(self, engine: EngineClient) -> None:
        self._engine = engine
        self.made: list[Exchange] = []

    @property
    def info(self) -> ModelInfo:
        """The loaded model."""
        return self._engine.info

    def submit(self, request: Request) -> Handle:
        """Hand in a request, and keep it with its answer when that is there."""
        return _Noted(
            self._engine.submit(request), lambda answer: self.made.append(Exchange(request, answer))
        )

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """How many tokens each text takes in a prompt."""
        return self._engine.count_tokens(texts)

    def close(self) -> None:
        """Close the engine behind it."""
        self._engine.close()


class _Noted:
    def __init__(self, handle: Handle, note: Callable[[Answer], None]) -> None:
        self._handle, self._note = handle, note
        self._noted = False

    def stream(self) -> Iterator[str]:
        return self._handle.stream()

    def result(self, timeout: float | None = None) -> Answer:
        answer = self._handle.result(timeout)
        if not self._noted:
            self._noted = True
            self._note(answer)
        return answer

    def cancel(self) -> None:
        self._handle.cancel()


class FirstInference(SilentListener):
    """Listens for the first inference that is complete, and for the first that the model wrote."""

    def __init__(self) -> None:
        self._began = time.perf_counter()
        self.any: float | None = None  # seconds since the beginning
        self.models: float | None = None
        self._writes = False

    def on_reasoning(self, text: str) -> None:  # noqa: ARG002
        """Note that the model itself has begun to write."""
        self._writes = True

    def on_inference(self, inference: Inference) -> None:  # noqa: ARG002
        """Note when the first inference came, and when the first of the model's own."""
        now = time.perf_counter() - self._began
        self.any = now if self.any is None else self.any
        if self._writes and self.models is None:
            self.models = now
