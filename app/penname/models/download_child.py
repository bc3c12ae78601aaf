"""The download child: the one process of Penname's that may open a socket, `batch --ray` aside.

It reads one order or question, carries it out, and says how it goes. It starts no program, keeps its token to
itself and the hub, and ends with the process that started it.
"""

import os
import threading
from collections.abc import Callable
from typing import IO

import msgspec

from penname.models.child_pipes import take_pipes
from penname.models.download_messages import LONGEST_LINE, Asked, Order, Question, Report


def main() -> None:
    """Carry out the order or ask the question that comes on descriptor 0; reports go out on descriptor 1."""
    asking, outgoing = take_pipes()
    incoming = os.fdopen(asking, "rb")
    try:
        order = msgspec.json.decode(incoming.readline(LONGEST_LINE), type=Order | Question)
    except msgspec.DecodeError:
        os._exit(1)
    threading.Thread(target=_end_with, args=(incoming,), daemon=True).start()

    def report(message: Report | Asked) -> None:
        data = msgspec.json.encode(message) + b"\n"
        while data:
            data = data[os.write(outgoing, data) :]

    try:
        report(_outcome(order, report))
    except OSError:  # nobody listens any more
        os._exit(1)
    os._exit(0)  # threads that wait for a server are not waited for


def _outcome(order: Order | Question, report: Callable[[Report], None]) -> Report | Asked:
    if isinstance(order, Question):
        from penname.models.answering import answer_to

        return answer_to(order)
    from penname.models.fetching import Fetching

    return Fetching(order, report).run()


def _end_with(incoming: IO[bytes]) -> None:
    incoming.read()
    os._exit(1)
