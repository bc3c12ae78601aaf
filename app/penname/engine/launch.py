"""Starts the engine host: its command, its environment, its priority."""

import os
import subprocess
import sys
from pathlib import Path

import penname

ENGINE_HOST = "--engine-host"

# How long GNU OpenMP's threads spin while they wait for each other, many hundred times a token. Measured with
# the starter on two cores, tokens/s decoded alone and beside seven busy processes: its default 126 and under
# 1, 10,000 spins 127 and 2, 1,000 spins 118 and 10, 100 spins 94 and 25.
_PATIENCE = {"GOMP_SPINCOUNT": "1000"}


def host_command() -> list[str]:
    """The command that runs the engine host, from source and in a frozen build alike."""
    if getattr(sys, "frozen", False):
        return [sys.executable, ENGINE_HOST]
    # -P: a file called penname.py in the current folder must not run in our place
    return [sys.executable, "-P", "-m", "penname", ENGINE_HOST]


def start_host() -> "subprocess.Popen[bytes]":
    """Start the host with pipes for the conversation; what it prints goes nowhere. Raises OSError.

    The pipes arrive as descriptors 0 and 1, which the host moves away before anything of llama.cpp's is
    loaded. No death signal is asked for: it would fire when the starting *thread* ends; the host ends on EOF
    instead.
    """
    root = str(Path(penname.__file__).parent.parent)
    path = os.pathsep.join(part for part in (root, os.environ.get("PYTHONPATH")) if part)
    flags = 0
    if sys.platform == "win32":
        flags = subprocess.CREATE_NO_WINDOW | subprocess.BELOW_NORMAL_PRIORITY_CLASS
    return subprocess.Popen(
        host_command(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**_PATIENCE, **os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"},
        creationflags=flags,
    )
