"""Hardens a process before it touches llama.cpp: its pipes moved away, network and programs forbidden."""

import contextlib
import os
import signal

from penname.engine.confining import confinement
from penname.models.child_pipes import take_pipes


def harden_process() -> tuple[int, int]:
    """Forbid network, programs and core dumps; returns what `take_pipes` does."""
    pipes = take_pipes()
    confinement.forbid_core_dumps()
    confinement.forbid_network()
    confinement.forbid_programs()
    # Ctrl+C in a terminal is for the program, which then ends us
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(5)
    return pipes
