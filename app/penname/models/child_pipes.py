"""The pipes of a child process: moved away from where libraries print."""

import os
import sys


def take_pipes() -> tuple[int, int]:
    """The descriptors to go on reading from and writing to; 0, 1 and 2 lead nowhere from then on.

    The conversation comes in on descriptor 0 and goes out on 1. llama.cpp, Ray and Python print to those,
    which must not get between the messages.
    """
    incoming, outgoing = os.dup(0), os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nowhere, descriptor)
    os.close(nowhere)
    sys.stdin = sys.stdout = sys.stderr = open(os.devnull, "r+", encoding="utf-8")  # noqa: SIM115
    return incoming, outgoing
