"""Landlock alone, without the other locks, each time in a process of its own, for it holds for good."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import penname
from penname.engine.confining import landlock
from penname.engine.confining.landlock import Access

HERE = landlock.version() if sys.platform == "linux" else 0
RESTRICT = """
import os, socket, sys, threading
from penname.engine.confining import landlock, linux
from penname.engine.confining.landlock import READ, WRITE
linux.give_up_new_privileges()
allowed, forbidden = sys.argv[1:]
landlock.restrict([(allowed, WRITE), (allowed + "/missing", READ)], landlock.version())
def attempt(action):
    try:
        action()
    except OSError as error:
        return type(error).__name__
    return "done"
"""


def confined(tmp_path: Path, *actions: str) -> list[str]:
    for name in ("allowed", "forbidden"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "file").write_text("text")
    code = RESTRICT + "".join(f"print(attempt(lambda: {action}))\n" for action in actions)
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "allowed"), str(tmp_path / "forbidden")],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"PYTHONPATH": str(Path(penname.__file__).parent.parent)},
    )
    return done.stdout.split()


def test_each_version_knows_what_the_ones_before_it_knew() -> None:
    before = landlock.handled(1)
    assert Access.REFER not in before[0]
    assert before[1:] == (0, 0)
    for abi in range(2, 12):
        now = landlock.handled(abi)
        assert all(old & new == old for old, new in zip(before, now, strict=True))
        before = now
    assert before[0] == ~Access(0)
    assert landlock.handled(3)[1] == 0 != landlock.handled(4)[1]
    assert landlock.handled(5)[2] == 0 != landlock.handled(6)[2]


@pytest.mark.skipif(HERE < 1, reason="this kernel has no Landlock")
def test_only_the_allowed_folder_stays_open(tmp_path: Path) -> None:
    assert (
        confined(
            tmp_path,
            "open(allowed + '/file').read()",
            "open(allowed + '/new', 'w').close()",
            "os.rename(allowed + '/new', allowed + '/renamed')",
            "os.unlink(allowed + '/renamed')",
            "os.listdir(allowed)",
        )
        == ["done"] * 5
    )
    assert (tmp_path / "allowed" / "file").read_text() == "text"


@pytest.mark.skipif(HERE < 3, reason="this kernel's Landlock does not know all of these")
def test_the_rest_is_closed(tmp_path: Path) -> None:
    refused = confined(
        tmp_path,
        "open(forbidden + '/file').read()",
        "open(forbidden + '/file', 'a').close()",
        "os.truncate(forbidden + '/file', 0)",
        "os.unlink(forbidden + '/file')",
        "os.listdir(forbidden)",
        "os.mkdir(allowed + '/folder')",
        "os.symlink(forbidden + '/file', allowed + '/link')",
        "os.execv('/bin/true', ['true'])",
    )
    assert refused == ["PermissionError"] * 8
    assert (tmp_path / "forbidden" / "file").read_text() == "text"


@pytest.mark.skipif(HERE < 4, reason="this kernel's Landlock knows no network")
def test_tcp_is_refused(tmp_path: Path) -> None:
    assert (
        confined(
            tmp_path, "socket.create_connection(('127.0.0.1', 9))", "socket.create_server(('127.0.0.1', 0))"
        )
        == ["PermissionError"] * 2
    )


@pytest.mark.skipif(HERE < 6, reason="this kernel's Landlock knows no signals")
def test_processes_outside_get_no_signal(tmp_path: Path) -> None:
    assert confined(tmp_path, "os.kill(os.getppid(), 0)", "os.kill(os.getpid(), 0)") == [
        "PermissionError",
        "done",
    ]
