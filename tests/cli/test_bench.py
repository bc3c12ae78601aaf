"""`penname bench`: when it measures, when it refuses, and what it leaves behind."""

import json
from pathlib import Path
from typing import Any

import pytest

from lab.bench.test_figures import figures
from penname.cli import main
from penname.cli.terminal import DONE, UNUSABLE
from penname.engine.tuning import system_load
from penname.lab.bench import benchmark, weighing
from penname.lab.bench.figures import Sameness


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What the bench was asked to measure; it measures nothing."""
    asked: list[dict[str, Any]] = []

    def run_bench(
        files: Any, attributes: Any, texts: Any, runs: int, say: Any, tuning: Any, **more: Any
    ) -> Any:
        asked.append({"runs": runs, "texts": len(texts), **more})
        return figures(disturbed_by=more["disturbed_by"])

    monkeypatch.setattr(benchmark, "run_bench", run_bench)
    monkeypatch.setattr(system_load, "competing_load", lambda: None)
    return asked


def test_the_figures_are_printed_and_saved(
    measured: list[dict[str, Any]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", "--runs", "3", "--json", "--output", str(tmp_path / "new")]) == DONE
    assert measured[0]["runs"] == 3
    assert measured[0]["texts"] >= 5
    printed = capsys.readouterr().out
    assert json.loads(printed) == json.loads((tmp_path / "new" / "bench.json").read_text())
    assert (tmp_path / "new" / "bench.svg").read_text().startswith("<svg")


def test_a_busy_machine_is_refused_unless_asked_for(
    measured: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(system_load, "competing_load", lambda: "Others compute.")
    assert main(["bench"]) == UNUSABLE
    assert not measured
    assert "Others compute." in capsys.readouterr().err
    assert main(["bench", "--anyway"]) == DONE
    assert "Others compute." in capsys.readouterr().out


@pytest.mark.parametrize(
    "options", [["--runs", "0"], ["--texts", "/nowhere"], ["--output", "/proc/nowhere"], ["--model", "none"]]
)
def test_what_cannot_be_used_is_said(measured: list[dict[str, Any]], options: list[str]) -> None:
    assert main(["bench", *options]) != DONE
    assert not measured


def test_answers_alone_can_be_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seen: list[list[str]] = []

    def compare_texts(files: Any, attributes: Any, texts: list[str], say: Any, tuning: Any) -> Sameness:
        seen.append(texts)
        return Sameness(4, 4, 2, 2, ())

    monkeypatch.setattr(benchmark, "compare_texts", compare_texts)
    file = tmp_path / "texts.jsonl"
    file.write_text('{"text": "One.", "more": 1}\n\n{"text": "Two."}\n')
    assert main(["bench", "--texts", str(file), "--json"]) == DONE
    assert seen == [["One.", "Two."]]
    assert json.loads(capsys.readouterr().out)["same_answers"] == 4
    file.write_text("no JSON\n")
    assert main(["bench", "--texts", str(file)]) == UNUSABLE


def test_weighing_is_measured_alone_and_on_a_busy_computer_too(
    measured: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seen: list[tuple[str, int]] = []

    def weighed_rounds(models: Any, texts: Any, say: Any) -> list[weighing.WeighedRound]:
        seen.append((models.reader.name, len(texts)))
        return [weighing.WeighedRound(1.0, 3.0, 1.0, 5)]

    monkeypatch.setattr(weighing, "weighed_rounds", weighed_rounds)
    monkeypatch.setattr(system_load, "competing_load", lambda: "Something else is at work.")
    assert main(["bench", "--weighing", "--runs", "3"]) == DONE
    assert seen == [("starter", 4)]
    assert measured == []
    assert "adds 0.25 of a first round" in capsys.readouterr().out
