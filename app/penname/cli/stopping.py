"""Ctrl+C and SIGTERM: a job is asked to stop, and what it has done by then is still printed."""

import contextlib
import signal
import threading
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from penname.domain.errors import Cancelled, EngineError

Result = TypeVar("Result")
Made = TypeVar("Made", covariant=True)


class StoppableJob(Protocol[Made]):
    """`run` works in a thread of its own; `stop` and `close` are called from another."""

    def run(self) -> Made: ...
    def stop(self) -> None: ...
    def close(self) -> None: ...


class CallJob(Generic[Result]):
    """A call as a job; after `stop` it raises Cancelled."""

    def __init__(self, call: Callable[[], Result], stop: Callable[[], None]) -> None:
        self.run = call
        self.stop = self.close = stop


def until_stopped(job: StoppableJob[Result]) -> Result | None:
    """What the job made, also where Ctrl+C cut it short; None when there is nothing of it.

    The job has a thread of its own: a signal interrupts the main thread, which must then hold no lock.
    """
    if hasattr(signal, "SIGTERM"):
        signal.signal(signal.SIGTERM, signal.default_int_handler)
    made: list[Result] = []
    failed: list[BaseException] = []
    ended = threading.Event()
    # A job that is stopped before its model is loaded finds it closed, which is no failure either.
    no_failure: tuple[type[BaseException], ...] = (Cancelled,)

    def work() -> None:
        try:
            made.append(job.run())
        except BaseException as error:
            failed.append(error)
        finally:
            ended.set()

    # Not `join`: interrupted, Python 3.11's takes a thread for ended that is still at work.
    try:
        threading.Thread(target=work, name="job", daemon=True).start()
        while not ended.wait(0.2):
            pass
    except KeyboardInterrupt:
        no_failure = (Cancelled, EngineError)
        with contextlib.suppress(KeyboardInterrupt):  # a second one ends the model at once
            job.stop()
            while not ended.wait(0.2):
                pass
        job.close()
        ended.wait(5)
    finally:
        job.close()
    if failed and not isinstance(failed[0], no_failure):
        raise failed[0]
    return made[0] if made else None
