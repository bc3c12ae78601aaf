"""The engine host: the child process in which llama.cpp runs.

The main thread confines the process, loads the model and answers the requests side by side; a second one
reads what the window's process says. A cancel ends the running decode through the context's abort flag, and
the others repeat that batch without the cancelled request. The process ends when its input ends.
"""

import contextlib
import importlib
import os
import queue
import threading
import time
from typing import TYPE_CHECKING

import msgspec

from penname.domain.errors import ModelFileError, PennameError
from penname.engine import frames
from penname.engine.client import Answer
from penname.engine.confining import sandbox
from penname.engine.host.hardening import harden_process
from penname.engine.refusals import Refusals

if TYPE_CHECKING:
    from penname.engine.host.scheduler import PendingRequest, RequestScheduler

_QUIET = 0.5  # seconds of work after which the other side is told that it goes on


def main() -> None:
    """Run the host on descriptors 0 and 1 until the conversation ends."""
    _Host(*harden_process()).run()


class _Host:
    def __init__(self, incoming: int, outgoing: int) -> None:
        stream = open(incoming, "rb")  # noqa: SIM115 (open as long as the process)
        self._frames: frames.FrameReader[frames.ToHost] = frames.FrameReader(stream, frames.ToHost)
        self._outgoing = outgoing
        self._sending = threading.Lock()
        self._sent_at = 0.0
        self._work: queue.SimpleQueue[frames.Load | frames.Ask | frames.Count] = queue.SimpleQueue()
        self._deciding = threading.Lock()  # who is cancelled
        self._cancelled: list[int] = []
        self._scheduler: RequestScheduler | None = None

    def run(self) -> None:
        first = self._first()
        if not isinstance(first, frames.Load):
            return
        # before any other thread runs and before numpy and llama.cpp come in: what they start is confined too
        refused = sandbox.enter(first.model, first.states)
        threading.Thread(target=self._listen, daemon=True).start()
        try:
            self._work_through(first, refused)
        except BrokenPipeError:
            os._exit(0)

    def _first(self) -> frames.ToHost | None:
        try:
            return self._frames.read()
        except (frames.BadFrame, OSError):
            os._exit(1)

    def _listen(self) -> None:
        """Reader thread. Ends the process with the conversation, whatever the main thread is doing."""
        try:
            while (message := self._frames.read()) is not None:
                if isinstance(message, frames.Cancel):
                    self._cancel(message.number)
                else:
                    self._work.put(message)
        except (frames.BadFrame, OSError):
            os._exit(1)
        os._exit(0)

    def _cancel(self, number: int) -> None:
        with self._deciding:
            self._cancelled.append(number)
            if self._scheduler is not None:
                self._scheduler.context.abort()

    def _work_through(self, first: frames.Load, refused: Refusals) -> None:
        from penname.engine.host.context import Aborted
        from penname.engine.host.loading import load

        # NumPy and what needs it take as long to come in as the model: they do so at the same time
        threading.Thread(target=importlib.import_module, args=("penname.engine.host.scheduler",)).start()
        tuning, sequences = first.options.tuning, first.options.optimizations.sequences
        try:
            loaded = load(first.model, tuning, sequences=sequences, safe=first.safe, on_progress=self._alive)
            from penname.engine.host.scheduler import RequestScheduler

            self._scheduler = scheduler = RequestScheduler(
                first.model, loaded, first.options, first.states, safe=first.safe
            )
        except PennameError as error:
            self._send(_failed(None, error))
            return
        self._send(frames.Ready(msgspec.structs.replace(scheduler.info, refused=refused)))
        while True:
            with self._deciding:
                scheduler.context.allow()
                # taken before the new requests: each of these came before its cancel
                cancelled, self._cancelled = self._cancelled, []
            self._take_in(scheduler)
            for number in scheduler.cancel(cancelled):
                self._send(frames.Stopped(number))
            with contextlib.suppress(Aborted):  # somebody cancels; the others lose no more than a batch
                scheduler.step()
            self._alive()

    def _take_in(self, scheduler: "RequestScheduler") -> None:
        """Take in what was sent meanwhile; waits for a message when there is nothing to do."""
        wait = not scheduler.busy
        if wait:
            scheduler.save_states()
        while True:
            try:
                message = self._work.get(block=wait)
            except queue.Empty:
                return
            wait = False
            if isinstance(message, frames.Ask):
                scheduler.add(self._pending(message))
            elif isinstance(message, frames.Count):
                self._send(frames.Counted(message.number, scheduler.count(message.texts)))

    def _pending(self, message: frames.Ask) -> "PendingRequest":
        from penname.engine.host.scheduler import PendingRequest

        number = message.number

        def over(result: Answer | PennameError) -> None:
            if isinstance(result, Answer):
                self._send(frames.Done(number, result))
            else:
                self._send(_failed(number, result))

        return PendingRequest(
            number, message.request, lambda text: self._send(frames.Written(number, text)), over
        )

    def _alive(self) -> None:
        if time.monotonic() - self._sent_at > _QUIET:
            self._send(frames.Alive())

    def _send(self, message: frames.FromHost) -> None:
        with self._sending:
            frames.write_all(self._outgoing, frames.encode(message))
            self._sent_at = time.monotonic()


def _failed(number: int | None, error: PennameError) -> frames.Failed:
    return frames.Failed(number, "model_file" if isinstance(error, ModelFileError) else "engine", str(error))
