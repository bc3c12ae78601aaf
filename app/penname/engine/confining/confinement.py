"""What a process of ours forbids itself: the network, core dumps (a crash must not write the user's text)."""

import contextlib
import ctypes
import sys
from types import SimpleNamespace
from typing import Any

_PR_GET_DUMPABLE, _PR_SET_DUMPABLE = 3, 4  # linux/prctl.h

# Every way of Python's to reach another machine or to start another program; see the audit event table.
_NETWORK = ("socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg", "socket.getaddrinfo",
            "socket.gethostbyname", "socket.gethostbyaddr", "socket.getnameinfo", "urllib.Request",
            "http.client.connect", "ftplib.connect", "smtplib.connect")  # fmt: skip
_PROGRAMS = ("subprocess.Popen", "os.exec", "os.posix_spawn", "os.spawn", "os.system", "os.fork",
             "os.forkpty", "os.startfile", "pty.spawn")  # fmt: skip


def forbid_network() -> None:
    """Refuse every connection from Python code in this process, for good. PermissionError is what a caller
    gets.

    Local sockets (the desktop's own services) stay possible.
    """
    sys.addaudithook(_refuse_network)


def forbid_programs() -> None:
    """Refuse to start any other program from this process, for good."""
    sys.addaudithook(_refuse_programs)


def forbid_core_dumps() -> None:
    """Let no crash of this process, or of a debugger's making, leave its memory on disk."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux":
        # a core handler that is a program (apport, systemd) ignores the limit but not this
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)


def refuses_connections() -> bool:
    """Whether Python code in this process is refused connections, asked as a connection would."""
    import socket

    try:
        sys.audit("socket.connect", SimpleNamespace(family=socket.AF_INET), ("127.0.0.1", 0))
    except PermissionError:
        return True
    return False


def has_no_core_dumps() -> bool:
    """Whether a crash of this process leaves no memory image, as far as the system tells."""
    try:
        import resource
    except ImportError:
        return False
    off: bool = resource.getrlimit(resource.RLIMIT_CORE) == (0, 0)
    if sys.platform == "linux":
        return off and ctypes.CDLL(None).prctl(_PR_GET_DUMPABLE, 0, 0, 0, 0) == 0
    return off


def _refuse_network(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "socket.__new__":
        import socket

        if arguments[1] in (socket.AF_INET, socket.AF_INET6):
            raise PermissionError("This part of Penname does not use the network.")
    elif event in _NETWORK and not _is_local(arguments):
        raise PermissionError("This part of Penname does not use the network.")


def _is_local(arguments: tuple[Any, ...]) -> bool:
    family = getattr(arguments[0], "family", None) if arguments else None
    return family is not None and family.name == "AF_UNIX"


def _refuse_programs(event: str, _arguments: tuple[Any, ...]) -> None:
    if event in _PROGRAMS:
        raise PermissionError("This part of Penname starts no programs.")
