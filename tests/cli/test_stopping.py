"""A stopped job is waited for: what there is of it then is what comes back."""

import os
import signal
import threading
import time

from penname.cli.stopping import until_stopped


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


def test_what_a_stopped_job_still_makes_comes_back() -> None:
    before = {kind: signal.getsignal(kind) for kind in (signal.SIGINT, signal.SIGTERM)}
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        job = SlowToEnd()
        assert until_stopped(job) == "what there is"
        assert job.closed
    finally:
        for kind, handler in before.items():
            signal.signal(kind, handler)
