"""The system calls of Linux that Python has no function for."""

import ctypes
import platform
import sys

_PR_SET_NO_NEW_PRIVS = 38  # linux/prctl.h


def machine() -> str | None:
    """The kind of processor where this is 64-bit Linux, as `uname -m` says it; None elsewhere."""
    if sys.platform != "linux" or sys.maxsize < 2**32:
        return None
    return platform.machine()


def system_call(number: int, *arguments: int) -> int:
    """What the kernel answers. Raises OSError."""
    library = ctypes.CDLL(None, use_errno=True)
    library.syscall.restype = ctypes.c_long
    result = int(library.syscall(ctypes.c_long(number), *map(ctypes.c_long, arguments)))
    if result < 0:
        raise OSError(ctypes.get_errno(), "system call refused")
    return result


def give_up_new_privileges() -> None:
    """Let no program started from here gain rights by its set-user bits, for good. Raises OSError.

    The kernel asks for this before an ordinary user's process may confine itself.
    """
    library = ctypes.CDLL(None, use_errno=True)
    if library.prctl(_PR_SET_NO_NEW_PRIVS, *map(ctypes.c_ulong, (1, 0, 0, 0))) != 0:
        raise OSError(ctypes.get_errno(), "prctl refused")
