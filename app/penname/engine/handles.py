"""Handles of requests, for whoever waits for the answers."""

import threading
from collections.abc import Callable, Iterator

from penname.domain.errors import Cancelled, PennameError
from penname.engine.client import Answer


class LocalHandle:
    """A request handed to the engine host (client.Handle)."""

    def __init__(self, number: int, data: bytes, cancel: Callable[[int], None]) -> None:
        self.number = number
        self.data = data  # its message to the host, kept to be sent again after a crash
        self.sent_again = False
        self._cancel = cancel
        self._changed = threading.Condition()
        self._pieces: list[str] = []
        self._answer: Answer | None = None
        self._error: PennameError | None = None

    def stream(self) -> Iterator[str]:
        """The answer's text as it is written; each call begins at the first piece."""
        position = 0
        while True:
            with self._changed:
                while len(self._pieces) <= position and not self._is_over():
                    self._changed.wait()
                pieces = self._pieces[position:]
                # what was written before a failure is handed out first; after a stop nobody waits for it
                if self._error is not None and (not pieces or isinstance(self._error, Cancelled)):
                    raise self._error
                if not pieces:
                    return
            position += len(pieces)
            yield "".join(pieces)

    def result(self, timeout: float | None = None) -> Answer:
        """Wait for the whole answer; TimeoutError after `timeout` seconds."""
        with self._changed:
            if not self._changed.wait_for(self._is_over, timeout):
                raise TimeoutError
            if self._error is not None:
                raise self._error
            assert self._answer is not None
            return self._answer

    def cancel(self) -> None:
        """Stop the request; whoever waits for it gets Cancelled at once."""
        self.fail(Cancelled())
        self._cancel(self.number)

    def write(self, text: str) -> None:
        """The answer goes on."""
        with self._changed:
            self._pieces.append(text)
            self._changed.notify_all()

    def finish(self, answer: Answer) -> None:
        """The answer is complete."""
        with self._changed:
            if not self._is_over():
                self._answer = answer
            self._changed.notify_all()

    def fail(self, error: PennameError) -> None:
        """There will be no answer."""
        with self._changed:
            if not self._is_over():
                self._error = error
            self._changed.notify_all()

    def _is_over(self) -> bool:
        return self._answer is not None or self._error is not None


class CountHandle:
    """A count of tokens handed to the engine host."""

    def __init__(self, number: int, data: bytes) -> None:
        self.number = number
        self.data = data
        self.sent_again = False
        self._over = threading.Event()
        self._tokens: tuple[int, ...] = ()
        self._error: PennameError | None = None

    def wait(self) -> list[int]:
        """The tokens of each text; raises what the count failed with."""
        self._over.wait()
        if self._error is not None:
            raise self._error
        return list(self._tokens)

    def finish(self, tokens: tuple[int, ...]) -> None:
        """The count is known."""
        self._tokens = tokens
        self._over.set()

    def fail(self, error: PennameError) -> None:
        """There will be no count."""
        self._error = error
        self._over.set()
