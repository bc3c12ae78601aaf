"""Landlock: a process of an ordinary user takes file and network rights from itself, for good.

linux/landlock.h and Documentation/userspace-api/landlock.rst of the kernel, as of ABI 7 (Linux 6.15). The
calling thread is restricted and all that it starts from then on, not the threads that already run.
"""

import contextlib
import ctypes
import os
import stat
import struct
from collections.abc import Iterable
from enum import IntFlag

from penname.engine.confining.linux import system_call

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446  # the same numbers on every processor
_ASK_VERSION = 1
_RULE_PATH_BENEATH = 1
_LOG_NOTHING = 1  # of this program; what it was refused must not stand in the system's log by name


class Access(IntFlag):
    """What a rule allows; a right for which no rule exists is refused everywhere."""

    EXECUTE = 1 << 0
    WRITE_FILE = 1 << 1
    READ_FILE = 1 << 2
    READ_DIR = 1 << 3
    REMOVE_DIR = 1 << 4
    REMOVE_FILE = 1 << 5
    MAKE_CHAR = 1 << 6
    MAKE_DIR = 1 << 7
    MAKE_REG = 1 << 8
    MAKE_SOCK = 1 << 9
    MAKE_FIFO = 1 << 10
    MAKE_BLOCK = 1 << 11
    MAKE_SYM = 1 << 12
    REFER = 1 << 13
    TRUNCATE = 1 << 14
    IOCTL_DEV = 1 << 15


READ = Access.READ_FILE | Access.READ_DIR
WRITE = READ | Access.WRITE_FILE | Access.TRUNCATE | Access.MAKE_REG | Access.REMOVE_FILE
DEVICE = READ | Access.WRITE_FILE | Access.IOCTL_DEV

_OF_FILES = Access.EXECUTE | Access.WRITE_FILE | Access.READ_FILE | Access.TRUNCATE | Access.IOCTL_DEV
_FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}  # how many each ABI knows
_BIND_AND_CONNECT_TCP = 0b11  # ABI 4
_ABSTRACT_SOCKETS_AND_SIGNALS = 0b11  # ABI 6; those of processes outside


def version() -> int:
    """The newest ABI this kernel knows; 0 where Landlock is missing or switched off."""
    try:
        return system_call(_CREATE_RULESET, 0, 0, _ASK_VERSION)
    except OSError:
        return 0


def handled(abi: int) -> tuple[Access, int, int]:
    """What can be refused under this ABI: file rights, network rights, what reaches other processes."""
    files = Access((1 << _FILE_RIGHTS[min(abi, max(_FILE_RIGHTS))]) - 1)
    return files, _BIND_AND_CONNECT_TCP * (abi >= 4), _ABSTRACT_SOCKETS_AND_SIGNALS * (abi >= 6)


def restrict(rules: Iterable[tuple[str, Access]], abi: int) -> None:
    """Refuse this thread, and what it starts, everything but these rights at and beneath these paths.

    Paths that do not exist are left out. Raises OSError; then nothing is restricted.
    """
    files, network, scope = handled(abi)
    ruleset = _call(_CREATE_RULESET, struct.pack("=QQQ", files, network, scope), 0)
    try:
        for path, access in rules:
            with contextlib.suppress(FileNotFoundError, NotADirectoryError, PermissionError):
                _add(ruleset, path, access & files)
        system_call(_RESTRICT_SELF, ruleset, _LOG_NOTHING if abi >= 7 else 0)
    finally:
        os.close(ruleset)


def _add(ruleset: int, path: str, access: Access) -> None:
    place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        if not stat.S_ISDIR(os.fstat(place).st_mode):
            access &= _OF_FILES
        attributes = ctypes.create_string_buffer(struct.pack("=Qi", access, place))
        system_call(_ADD_RULE, ruleset, _RULE_PATH_BENEATH, ctypes.addressof(attributes), 0)
    finally:
        os.close(place)


def _call(number: int, attributes: bytes, flags: int) -> int:
    buffer = ctypes.create_string_buffer(attributes)
    return system_call(number, ctypes.addressof(buffer), len(attributes), flags)
