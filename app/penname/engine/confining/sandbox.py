"""Confines the processes that read what a stranger may have made: a model file, a document.

Whatever a file makes llama.cpp do, it can then reach no network, no program, and no file but the model's.
It must be entered before a second thread starts (numpy's import starts some): Landlock leaves out those that
run. A kernel that lacks a part is no error; what is in force is tried, not assumed.
"""

import contextlib
import ctypes
import errno
import importlib.util
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from penname.engine.confining import confinement, landlock, linux, seccomp
from penname.engine.confining.landlock import DEVICE, READ, WRITE, Access
from penname.engine.refusals import Refusals
from penname.models.files import ModelFiles

# Loaded late, or by the parts already loaded.
_PACKAGES = ("penname", "numpy", "llama_cpp", "gguf", "jinja2", "msgspec")
_LIBRARIES = ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/usr/local/lib64",
              "/nix/store", "/gnu/store", "/etc/ld.so.cache")  # fmt: skip
# How much memory and which processors there are: asked by this program, numpy, llama.cpp and the C library.
_FACTS = ("/proc/meminfo", "/proc/cpuinfo", "/proc/stat", "/proc/sys/vm/overcommit_memory",
          "/sys/devices/system/cpu", "/sys/devices/system/node", "/sys/kernel/mm")  # fmt: skip
# Only for a llama.cpp that was built for a graphics card.
_CARD_BACKENDS = ("cuda", "vulkan", "hip", "sycl", "opencl")
_CARD_DEVICES = ("/dev/dri", "/dev/kfd", "/dev/dxg", "/dev/nvidia-uvm", "/dev/nvidia-uvm-tools",
                 "/dev/nvidiactl", "/dev/nvidia-caps", *(f"/dev/nvidia{n}" for n in range(16)))  # fmt: skip
_CARD_FACTS = ("/sys", "/proc/self", "/proc/driver", "/proc/devices", "/proc/modules", "/proc/version",
               "/usr/share", "/usr/local", "/opt", "/etc/vulkan", "/etc/OpenCL", "/etc/nvidia")  # fmt: skip

# One file of a model in several; llama.cpp finds the others.
_PART = re.compile(r"-\d{5}-of-\d{5}\.gguf$")


def enter(files: ModelFiles, states: str | None = None) -> Refusals:
    """Confine this process to what running this model takes, for good; what it was refused when it tried.

    `states` is the folder for evaluated instructions.
    """
    for folder in _written(files, states):
        with contextlib.suppress(OSError):  # then nothing can be written there either
            Path(folder).mkdir(mode=0o700, parents=True, exist_ok=True)
    _confine(rules(files, states))
    return refusals()


def enter_for_documents() -> Refusals:
    """Confine this process to its own program, for good: what it works on comes through a pipe."""
    nowhere = (os.devnull, Access.READ_FILE | Access.WRITE_FILE)
    _confine([*((path, READ) for path in (*_installation(), *_LIBRARIES)), nowhere])
    return refusals()


def _confine(allowed: list[tuple[str, Access]]) -> None:
    machine = linux.machine()
    if machine is not None:
        with contextlib.suppress(OSError):
            linux.give_up_new_privileges()
        abi = landlock.version()
        if abi > 0:
            with contextlib.suppress(OSError):
                landlock.restrict(allowed, abi)
        if machine in seccomp.MACHINES:
            with contextlib.suppress(OSError):
                seccomp.install(seccomp.MACHINES[machine])


def rules(files: ModelFiles, states: str | None = None) -> list[tuple[str, Access]]:
    """Each path the host needs, and what for."""
    allowed = [(path, READ) for path in (*_installation(), *_LIBRARIES, *_FACTS, *_model(files))]
    # llama-cpp-python opens it for writing when it is imported
    allowed.append((os.devnull, Access.READ_FILE | Access.WRITE_FILE))
    allowed += [(folder, WRITE) for folder in _written(files, states)]
    if _uses_a_card():
        allowed += [(path, READ) for path in _CARD_FACTS]
        allowed += [(path, DEVICE) for path in _CARD_DEVICES]
    return allowed


def _written(files: ModelFiles, states: str | None) -> Iterator[str]:
    if files.merged is not None:
        yield str(Path(files.merged).parent)
    if states is not None:
        yield states


def _model(files: ModelFiles) -> Iterator[str]:
    for path in (files.path, files.adapter, files.merged, files.probe):
        if path is not None:
            yield path
    chosen = Path(files.path)
    if _PART.search(chosen.name):
        with contextlib.suppress(OSError):
            for other in chosen.parent.iterdir():
                if _PART.search(other.name) and _PART.sub("", other.name) == _PART.sub("", chosen.name):
                    yield str(other)


def _installation() -> Iterator[str]:
    """Where Python, its packages and Penname lie, in a frozen build too."""
    frozen = getattr(sys, "_MEIPASS", None)
    if frozen is not None:
        yield frozen
        yield sys.executable  # holds the modules
    found = [*sys.path, *(os.path.join(prefix, "lib") for prefix in (sys.prefix, sys.base_prefix))]
    found += os.environ.get("LD_LIBRARY_PATH", "").split(os.pathsep)
    for package in _PACKAGES:
        spec = importlib.util.find_spec(package)
        if spec is not None:
            found += spec.submodule_search_locations or ([spec.origin] if spec.origin else [])
    home = os.path.realpath(os.path.expanduser("~"))
    for path in found:
        real = os.path.realpath(path)
        # a search path that takes in the user's whole folder would open everything
        if path and os.path.commonpath([real, home]) != real:
            yield real


def _uses_a_card() -> bool:
    spec = importlib.util.find_spec("llama_cpp")
    for folder in (spec.submodule_search_locations or []) if spec else []:
        names = " ".join(path.name for path in (Path(folder) / "lib").glob("*ggml-*"))
        if any(backend in names for backend in _CARD_BACKENDS):
            return True
    return False


def refusals() -> Refusals:
    """Try what the host must not do; nothing is left behind where it succeeds."""
    memory_images = confinement.has_no_core_dumps()
    connections = confinement.refuses_connections()
    if linux.machine() is None:
        return Refusals(connections=connections, memory_images=memory_images)
    library = ctypes.CDLL(None, use_errno=True)
    none, home = ctypes.c_ulong(0), os.path.expanduser("~")
    own_memory = os.getpid(), None, none, None, none, none  # nothing of it, which is allowed
    return Refusals(
        connections=connections,
        sockets=_refuses_sockets(library),
        # an empty name starts nothing: it is not found, unless the call itself is refused
        programs=library.execve(b"", None, None) == -1 and _was_refused(),
        other_processes=library.process_vm_readv(*own_memory) == -1 and _was_refused(),
        reading=all(_cannot_open(folder, os.O_RDONLY | os.O_DIRECTORY) for folder in ("/", home)),
        writing=_cannot_open("/dev/zero", os.O_WRONLY) and _cannot_open(home, os.O_WRONLY | os.O_TMPFILE),
        memory_images=memory_images,
    )


def _refuses_sockets(library: ctypes.CDLL) -> bool:
    # a local one: the filter does not look at the family, and a trace of a job shows no internet socket
    local, stream = 1, 1
    descriptor: int = library.socket(local, stream, 0)
    if descriptor >= 0:
        os.close(descriptor)
        return False
    return _was_refused()


def _was_refused() -> bool:
    return ctypes.get_errno() in (errno.EPERM, errno.EACCES)


def _cannot_open(path: str, flags: int) -> bool:
    try:
        os.close(os.open(path, flags | os.O_CLOEXEC))
    except PermissionError:
        return True
    except OSError as error:
        return error.errno in (errno.ENOENT, errno.EROFS)
    return False
