"""The process that speaks with Ray, so that the one of the command stays without a network.

It ends, and takes down a cluster of its own, when whoever started it is gone.
"""

import contextlib
import os
import queue
import secrets
import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator
from typing import IO, Protocol

from penname.batch.messages import (
    BeginCluster,
    ClusterAnswer,
    ClusterReady,
    ClusterText,
    FromCluster,
    FromWorker,
    RewriteText,
    TextRefused,
    ToCluster,
    WorkerUnusable,
)
from penname.batch.worker import NoWork
from penname.domain.errors import PennameError
from penname.engine.confining import confinement
from penname.engine.frames import BadFrame, FrameReader, encode, write_all
from penname.models.child_pipes import take_pipes

_NOT_INSTALLED = "Working on several machines needs one more package: pip install 'penname[ray]'"
_UNREACHABLE = "No Ray cluster answers at {address} ({reason}). Is it running, and the address HOST:PORT?"
_TO_JOIN = 180.0  # seconds in which Ray starts, or gives up, even on a busy computer
_LOOKS, _GONE = 60, 8  # four a second
_PATIENCE = 10.0  # seconds until an address counts as unreachable; Ray itself waits for minutes


class TextStream(Protocol):
    """Texts in, answers out; what `ray_data.Stream` does."""

    workers: int
    nodes: int

    def put(self, number: int, task: RewriteText) -> None: ...
    def answers(self) -> Iterator[tuple[int, FromWorker]]: ...
    def close(self) -> None: ...


def main() -> None:
    """Pass texts on until nobody sends any more."""
    incoming, outgoing = take_pipes()
    confinement.forbid_core_dumps()
    if hasattr(os, "setsid"):
        os.setsid()  # signals of the terminal are not for us nor for Ray: we end when our input does
    with open(incoming, "rb") as stream:
        serve(stream, outgoing, _with_ray)
    os._exit(0)  # some thread of Ray's may still wait for its cluster


def serve(
    incoming: IO[bytes],
    outgoing: int,
    join: Callable[[BeginCluster], TextStream],
    give_up: Callable[[int], object] = os._exit,
) -> None:
    """Join the cluster and pass on what comes, until it ends; `give_up` where it ends before that."""
    reader: FrameReader[ToCluster] = FrameReader(incoming, ToCluster)
    begin = reader.read()
    assert isinstance(begin, BeginCluster)
    asked: queue.SimpleQueue[ClusterText | None] = queue.SimpleQueue()
    joined = threading.Event()

    def read() -> None:
        with contextlib.suppress(BadFrame, OSError):
            while isinstance(message := reader.read(), ClusterText):
                asked.put(message)
        asked.put(None)
        if not joined.wait(_TO_JOIN):
            give_up(1)

    threading.Thread(target=read, daemon=True).start()
    try:
        texts = join(begin)
    except PennameError as error:
        _send(outgoing, WorkerUnusable(str(error)))
        _remove(begin.folder)
        return
    finally:
        joined.set()
    _send(outgoing, ClusterReady(texts.workers, texts.nodes))
    threading.Thread(target=_answer, args=(texts, outgoing), daemon=True).start()
    try:
        while message := asked.get():
            texts.put(message.number, message.task)
    finally:
        texts.close()
        _remove(begin.folder)


def _remove(folder: str) -> None:
    """Remove a folder for good: Ray's processes end one after the other, and some write once more."""
    gone_for = 0
    for _ in range(_LOOKS):
        gone_for = 0 if os.path.exists(folder) else gone_for + 1
        if gone_for == _GONE:
            return
        shutil.rmtree(folder, ignore_errors=True)
        time.sleep(0.25)


def _answer(texts: TextStream, outgoing: int) -> None:
    try:
        for number, answer in texts.answers():
            _send(outgoing, ClusterAnswer(number, answer))
    except PennameError as error:
        _send(outgoing, WorkerUnusable(str(error)))


def _send(outgoing: int, message: FromCluster) -> None:
    try:
        frame = encode(message)
    except BadFrame as error:
        assert isinstance(message, ClusterAnswer)
        refused = TextRefused(f"The result cannot be handed over: {error}.", engine=False)
        frame = encode(ClusterAnswer(message.number, refused))
    with contextlib.suppress(OSError):  # nobody listens any more, which the reader notices, too
        write_all(outgoing, frame)


def _with_ray(begin: BeginCluster) -> TextStream:
    os.environ |= {"RAY_USAGE_STATS_ENABLED": "0", "RAY_DATA_DISABLE_PROGRESS_BARS": "1"}
    # else whoever still waits for an answer when the batch ends starts another cluster, open to everybody
    os.environ |= {"RAY_ENABLE_AUTO_CONNECT": "0"}
    if begin.address:
        _reach(begin.address)
    else:  # on loopback alone, as Ray does elsewhere, and deaf to other users of this computer
        os.environ |= {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"}
        os.environ |= {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}
    try:
        from penname.batch.ray_data import Stream
    except ImportError:
        raise NoWork(_NOT_INSTALLED) from None
    return Stream(begin)


def _reach(address: str) -> None:
    host, _, port = address.rpartition(":")
    try:
        socket.create_connection((host, int(port)), _PATIENCE).close()
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error) or "no answer").lower()
        raise NoWork(_UNREACHABLE.format(address=address, reason=reason)) from error
