"""Hardens a process before it touches llama.cpp: its pipes moved away, network and programs forbidden."""

import contextlib
import os
import signal
import sys

from penname.engine.confining import confinement


def harden_process() -> tuple[int, int]:
    """Forbid network, programs and core dumps; returns the descriptors to go on reading from and writing to.

    The conversation comes in on descriptor 0 and goes out on 1. llama.cpp and Python print to those, so it is
    moved away first.
    """
    incoming, outgoing = os.dup(0), os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nowhere, descriptor)
    os.close(nowhere)
    sys.stdin = sys.stdout = sys.stderr = open(os.devnull, "r+", encoding="utf-8")  # noqa: SIM115
    confinement.forbid_core_dumps()
    confinement.forbid_network()
    confinement.forbid_programs()
    # Ctrl+C in a terminal is for the program, which then ends us
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(5)
    return incoming, outgoing
