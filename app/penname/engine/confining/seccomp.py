"""seccomp: the kernel refuses system calls that the engine host never needs, for good.

A filter in classic BPF (Documentation/userspace-api/seccomp_filter.rst of the kernel). Refused calls answer
EPERM; nothing is killed.
"""

import ctypes
import errno
import struct
from typing import NamedTuple

from penname.engine.confining.linux import system_call

# A socket of any family, or a pair of them, is a way out of the process; the host talks through two pipes.
# io_uring opens sockets and files without the calls a filter sees.
# The host starts no program and no second process, which would outlive it; threads stay allowed.
# Looking into another process, or taking its open files, is a way to what this one may not read.
# BPF, profiling and page-fault handlers are parts of the kernel through which processes broke out before.
# The kernel's key rings hold what other programs of the user keep there.
# Mounts, roots and name spaces change what a path means and what a process may do.
_REFUSED = {
    "x86_64": {
        "socket": 41, "socketpair": 53,
        "io_uring_setup": 425, "io_uring_enter": 426, "io_uring_register": 427,
        "execve": 59, "execveat": 322, "fork": 57, "vfork": 58,
        "ptrace": 101, "process_vm_readv": 310, "process_vm_writev": 311, "kcmp": 312, "pidfd_getfd": 438,
        "bpf": 321, "perf_event_open": 298, "userfaultfd": 323,
        "add_key": 248, "request_key": 249, "keyctl": 250,
        "mount": 165, "umount2": 166, "pivot_root": 155, "chroot": 161, "unshare": 272, "setns": 308,
        "open_tree": 428, "move_mount": 429, "fsopen": 430, "fsconfig": 431, "fsmount": 432, "fspick": 433,
        "mount_setattr": 442,
    },
    "aarch64": {
        "socket": 198, "socketpair": 199,
        "io_uring_setup": 425, "io_uring_enter": 426, "io_uring_register": 427,
        "execve": 221, "execveat": 281,
        "ptrace": 117, "process_vm_readv": 270, "process_vm_writev": 271, "kcmp": 272, "pidfd_getfd": 438,
        "bpf": 280, "perf_event_open": 241, "userfaultfd": 282,
        "add_key": 217, "request_key": 218, "keyctl": 219,
        "mount": 40, "umount2": 39, "pivot_root": 41, "chroot": 51, "unshare": 97, "setns": 268,
        "open_tree": 428, "move_mount": 429, "fsopen": 430, "fsconfig": 431, "fsmount": 432, "fspick": 433,
        "mount_setattr": 442,
    },
}  # fmt: skip


class Architecture(NamedTuple):
    """A kind of processor: its AUDIT_ARCH value and the numbers of its system calls."""

    arch: int
    seccomp: int
    clone: int
    refused: dict[str, int]


MACHINES = {
    "x86_64": Architecture(0xC000003E, 317, 56, _REFUSED["x86_64"]),
    "aarch64": Architecture(0xC00000B7, 277, 220, _REFUSED["aarch64"]),
}
_CLONE3 = 435
_CLONE_THREAD = 0x10000
_X32 = 0x40000000  # x86-64's second set of numbers for the same calls

_NUMBER, _ARCH, _FIRST_ARGUMENT = 0, 4, 16  # offsets in struct seccomp_data, little endian
_LOAD, _IF_EQUAL, _IF_AT_LEAST, _IF_ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _ERROR = 0x7FFF0000, 0x00050000

_SET_MODE_FILTER = 1
_ALL_THREADS = 1  # SECCOMP_FILTER_FLAG_TSYNC


def program(machine: Architecture) -> list[tuple[int, int, int, int]]:
    """The filter as BPF instructions: code, jump if true, jump if false, constant."""
    refuse = (_RETURN, 0, 0, _ERROR | errno.EPERM)
    steps = [
        (_LOAD, 0, 0, _ARCH),
        (_IF_EQUAL, 1, 0, machine.arch),
        refuse,  # a call by another architecture's numbers
        (_LOAD, 0, 0, _NUMBER),
        (_IF_AT_LEAST, 0, 1, _X32),
        refuse,
    ]
    for number in machine.refused.values():
        steps += [(_IF_EQUAL, 0, 1, number), refuse]
    return [
        *steps,
        # its arguments lie in memory that no filter can read; at this error the C library falls back to clone
        (_IF_EQUAL, 0, 1, _CLONE3),
        (_RETURN, 0, 0, _ERROR | errno.ENOSYS),
        (_IF_EQUAL, 0, 3, machine.clone),
        (_LOAD, 0, 0, _FIRST_ARGUMENT),
        (_IF_ANY_BIT, 1, 0, _CLONE_THREAD),
        refuse,
        (_RETURN, 0, 0, _ALLOW),
    ]


def install(machine: Architecture) -> None:
    """Put the filter in force for every thread of this process, running or to come. Raises OSError."""
    steps = program(machine)
    code = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *step) for step in steps))
    header = ctypes.create_string_buffer(struct.pack("@HP", len(steps), ctypes.addressof(code)))
    threads = system_call(machine.seccomp, _SET_MODE_FILTER, _ALL_THREADS, ctypes.addressof(header))
    if threads != 0:
        raise OSError(errno.EBUSY, "a thread could not be filtered")
