"""Starts the engine host and other children of its kind: command, environment, priority."""

import subprocess

from penname.models import children

ENGINE_HOST = "--engine-host"

# How long GNU OpenMP's threads spin while they wait for each other, many hundred times a token. Measured with
# the starter on two cores, tokens/s decoded alone and beside seven busy processes: its default 126 and under
# 1, 10,000 spins 127 and 2, 1,000 spins 118 and 10, 100 spins 94 and 25.
_PATIENCE = {"GOMP_SPINCOUNT": "1000"}


def host_command() -> list[str]:
    """The command that runs the engine host, from source and in a frozen build alike."""
    return child_command(ENGINE_HOST)


def child_command(kind: str) -> list[str]:
    """The command that runs Penname as `kind`, from source and in a frozen build alike."""
    return children.command(kind)


def start_host() -> "subprocess.Popen[bytes]":
    """Start the host; see `start`."""
    return start(host_command())


def start(command: list[str]) -> "subprocess.Popen[bytes]":
    """Start a process of ours with pipes for the conversation; what it prints goes nowhere. Raises OSError.

    The pipes arrive as descriptors 0 and 1, which the process moves away before anything of llama.cpp's is
    loaded. No death signal is asked for: it would fire when the starting *thread* ends; it ends on EOF
    instead.
    """
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**_PATIENCE, **children.environment()},
        creationflags=children.CREATION_FLAGS,
    )
