"""A stopped job is waited for: what there is of it then is what comes back."""

import os
import signal
import threading
import time
from collections.abc import Iterator

import pytest

from penname.cli.stopping import until_stopped
from penname.domain.errors import EngineError


class SlowToEnd:
    """Interrupts the program itself, and needs a while to end after it was asked to stop."""

    def __init__(self) -> None:
        self.stopped = threading.Event()
        self.closed = 0

    def run(self) -> str:
        time.sleep(0.3)  # until the program waits for this
        os.kill(os.getpid(), signal.SIGINT)
        assert self.stopped.wait(30)
        time.sleep(0.5)
        return "what there is"

    def stop(self) -> None:
        self.stopped.set()

    def close(self) -> None:
        self.closed += 1


class StoppedWhileLoading(SlowToEnd):
    """Finds its model closed, since it was asked to stop."""

    def run(self) -> str:
        super().run()
        raise EngineError("This model is no longer loaded.")


class Failing(SlowToEnd):
    """Ends without anybody's asking."""

    def run(self) -> str:
        raise EngineError("The model stopped.")


@pytest.fixture(autouse=True)
def signals() -> Iterator[None]:
    before = {kind: signal.getsignal(kind) for kind in (signal.SIGINT, signal.SIGTERM)}
    signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    for kind, handler in before.items():
        signal.signal(kind, handler)


def test_what_a_stopped_job_still_makes_comes_back() -> None:
    job = SlowToEnd()
    assert until_stopped(job) == "what there is"
    assert job.closed


def test_a_model_closed_by_the_stop_is_no_failure() -> None:
    assert until_stopped(StoppedWhileLoading()) is None
    with pytest.raises(EngineError, match="stopped"):
        until_stopped(Failing())
