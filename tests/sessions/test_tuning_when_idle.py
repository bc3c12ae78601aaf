"""Measuring makes way for whoever works with the model, and ends with it."""

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from penname.engine.options import Tuning
from penname.engine.tuning import tuning_store
from penname.engine.tuning.tuning import Interrupted, Tuned
from penname.models.files import ModelFiles
from penname.sessions import tuning_when_idle
from penname.sessions.tuning_when_idle import TuningWhenIdle

MODEL = ModelFiles("toy", "Toy", "/nowhere/toy.gguf")
BEST = Tuned(Tuning(threads=1), 100.0, 10.0)


class Measuring:
    """A tuner that takes until it is interrupted, or until it may end."""

    def __init__(self) -> None:
        self.began, self.may_end, self.stop = threading.Event(), threading.Event(), threading.Event()
        self.interruptions = 0

    def tune(self) -> Tuned | None:
        self.stop.clear()
        self.began.set()
        while not self.may_end.wait(0.005):
            if self.stop.is_set():
                self.interruptions += 1
                raise Interrupted
        return BEST

    def interrupt(self) -> None:
        self.stop.set()


@pytest.fixture(autouse=True)
def quick_and_apart(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PENNAME_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(tuning_when_idle, "_LOOK", 0.005)


def tuning(
    measuring: Measuring,
    busy: Callable[[], bool] = lambda: False,
    competing_load: Callable[[], str | None] = lambda: None,
) -> TuningWhenIdle:
    return TuningWhenIdle(
        MODEL,
        busy,
        quiet=0.02,
        make_tuner=lambda _: measuring,  # type: ignore[arg-type,return-value]
        competing_load=competing_load,
    )


def test_what_was_measured_in_the_quiet_is_remembered() -> None:
    measuring = Measuring()
    measuring.may_end.set()
    idle = tuning(measuring)
    idle.begin()
    assert idle._thread is not None
    idle._thread.join(10)
    assert tuning_store.measured_tuning(MODEL) == BEST.tuning
    again = tuning(Measuring())
    again.begin()
    assert again._thread is None, "once a model is enough"


def test_it_does_not_begin_while_somebody_works() -> None:
    measuring = Measuring()
    idle = tuning(measuring, busy=lambda: True)
    idle.begin()
    assert not measuring.began.wait(0.2)
    idle.close()
    assert tuning_store.measured_tuning(MODEL) is None


def test_it_makes_way_and_comes_back() -> None:
    measuring, working = Measuring(), threading.Event()
    idle = tuning(measuring, busy=working.is_set)
    idle.begin()
    assert measuring.began.wait(10)
    measuring.began.clear()
    working.set()
    assert measuring.stop.wait(10)
    working.clear()
    assert measuring.began.wait(10)
    measuring.may_end.set()
    assert idle._thread is not None
    idle._thread.join(10)
    assert measuring.interruptions >= 1
    assert tuning_store.measured_tuning(MODEL) == BEST.tuning


def test_what_was_measured_beside_other_programs_is_dropped() -> None:
    measuring = Measuring()
    measuring.may_end.set()
    said = iter([None, "Others compute.", "Others compute.", None, None])
    idle = tuning(measuring, competing_load=lambda: next(said))
    idle.begin()
    assert idle._thread is not None
    idle._thread.join(10)
    assert next(said, "nothing left") == "nothing left"
    assert tuning_store.measured_tuning(MODEL) == BEST.tuning


def test_closing_ends_it_at_once() -> None:
    measuring = Measuring()
    idle = tuning(measuring)
    idle.begin()
    assert measuring.began.wait(10)
    idle.close()
    assert idle._thread is not None
    assert not idle._thread.is_alive()
    assert tuning_store.measured_tuning(MODEL) is None


def test_without_memory_for_a_second_copy_nothing_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tuning_when_idle, "free_memory", lambda: 0)
    measuring = Measuring()
    idle = tuning(measuring)
    idle.begin()
    assert idle._thread is not None
    idle._thread.join(10)
    assert not measuring.began.is_set()
