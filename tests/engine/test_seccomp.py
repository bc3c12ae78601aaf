"""The filter, run by an interpreter of the few BPF instructions it is made of, for each kind of processor."""

import errno

import pytest

from penname.engine.confining.seccomp import MACHINES, Architecture, program

ALLOWED = 0
THREAD_FLAGS = 0x3D0F00  # what the C library starts a thread with
FORK_FLAGS = 0x1200011


def answer(machine: Architecture, number: int, argument: int = 0, arch: int | None = None) -> int:
    """The error a system call gets; 0 when it is let through."""
    data = {0: number, 4: machine.arch if arch is None else arch, 16: argument & 0xFFFFFFFF}
    steps, at, value = program(machine), 0, 0
    while True:
        code, if_true, if_false, constant = steps[at]
        at += 1
        match code:
            case 0x20:
                value = data[constant]
            case 0x15:
                at += if_true if value == constant else if_false
            case 0x35:
                at += if_true if value >= constant else if_false
            case 0x45:
                at += if_true if value & constant else if_false
            case 0x06:
                assert constant == 0x7FFF0000 or constant >> 16 == 5  # allow, or answer an error
                return constant & 0xFFFF
            case _:
                raise AssertionError(f"unknown instruction {code:#x}")


@pytest.fixture(params=MACHINES.values(), ids=MACHINES.keys())
def machine(request: pytest.FixtureRequest) -> Architecture:
    found: Architecture = request.param
    return found


def test_what_is_listed_is_refused_and_all_else_goes_through(machine: Architecture) -> None:
    special = {machine.clone, 435}
    for number in range(600):
        if number not in special:
            refused = number in machine.refused.values()
            assert answer(machine, number, THREAD_FLAGS) == (errno.EPERM if refused else ALLOWED)


def test_threads_start_and_processes_do_not(machine: Architecture) -> None:
    assert answer(machine, machine.clone, THREAD_FLAGS) == ALLOWED
    assert answer(machine, machine.clone, FORK_FLAGS) == errno.EPERM
    # the C library takes this for an old kernel and uses clone
    assert answer(machine, 435, THREAD_FLAGS) == errno.ENOSYS


def test_numbers_of_another_architecture_are_no_way_around(machine: Architecture) -> None:
    for other in MACHINES.values():
        if other is not machine:
            assert answer(machine, 0, arch=other.arch) == errno.EPERM
    assert answer(machine, 0, arch=0x40000003) == errno.EPERM  # 32-bit x86
    assert answer(machine, 0x40000000 + 41) == errno.EPERM  # x32


def test_both_kinds_refuse_the_same_calls() -> None:
    only_there = {"fork", "vfork"}  # arm64 has clone alone
    assert set(MACHINES["x86_64"].refused) - only_there == set(MACHINES["aarch64"].refused)
