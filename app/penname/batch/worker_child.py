"""A worker: one process with models of its own, which rewrites the texts that come in one by one.

What it starts (the engine hosts) ends with it, and it ends at once when whoever started it is gone.
"""

import contextlib
import os
import queue
import signal
import threading

from penname.batch.messages import (
    BeginBatch,
    FromWorker,
    RewriteText,
    TextRefused,
    TextRewritten,
    ToWorker,
    WorkerUnusable,
)
from penname.domain.errors import BadInput, PennameError
from penname.domain.listener import SilentListener
from penname.domain.proposals import LeaksProposal, Proposal
from penname.engine.confining import confinement
from penname.engine.frames import BadFrame, FrameReader, encode, write_all
from penname.models.child_pipes import take_pipes
from penname.sessions.report import report
from penname.sessions.session_service import SessionService

_UNFORESEEN = "Something went wrong in Penname with this text. It is unchanged."


def main() -> None:
    """Work until nobody asks any more."""
    incoming, outgoing = take_pipes()
    confinement.forbid_core_dumps()
    confinement.forbid_network()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the program, which then ends us
    asked: queue.SimpleQueue[ToWorker] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(incoming, asked), daemon=True).start()
    begin = asked.get()
    assert isinstance(begin, BeginBatch)
    service = SessionService(begin.settings)
    try:
        service.warm_up()
        while True:
            task = asked.get()
            assert isinstance(task, RewriteText)
            _send(outgoing, _rewritten(service, begin.method, task))
    except PennameError as error:
        _send(outgoing, WorkerUnusable(str(error)))
    finally:
        service.close()


def _rewritten(service: SessionService, method: str, task: RewriteText) -> FromWorker:
    seen: list[LeaksProposal] = []
    about: list[str] = []

    def note(proposal: Proposal) -> None:
        if isinstance(proposal, LeaksProposal):
            seen.append(proposal)

    try:
        driver = service.new_session(task.text, task.goal, SilentListener(), method)
        stopped = driver.run(note, about.extend).stopped
        made = report(driver.session, stopped, {}, seen)
    except PennameError as error:
        return TextRefused(str(error), engine=not isinstance(error, BadInput))
    except Exception:  # with one text; the others go on
        return TextRefused(_UNFORESEEN, engine=False)
    return TextRewritten(made.text, stopped, made.final.readable, made.targets, tuple(dict.fromkeys(about)))


def _send(outgoing: int, message: FromWorker) -> None:
    try:
        write_all(outgoing, encode(message))
    except BadFrame as error:
        write_all(outgoing, encode(TextRefused(f"The result cannot be handed over: {error}.", engine=False)))
    except OSError:
        os._exit(1)  # nobody listens any more


def _read(incoming: int, asked: "queue.SimpleQueue[ToWorker]") -> None:
    """Take in messages while a text is worked on: the end of them ends the process, and with it its hosts."""
    with contextlib.suppress(BadFrame, OSError), open(incoming, "rb") as stream:
        reader: FrameReader[ToWorker] = FrameReader(stream, ToWorker)
        while (message := reader.read()) is not None:
            asked.put(message)
    os._exit(0)
