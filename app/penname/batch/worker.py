"""A worker, seen from the process that shares the work out."""

import subprocess
import threading
from collections.abc import Callable, Sequence
from typing import Protocol

from penname.batch.messages import (
    BATCH_WORKER,
    BeginBatch,
    FromWorker,
    RewriteText,
    TextRefused,
    TextRewritten,
    WorkerUnusable,
)
from penname.domain.errors import BadInput, Cancelled, EngineError, PennameError
from penname.domain.goal import Goal
from penname.engine.frames import BadFrame, FrameReader, encode, write_all
from penname.engine.launch import child_command, start
from penname.models import children
from penname.settings import Settings

_ENDED = "The process that works on texts ended in the middle of this one. The text is unchanged."
UNSENDABLE = "This text cannot be given to a worker: {reason}."
_NOT_STARTED = "No process could be started to work on texts ({reason}). Close other programs and try again."


class NoWork(PennameError):
    """No text at all can be worked on, so the whole batch ends: the models cannot be loaded."""


class TextWorker(Protocol):
    """Rewrites one text at a time."""

    def rewrite(self, text: str, goal: Goal) -> TextRewritten:
        """The rewritten text. Raises BadInput for this text, EngineError where another try may help, NoWork,
        and Cancelled when closed."""
        ...

    def close(self) -> None:
        """End it, from any thread."""
        ...


def text_of(answer: FromWorker) -> TextRewritten:
    """What a worker wrote; raises what else it answered, see TextWorker."""
    if isinstance(answer, TextRefused):
        raise EngineError(answer.sentence) if answer.engine else BadInput(answer.sentence)
    if isinstance(answer, WorkerUnusable):
        raise NoWork(answer.sentence)
    return answer


class LocalWorker:
    """A TextWorker in a process of this computer, started at the first text and again after its death."""

    def __init__(self, settings: Settings, method: str, command: Sequence[str] = ()) -> None:
        self._begin = BeginBatch(settings, method)
        self._command = list(command) or child_command(BATCH_WORKER)
        self._working = threading.Lock()
        self._state = threading.Lock()  # guards the two below
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False
        self._answers: Callable[[], FromWorker | None] = lambda: None

    def rewrite(self, text: str, goal: Goal) -> TextRewritten:
        """See TextWorker."""
        with self._working:
            return self._rewrite(text, goal)

    def close(self) -> None:
        """See TextWorker."""
        with self._state:
            self._closed = True
            if self._process is not None:
                self._process.kill()  # whoever waits for an answer gets none
        with self._working:
            self._end()

    def _rewrite(self, text: str, goal: Goal) -> TextRewritten:
        try:
            task = encode(RewriteText(text, goal))
        except BadFrame as error:
            raise BadInput(UNSENDABLE.format(reason=error)) from error
        process = self._started()
        assert process.stdin is not None
        try:
            write_all(process.stdin.fileno(), task)
            answer = self._answers()
        except (OSError, ValueError, BadFrame):
            answer = None
        if isinstance(answer, TextRewritten | TextRefused):
            return text_of(answer)
        self._end()
        if self._closed:
            raise Cancelled
        if answer is not None:
            return text_of(answer)
        raise EngineError(_ENDED)

    def _started(self) -> "subprocess.Popen[bytes]":
        with self._state:
            if self._closed:
                raise Cancelled
            if self._process is None:
                try:
                    self._process = start(self._command)
                except OSError as error:
                    raise NoWork(_NOT_STARTED.format(reason=error.strerror or "unknown reason")) from error
                assert self._process.stdin is not None
                assert self._process.stdout is not None
                self._answers = FrameReader[FromWorker](self._process.stdout, FromWorker).read
                write_all(self._process.stdin.fileno(), encode(self._begin))
            return self._process

    def _end(self) -> None:
        with self._state:
            process, self._process = self._process, None
        if process is not None:
            children.end(process)
