"""A busy machine is noticed."""

import pytest

from penname.engine.tuning import quiet

IDLE = {"busy": 10.0, "idle": 100.0, "stolen": 0.0}


def look(monkeypatch: pytest.MonkeyPatch, later: dict[str, float], own: float = 1.0) -> str | None:
    times = iter([IDLE, later])
    monkeypatch.setattr(quiet, "_times", lambda: next(times))
    monkeypatch.setattr(quiet, "_spun", lambda seconds: own)
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    return quiet.disturbance()


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
    monkeypatch.setattr(quiet, "_times", lambda: None)
    monkeypatch.setattr(quiet, "_spun", lambda seconds: 1.0)
    assert quiet.disturbance() is None


def test_this_machine_counts_its_time() -> None:
    if (times := quiet._times()) is not None:
        assert times["busy"] > 0
        assert 0 < quiet._spun(0.01) <= 1.2
