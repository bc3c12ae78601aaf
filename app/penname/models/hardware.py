"""What this computer has for running models: memory, cores, instruction sets, graphics cards.

llama.cpp is what knows its devices, and asking it can crash, so a short-lived child asks
(engine/host/hardware_child.py).
"""

import subprocess

import msgspec

from penname.models import children, system

HARDWARE_CHILD = "--hardware-child"
_PATIENCE = 20.0  # seconds


class Card(msgspec.Struct, frozen=True):
    """A graphics card as llama.cpp reports it; memory in bytes. `shared`: it uses the main memory."""

    name: str
    memory: int
    free_memory: int
    shared: bool = False


class Hardware(msgspec.Struct, frozen=True):
    """`memory` and `free_memory` (what can be had without pushing others out) in bytes, 0 where unknown.

    `cores` are physical ones. `instructions` are the instruction sets that llama.cpp makes use of, by its
    names (AVX2, NEON). `cards` is empty where llama.cpp was built for the processor alone.
    """

    memory: int
    free_memory: int
    cores: int
    instructions: tuple[str, ...] = ()
    cards: tuple[Card, ...] = ()
    asked: bool = True  # False: llama.cpp could not be asked, only the system was


def probe_hardware() -> Hardware:
    """What this computer has. Takes about a second; not for the window's thread. Never raises."""
    try:
        done = subprocess.run(
            children.command(HARDWARE_CHILD),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=children.environment(),
            creationflags=children.CREATION_FLAGS,
            timeout=_PATIENCE,
            check=True,
        )
        return msgspec.json.decode(done.stdout, type=Hardware)
    except (OSError, subprocess.SubprocessError, msgspec.DecodeError):
        return from_the_system()


def from_the_system() -> Hardware:
    """What the operating system says, without llama.cpp."""
    total = system.total_memory()
    return Hardware(total, system.free_memory() or total, system.physical_cores(), asked=False)
