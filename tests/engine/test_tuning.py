"""The search for the fastest settings, on machines that are made up."""

import threading
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from penname.engine.options import Tuning
from penname.engine.speeds import Measure, Speeds
from penname.engine.tuning import tuning, tuning_store
from penname.engine.tuning.tuning import Interrupted, Tuner, described
from penname.models.files import ModelFiles
from penname.settings import EngineSettings, Settings, load_settings, save_settings

MODEL = ModelFiles("toy", "Toy", "/nowhere/toy.gguf")
Machine = Callable[[Tuning], tuple[float, float] | None]


class Bench:
    """Stands in for the measuring process; `crashes` ends it for good."""

    started = 0

    def __init__(self, machine: Machine, crashes: Callable[[Tuning], bool]) -> None:
        Bench.started += 1
        self._machine, self._crashes = machine, crashes
        self.is_over = False
        self.orders: list[Measure] = []

    def measure(self, order: Measure, patience: float) -> Speeds | None:
        assert not self.is_over, "a process that is gone was asked"
        self.orders.append(order)
        if self._crashes(order.tuning):
            self.is_over = True
            return None
        speeds = self._machine(order.tuning)
        return None if speeds is None else Speeds(order.depth, *speeds)

    def stop(self) -> None:
        self.is_over = True

    def close(self) -> None:
        self.is_over = True


@pytest.fixture(autouse=True)
def four_cores_and_an_own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PENNAME_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(tuning, "physical_cores", lambda: 4)


def tuned(
    machine: Machine, crashes: Callable[[Tuning], bool] = lambda _: False, *, has_card: bool = False
) -> tuning.Tuned | None:
    tuner = Tuner(MODEL, has_card=has_card, start=lambda: Bench(machine, crashes))  # type: ignore[arg-type,return-value]
    return tuner.tune()


def test_where_nothing_helps_the_usual_settings_stay() -> None:
    found = tuned(lambda _: (300.0, 60.0))
    assert found is not None
    assert found.tuning == Tuning()
    assert len(found.trials) > 5


def test_each_setting_is_kept_where_it_helps() -> None:
    def machine(t: Tuning) -> tuple[float, float]:
        prompt, single = 300.0, 60.0
        if t.threads == 3:
            single *= 1.3  # one core is better left alone
        if not t.extra_buffers:
            prompt *= 0.6
        if t.batch == 512:
            prompt *= 1.5
        return prompt, single

    found = tuned(lambda t: machine(t))
    assert found is not None
    assert found.tuning == Tuning(threads=3)  # 512 tokens at once would take too long to be stopped
    faster = tuned(lambda t: (machine(t)[0] * 10, machine(t)[1]))
    assert faster is not None
    assert faster.tuning.threads == 3


def test_what_only_seems_faster_is_noise() -> None:
    found = tuned(lambda t: (300.0, 61.0 if t.threads == 2 else 60.0))
    assert found is not None
    assert found.tuning == Tuning()


def test_what_was_fast_only_once_is_not_believed() -> None:
    seen: list[Tuning] = []

    def machine(t: Tuning) -> tuple[float, float]:
        seen.append(t)
        return 300.0, 600.0 if t.batch == 64 and seen.count(t) < 3 else 60.0

    found = tuned(machine)
    assert found is not None
    assert found.tuning == Tuning()


def test_a_cache_that_rounds_must_be_worth_it() -> None:
    slightly = tuned(lambda t: (300.0, 66.0 if t.cache_type == "q8_0" else 60.0))
    much = tuned(lambda t: (300.0, 90.0 if t.cache_type == "q8_0" else 60.0))
    assert slightly is not None
    assert slightly.tuning == Tuning()
    assert much is not None
    assert much.tuning == Tuning(cache_type="q8_0")


def test_answers_that_depend_on_what_was_asked_before_must_be_worth_it() -> None:
    usual = tuned(lambda t: (420.0 if t.cache_type == "f16" else 330.0, 88.0))
    much = tuned(lambda t: (900.0 if t.cache_type == "f16" else 330.0, 88.0))
    assert usual is not None
    assert usual.tuning == Tuning()
    assert much is not None
    assert much.tuning == Tuning(cache_type="f16")


def test_a_candidate_that_crashes_is_refused_and_the_search_goes_on() -> None:
    found = tuned(
        lambda t: (300.0, 90.0 if not t.extra_buffers else 60.0), crashes=lambda t: t.threads is not None
    )
    assert found is not None
    assert found.tuning == Tuning(extra_buffers=False)
    assert [trial.tuning for trial in found.trials if trial.seconds is None] == [
        *(Tuning(threads=3), Tuning(threads=2), Tuning(threads=1))
    ]


def test_a_model_that_cannot_be_measured_at_all_is_left_alone() -> None:
    assert tuned(lambda _: None) is None
    assert tuned(lambda _: (1.0, 1.0), crashes=lambda _: True) is None


def test_a_card_may_be_slower_than_the_processor() -> None:
    found = tuned(lambda t: (900.0, 80.0) if t.gpu_layers == 0 else (300.0, 20.0), has_card=True)
    assert found is not None
    assert found.tuning.gpu_layers == 0


def test_a_slow_machine_gets_by_with_a_look() -> None:
    benches: list[Bench] = []

    def start() -> Bench:
        benches.append(Bench(lambda _: (4.0, 0.5), lambda _: False))
        return benches[-1]

    Tuner(MODEL, start=start).tune()  # type: ignore[arg-type]
    assert {order.depth for bench in benches for order in bench.orders} == {tuning._SHALLOW}


def test_an_interrupted_search_goes_on_where_it_was() -> None:
    count = 0
    tuner: Tuner

    def machine(t: Tuning) -> tuple[float, float]:
        nonlocal count
        count += 1
        if count == 5:
            threading.Thread(target=tuner.interrupt).run()
        return 300.0, 60.0

    tuner = Tuner(MODEL, start=lambda: Bench(machine, lambda _: False))  # type: ignore[arg-type,return-value]
    with pytest.raises(Interrupted):
        tuner.tune()
    before = count
    found = tuner.tune()
    assert found is not None
    # two looks a candidate; those that were finished are not taken again
    assert count == before + 2 * len(found.trials) - 4


def test_what_was_measured_is_remembered_beside_safe_mode_and_the_user_decides() -> None:
    assert tuning_store.measured_tuning(MODEL) is None
    tuning_store.remember_safe_mode(MODEL)
    tuning_store.remember_tuning(MODEL, Tuning(threads=3, batch=64))
    assert tuning_store.needs_safe_mode(MODEL)
    assert tuning_store.chosen_tuning(MODEL, EngineSettings()) == Tuning(threads=3, batch=64)
    assert tuning_store.chosen_tuning(MODEL, EngineSettings(batch=256, extra_buffers=False)) == Tuning(
        threads=3, batch=256, extra_buffers=False
    )
    other = msgspec.structs.replace(MODEL, path="/nowhere/else.gguf")
    assert tuning_store.chosen_tuning(other, EngineSettings()) == Tuning()


@pytest.mark.parametrize("content", [b"", b'["an older list"]', b'{"x": {"safe": 3}}', b"\xff"])
def test_a_file_that_says_nothing_is_as_good_as_none(content: bytes) -> None:
    from penname import locations

    (locations.cache_dir() / "engine-modes.json").write_bytes(content)
    assert not tuning_store.needs_safe_mode(MODEL)
    tuning_store.remember_tuning(MODEL, Tuning(threads=1))
    assert tuning_store.measured_tuning(MODEL) == Tuning(threads=1)


def test_the_users_settings_of_the_engine_are_kept() -> None:
    wanted = Settings(engine=EngineSettings(threads=2, cache_type="q8_0", flash_attention=False))
    save_settings(wanted)
    assert load_settings() == wanted
    save_settings(Settings())
    assert load_settings() == Settings()


def test_settings_are_said_in_words() -> None:
    assert described(Tuning()) == "the usual settings"
    assert described(Tuning(threads=1, extra_buffers=False)) == "1 thread, no repacked weights"
