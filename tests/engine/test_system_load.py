"""A busy machine is noticed."""

import sys
import threading
import time

import pytest

from penname.engine.tuning import system_load

IDLE = {"busy": 10.0, "idle": 100.0, "stolen": 0.0}


def look(monkeypatch: pytest.MonkeyPatch, later: dict[str, float], own: float = 1.0) -> str | None:
    times = iter([IDLE, later])
    monkeypatch.setattr(system_load, "_times", lambda: next(times))
    monkeypatch.setattr(system_load, "_spun", lambda seconds: own)
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    return system_load.competing_load()


def work(seconds: float, over: threading.Event | None = None) -> None:
    """Take so many seconds of a processor, or fewer when it is `over`."""
    began = time.thread_time()
    while time.thread_time() - began < seconds and not (over and over.is_set()):
        sum(range(1000))


def test_a_quiet_machine_disturbs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert look(monkeypatch, {"busy": 10.3, "idle": 102.0, "stolen": 0.0}) is None


@pytest.mark.parametrize(
    ("later", "own"),
    [
        ({"busy": 11.5, "idle": 101.0, "stolen": 0.0}, 1.0),
        ({"busy": 10.2, "idle": 101.8, "stolen": 0.5}, 1.0),
        ({"busy": 10.3, "idle": 102.0, "stolen": 0.0}, 0.5),
    ],
    ids=["others compute", "a virtual machine's host takes time", "a thread does not get its core"],
)
def test_a_busy_one_is_told(monkeypatch: pytest.MonkeyPatch, later: dict[str, float], own: float) -> None:
    assert look(monkeypatch, later, own)


def test_where_nobody_counts_the_time_the_spin_alone_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system_load, "_times", lambda: None)
    monkeypatch.setattr(system_load, "_spun", lambda seconds: 1.0)
    assert system_load.competing_load() is None


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux says what its processors did")
def test_this_machine_counts_its_time() -> None:
    before = system_load._times()
    assert before is not None
    work(0.5)
    after = system_load._times()
    assert after is not None
    assert after["busy"] - before["busy"] > 0.25
    assert after["idle"] >= before["idle"] > 0
    assert after["stolen"] >= before["stolen"] >= 0


def test_a_thread_gets_less_than_a_processor_where_it_has_to_share() -> None:
    assert 0 < system_load._spun(0.01) < 1.05
    over = threading.Event()
    other = threading.Thread(target=lambda: work(60, over))  # one of the two holds Python's lock
    other.start()
    got = system_load._spun(0.3)
    over.set()
    other.join()
    assert got < system_load._LEAST_OWN
