"""Whether a model fits, and how fast it would be."""

import sys
from pathlib import Path

import pytest

from penname import locations
from penname.models import hardware, system
from penname.models.fit import FitLevel, fit, memory_needed
from penname.models.hardware import Card, Hardware, probe_hardware
from penname.models.speed import Speed, expected_speed, known_speed, remember_speed

GB = 10**9
COMPUTER = Hardware(memory=16 * GB, free_memory=12 * GB, cores=8)


@pytest.mark.parametrize(
    ("memory", "level"),
    [
        (2 * GB, FitLevel.WELL),
        (9 * GB, FitLevel.WELL),
        (11 * GB, FitLevel.TIGHTLY),
        (13 * GB, FitLevel.TIGHTLY),
        (14 * GB, FitLevel.TOO_BIG),
    ],
)
def test_the_more_of_the_memory_the_worse(memory: int, level: FitLevel) -> None:
    assert fit(memory, memory, COMPUTER, None).level is level


def test_other_programs_count() -> None:
    busy = Hardware(memory=16 * GB, free_memory=3 * GB, cores=8)
    assert fit(4 * GB, 5 * GB, busy, None).level is FitLevel.TIGHTLY


def test_a_card_of_its_own_memory_takes_what_the_main_memory_cannot() -> None:
    card = Card("card", 24 * GB, 20 * GB)
    judged = fit(18 * GB, 20 * GB, Hardware(16 * GB, 12 * GB, 8, cards=(card,)), Speed(0.1, GB))
    assert (judged.level, judged.on_card, judged.tokens_per_second) == (FitLevel.WELL, True, None)
    sharing = Card("built in", 24 * GB, 20 * GB, shared=True)
    assert (
        fit(18 * GB, 20 * GB, Hardware(16 * GB, 12 * GB, 8, cards=(sharing,)), None).level is FitLevel.TOO_BIG
    )


def test_without_knowing_the_memory_nothing_is_claimed() -> None:
    assert fit(GB, GB, Hardware(0, 0, 1), None).level is FitLevel.UNKNOWN


def test_the_context_counts() -> None:
    assert memory_needed(2 * GB, 147_456) == 2 * GB + 147_456 * 8192 + 500_000_000
    assert memory_needed(2 * GB) > 2 * GB


def test_the_expected_speed_falls_with_the_size() -> None:
    measured = Speed(0.02, GB)
    speeds = [expected_speed(size, measured) for size in (GB // 2, GB, 2 * GB, 8 * GB)]
    assert speeds == sorted(speeds, reverse=True)
    assert expected_speed(GB, measured) == pytest.approx(50)
    assert speeds[-1] == pytest.approx(50 / 8)


def test_a_measurement_with_a_larger_model_is_kept() -> None:
    (locations.cache_dir() / "speed.json").unlink(missing_ok=True)
    assert known_speed() is None
    remember_speed(0.01, GB)
    remember_speed(0.05, 4 * GB)
    remember_speed(0.2, 4 * GB)  # on a busy computer
    remember_speed(0.001, GB)
    remember_speed(0.0, 8 * GB)
    assert known_speed() == Speed(0.05, 4 * GB)
    (locations.cache_dir() / "speed.json").write_text("{")
    assert known_speed() is None


def test_llama_cpp_is_asked_in_a_child() -> None:
    found = probe_hardware()
    assert found.asked
    assert found.memory == system.total_memory() > 0
    assert found.cores == system.physical_cores()
    if sys.platform == "linux":
        assert 0 < found.free_memory <= found.memory
        assert found.instructions


@pytest.mark.parametrize(
    "code", ["import os; os.abort()", "print('nonsense')", "import time; time.sleep(60)"]
)
def test_a_child_that_fails_costs_no_more_than_what_it_would_tell(
    code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hardware.children, "command", lambda _kind: [sys.executable, "-c", code])
    monkeypatch.setattr(hardware, "_PATIENCE", 1.0)
    found = probe_hardware()
    assert not found.asked
    assert found.memory > 0


def test_nothing_of_llama_cpp_is_loaded_here(tmp_path: Path) -> None:
    import subprocess

    code = (
        "import sys; import penname.models.hardware, penname.models.download, "
        "penname.models.other_programs, penname.models.importing, penname.cli.models; "
        "print([name for name in ('llama_cpp', 'numpy', 'gguf', 'huggingface_hub', 'httpx2', 'PySide6') "
        "if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
