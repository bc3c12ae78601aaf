"""One instance: whoever is first stays, others tell it, and a dead one stands in nobody's way."""

import os
import signal
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from penname.instance import paths
from penname.instance.activation import OPEN, PSEUDONYMIZE, SHOW, Activation, activation_from, read_activation
from penname.instance.primary import BUSY, NotAnswering, PrimaryInstance, become_primary, tell
from penname.instance.unix_socket import connect

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a named pipe there")

HOLDER = """
import sys, time
from penname.instance.primary import become_primary
from penname.instance.activation import SHOW, Activation
primary = become_primary(Activation(SHOW), 20)
if primary is not None:
    activations = []
    primary.answer(lambda activation: not activations.append(activation))
    print("first", flush=True)
    sys.stdin.read()
    print(len(activations), flush=True)
"""


@pytest.fixture
def primary() -> Iterator[PrimaryInstance]:
    became = become_primary(Activation(SHOW), 1)
    assert became is not None
    yield became
    became.close()


def _holder() -> "subprocess.Popen[str]":
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    return subprocess.Popen([sys.executable, "-c", HOLDER], env=environment, text=True, **pipes)


def _end(process: "subprocess.Popen[str]") -> str:
    return process.communicate(timeout=60)[0]


def test_a_second_start_tells_the_first_what_it_is_for(primary: PrimaryInstance) -> None:
    heard: list[Activation] = []
    primary.answer(lambda activation: not heard.append(activation))
    assert become_primary(Activation(PSEUDONYMIZE, "token_TIME7"), 5) is None
    assert heard == [Activation(PSEUDONYMIZE, "token_TIME7")]


def test_activations_wait_for_a_first_one_that_still_starts(primary: PrimaryInstance) -> None:
    heard: list[Activation] = []
    waiting = threading.Timer(0.3, primary.answer, [lambda activation: not heard.append(activation)])
    waiting.start()
    assert tell(Activation(SHOW), 10)
    waiting.join()
    assert heard == [Activation(SHOW)]


def test_a_first_one_that_takes_nothing_is_told_of(primary: PrimaryInstance) -> None:
    primary.answer(lambda _activation: False)
    assert tell(Activation(SHOW)) is False
    with pytest.raises(NotAnswering):
        become_primary(Activation(SHOW), 0.2)


def test_nobody_is_first_when_all_have_gone(primary: PrimaryInstance) -> None:
    primary.close()
    assert tell(Activation(SHOW)) is None
    again = become_primary(Activation(SHOW), 1)
    assert again is not None
    again.close()


def test_the_socket_is_for_its_owner_alone(primary: PrimaryInstance) -> None:
    folder = paths.folder()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / f"{paths.name()}.socket").stat().st_mode) == 0o600


def test_a_folder_of_somebody_else_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PENNAME_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setattr(os, "getuid", lambda: tmp_path.stat().st_uid + 1)
    with pytest.raises(PermissionError):
        paths.folder()


def test_a_long_path_is_no_obstacle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PENNAME_RUNTIME_DIR", str(tmp_path / ("x" * 100) / ("y" * 100)))
    test_nobody_is_first_when_all_have_gone(_first())


def _first() -> PrimaryInstance:
    became = become_primary(Activation(SHOW), 1)
    assert became is not None
    assert tell(Activation(SHOW), 0.05) is False  # there, and silent so far
    return became


def test_each_screen_has_a_first_one_of_its_own(
    primary: PrimaryInstance, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISPLAY", ":1234")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    other = become_primary(Activation(SHOW), 1)
    assert other is not None
    other.close()


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"\n",
        b"show",
        b"format c:\n",
        b"show a b\n",
        b"show \xff\n",
        b"show " + b"x" * 600 + b"\n",
        b"open \n",
        b"open  \n",
        b"open  letter.docx\n",
        b"open  /a%00b\n",
        b"open  /a b\n" + b"x" * 17_000,
    ],
)
def test_a_line_that_is_no_wish_is_not_answered(primary: PrimaryInstance, line: bytes) -> None:
    primary.answer(lambda _activation: pytest.fail("taken for an activation"))
    connection = connect(paths.folder() / f"{paths.name()}.socket")
    assert connection is not None
    connection.send(line)
    connection._socket.shutdown(1)
    assert connection.receive(5) not in (b"heard\n", BUSY)
    connection.close()


@pytest.mark.parametrize(
    "activation",
    [
        Activation(SHOW),
        Activation(PSEUDONYMIZE, "gnome-shell/x/1-2-host_TIME12"),
        Activation(OPEN, "", "/home/ann/My letter, 100% \u00e9\udcff.docx"),
        Activation(OPEN, "tok", "/" + "\u00e9" * 2000),
    ],
)
def test_an_activation_survives_its_line(activation: Activation) -> None:
    assert read_activation(activation.to_line()) == activation


def test_a_token_that_fits_no_line_is_left_out() -> None:
    assert activation_from({"DESKTOP_STARTUP_ID": "a b\nshow"}, SHOW) == Activation(SHOW)
    assert (
        activation_from({"XDG_ACTIVATION_TOKEN": "good", "DESKTOP_STARTUP_ID": "old"}, SHOW).token == "good"
    )


def test_a_killed_one_leaves_the_way_free_for_one() -> None:
    killed = _holder()
    assert killed.stdout
    assert killed.stdout.readline() == "first\n"
    socket = paths.folder() / f"{paths.name()}.socket"
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    killed.communicate()
    assert socket.exists()  # stale
    became = _first()
    assert become_first_in_parallel(4) == [None] * 4
    became.close()


def become_first_in_parallel(count: int) -> list[object]:
    end = time.monotonic() + 1

    def start(_number: int) -> object:
        try:
            return become_primary(Activation(SHOW), end - time.monotonic())
        except NotAnswering:
            return None

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(start, range(count)))


def test_of_twenty_starts_one_is_left() -> None:
    starts = [_holder() for _ in range(20)]
    for process in starts:
        assert process.stdin
    end = time.monotonic() + 60
    while sum(process.poll() is not None for process in starts) < 19 and time.monotonic() < end:
        time.sleep(0.05)
    left = [process for process in starts if process.poll() is None]
    assert len(left) == 1
    assert _end(left[0]).split() == ["first", "19"]
    assert all(_end(process) == "" and process.returncode == 0 for process in starts if process not in left)
