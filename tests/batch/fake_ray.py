"""The process that speaks with Ray, with a stand-in for Ray in it. Usage: fake_ray.py WORKERS [DIES_AT].

Texts are written in capitals by threads, in whatever order these end; the process dies at text DIES_AT.
"""

import itertools
import os
import queue
import sys
import threading
from collections.abc import Iterator

from penname.batch.cluster_child import serve
from penname.batch.messages import (
    BeginCluster,
    FromWorker,
    RewriteText,
    TextRefused,
    TextRewritten,
    WorkerUnusable,
)
from penname.batch.worker import NoWork


class FakeStream:
    """What `ray_data.Stream` is, without Ray."""

    nodes = 2

    def __init__(self, begin: BeginCluster) -> None:
        if begin.address == "nowhere:1":
            raise NoWork("Nobody answers at nowhere.")
        self.workers = min(int(sys.argv[1]), begin.workers or begin.most, begin.most)
        self._dies_at = int(sys.argv[2]) if sys.argv[2:] else -1
        self._given = itertools.count()
        self._asked: queue.SimpleQueue[tuple[int, RewriteText]] = queue.SimpleQueue()
        self._made: queue.SimpleQueue[tuple[int, FromWorker]] = queue.SimpleQueue()
        for _ in range(self.workers):
            threading.Thread(target=self._work, daemon=True).start()

    def put(self, number: int, task: RewriteText) -> None:
        """Have a text written in capitals."""
        self._asked.put((number, task))

    def answers(self) -> Iterator[tuple[int, FromWorker]]:
        """What became of them."""
        while True:
            yield self._made.get()

    def close(self) -> None:
        """Nothing to close."""

    def _work(self) -> None:
        while True:
            number, task = self._asked.get()
            if next(self._given) == self._dies_at:
                os._exit(9)
            self._made.put((number, _answer(task.text)))


def _answer(text: str) -> FromWorker:
    match text.split()[0]:
        case "bad":
            return TextRefused("Not this one.", engine=False)
        case "broken":
            return TextRefused("It broke.", engine=True)
        case "model":
            return WorkerUnusable("No model.")
        case "sleep":
            threading.Event().wait()
    return TextRewritten(text.upper(), "done")


if __name__ == "__main__":
    with os.fdopen(0, "rb") as stream:
        serve(stream, 1, FakeStream)
