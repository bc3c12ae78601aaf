"""Workers on several machines, seen from the process that shares the work out."""

import itertools
import queue
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Sequence
from contextlib import suppress

from penname.batch.messages import (
    CLUSTER_CHILD,
    BeginCluster,
    ClusterAnswer,
    ClusterReady,
    ClusterText,
    FromCluster,
    FromWorker,
    RewriteText,
    TextRewritten,
    WorkerUnusable,
)
from penname.batch.model_placing import models_to_place, with_writer_named
from penname.batch.room import memory_of_a_worker
from penname.batch.worker import UNSENDABLE, NoWork, text_of
from penname.domain.errors import BadInput, Cancelled
from penname.domain.goal import Goal
from penname.engine.frames import BadFrame, FrameReader, encode, write_all
from penname.engine.launch import child_command, start
from penname.models import children
from penname.settings import Settings

_ENDED = "The process that speaks with the cluster ended. What is done is kept; the same command goes on."
_NOT_STARTED = "No process could be started to speak with a cluster ({reason}). Close other programs."
_TO_END = 60.0  # seconds in which a cluster of our own ends by itself


class Cluster:
    """A Ray cluster, at `address` or (empty) one of our own on this computer, which `close` ends.

    `workers` are wanted (0: as many as there is room for), at most `most`. Raises NoWork and ModelFileError.
    """

    def __init__(
        self,
        settings: Settings,
        method: str,
        address: str,
        *,
        workers: int,
        most: int,
        command: Sequence[str] = (),
        worker_command: Sequence[str] = (),
    ) -> None:
        settings = with_writer_named(settings)
        memory, models = memory_of_a_worker(settings), models_to_place(settings) if address else ()
        # readable by its owner alone, and in a short place: Ray's sockets allow no more
        self._folder = tempfile.mkdtemp(prefix="penname-")
        begin = BeginCluster(
            settings, method, address, self._folder, workers, most, memory, models, tuple(worker_command)
        )
        self._numbers = itertools.count()
        self._writing = threading.Lock()
        self._state = threading.Lock()  # guards the two below
        self._waiting: dict[int, queue.SimpleQueue[FromWorker | None]] = {}
        self._end: FromWorker | None = None
        try:
            self._process = start(list(command) or child_command(CLUSTER_CHILD))
        except OSError as error:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise NoWork(_NOT_STARTED.format(reason=error.strerror or "unknown reason")) from error
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._reader: FrameReader[FromCluster] = FrameReader(self._process.stdout, FromCluster)
        try:
            write_all(self._process.stdin.fileno(), encode(begin))
            ready = self._read()
            if not isinstance(ready, ClusterReady):
                raise NoWork(ready.sentence if isinstance(ready, WorkerUnusable) else _ENDED)
        except BaseException:
            self.close()
            raise
        self.workers, self.nodes = ready.workers, ready.nodes
        threading.Thread(target=self._listen, name="cluster", daemon=True).start()

    def worker(self) -> "ClusterWorker":
        """One of the workers, whichever is free: as many texts are under way as there are of these."""
        return ClusterWorker(self)

    def send(self, text: str, goal: Goal, answer: "queue.SimpleQueue[FromWorker | None]") -> None:
        """Have a text rewritten; `answer` gets what becomes of it. Raises BadInput."""
        number = next(self._numbers)
        try:
            frame = encode(ClusterText(number, RewriteText(text, goal)))
        except BadFrame as error:
            raise BadInput(UNSENDABLE.format(reason=error)) from error
        with self._state:
            if self._end is not None:
                answer.put(self._end)
                return
            self._waiting[number] = answer
        assert self._process.stdin is not None
        with self._writing, suppress(OSError, ValueError):  # gone, as `_listen` finds, too
            write_all(self._process.stdin.fileno(), frame)

    def close(self) -> None:
        """Leave the cluster, from any thread; one of our own ends, and nothing of it stays on the disk."""
        assert self._process.stdin is not None
        with self._writing, suppress(OSError):
            self._process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_TO_END)
        children.end(self._process)
        shutil.rmtree(self._folder, ignore_errors=True)

    def _read(self) -> FromCluster | None:
        try:
            return self._reader.read()
        except (BadFrame, OSError, ValueError):
            return None

    def _listen(self) -> None:
        while isinstance(message := self._read(), ClusterAnswer):
            with self._state:
                answer = self._waiting.pop(message.number)
            answer.put(message.answer)
        with self._state:
            self._end = message if isinstance(message, WorkerUnusable) else WorkerUnusable(_ENDED)
            waiting, self._waiting = self._waiting, {}
        for answer in waiting.values():
            answer.put(self._end)


class ClusterWorker:
    """A TextWorker somewhere in a cluster."""

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self._answer: queue.SimpleQueue[FromWorker | None] = queue.SimpleQueue()

    def rewrite(self, text: str, goal: Goal) -> TextRewritten:
        """See TextWorker."""
        self._cluster.send(text, goal, self._answer)
        answer = self._answer.get()
        if answer is None:
            raise Cancelled
        return text_of(answer)

    def close(self) -> None:
        """See TextWorker; what it works on goes on, and nobody hears of it."""
        self._answer.put(None)
