"""What a confined process can no longer do; each tried in a process of its own, for it holds for good."""

import subprocess
import sys
from pathlib import Path

import pytest

import penname

SOURCE = str(Path(penname.__file__).parent.parent)
SETUP = "from penname.engine.confining import confinement; import socket, subprocess, os; confinement.{}(); "


def attempt(forbid: str, action: str) -> str:
    code = (
        SETUP.format(forbid)
        + f"""
try:
    {action}
    print("done")
except PermissionError as error:
    print("refused:", error)
"""
    )
    command = [sys.executable, "-c", code]
    return subprocess.run(
        command, capture_output=True, text=True, env={"PYTHONPATH": SOURCE}, check=True
    ).stdout


@pytest.mark.parametrize(
    "action",
    [
        "socket.socket(socket.AF_INET, socket.SOCK_STREAM)",
        "socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)",
        "socket.create_connection(('127.0.0.1', 9))",
        "socket.getaddrinfo('localhost', 80)",
        "socket.gethostbyname('localhost')",
        "import urllib.request; urllib.request.urlopen('http://127.0.0.1:9/')",
    ],
)
def test_the_network_is_out_of_reach(action: str) -> None:
    assert attempt("forbid_network", action).startswith("refused:")


def test_local_sockets_stay() -> None:
    assert attempt("forbid_network", "a, b = socket.socketpair()") == "done\n"


@pytest.mark.parametrize(
    "action",
    ["subprocess.run(['true'])", "os.system('true')", "os.fork()", "os.execv('/bin/true', ['true'])"],
)
def test_no_program_is_started(action: str) -> None:
    assert attempt("forbid_programs", action).startswith("refused:")


@pytest.mark.skipif(sys.platform != "linux", reason="reads Linux's limits")
def test_core_dumps_are_off() -> None:
    look = "import resource, ctypes; assert resource.getrlimit(resource.RLIMIT_CORE) == (0, 0); "
    look += "assert ctypes.CDLL(None).prctl(3, 0, 0, 0, 0) == 0"  # PR_GET_DUMPABLE
    assert attempt("forbid_core_dumps", look) == "done\n"
