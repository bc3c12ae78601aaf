"""`penname evaluate` from its options to its exit codes, with models that answer from a script."""

import json

import pytest

from lab.evaluation.scripted_models import ScriptedModels, write_data
from penname.cli import main
from penname.cli.terminal import DONE, STOPPED, UNUSABLE
from penname.domain.errors import Cancelled
from penname.lab.evaluation import models as models_of_a_run
from penname.lab.evaluation import reporting


@pytest.fixture
def models(monkeypatch: pytest.MonkeyPatch) -> ScriptedModels:
    scripted = ScriptedModels()
    monkeypatch.setattr(models_of_a_run, "Models", lambda say, settings: scripted)
    monkeypatch.setattr(reporting, "write_plots", lambda folder, summary: None)
    return scripted


def evaluate(tmp_path, *options: str) -> int:
    data = write_data(tmp_path)
    return main(["evaluate", str(data), "--output", str(tmp_path / "results"), *options])


def test_it_prints_the_report_and_says_how_far_it_is(tmp_path, models, capsys) -> None:
    assert evaluate(tmp_path, "--method", "rational,mask", "--attacker", "other", "--limit", "2") == DONE
    printed = capsys.readouterr()
    assert printed.out == (tmp_path / "results" / "summary.md").read_text()
    assert "4 of 4 done" in printed.err
    assert "left" in printed.err
    run = json.loads((tmp_path / "results" / "run.json").read_bytes())
    assert run["contenders"] == ["rational", "mask"]
    assert models.closed


def test_a_finished_run_resumes_to_the_same_report(tmp_path, models) -> None:
    assert evaluate(tmp_path) == DONE
    report = (tmp_path / "results" / "summary.json").read_bytes()
    models.attacks.clear()
    assert evaluate(tmp_path) == UNUSABLE  # without --resume
    assert evaluate(tmp_path, "--resume") == DONE
    assert models.attacks == []
    assert (tmp_path / "results" / "summary.json").read_bytes() == report


def test_attack_styles_are_compared_on_the_same_texts(tmp_path, models) -> None:
    options = ("--method", "none", "--attacker", "other", "--attack-style", "short,one-by-one")
    assert evaluate(tmp_path, *options) == DONE
    run = json.loads((tmp_path / "results" / "run.json").read_bytes())
    assert run["attackers"] == ["other (bare)", "other (bare, reasons first, one-by-one)"]
    summary = json.loads((tmp_path / "results" / "summary.json").read_bytes())
    (compared,) = summary["attackers_compared"]
    assert (compared["attacker"], compared["other"]) == ("other+one-by-one", "other")
    assert (compared["before"]["value"], compared["before"]["p"]) == (0, 1)  # the script answers both alike
    assert summary["methods"]["none"]["unchanged"] == 1
    report = (tmp_path / "results" / "summary.md").read_text()
    assert (
        "* other (bare) reads 67 of 100 things that texts are about in the originals; it guesses 0" in report
    )
    assert "flatters" not in report
    assert "protect" not in report.split("\n\n")[1]


def test_ctrl_c_keeps_what_there_is(tmp_path, models, capsys) -> None:
    def interrupt(text: str) -> None:
        if len(models.attacks) == 2:
            raise Cancelled

    models.before = interrupt
    assert evaluate(tmp_path) == STOPPED
    assert "--resume" in capsys.readouterr().err


@pytest.mark.parametrize(
    "options",
    [
        ("--method", "magic"),
        ("--rounds", "0"),
        ("--limit", "0"),
        ("--hardness", "9"),
        ("--seed", "-1"),
        ("--id-column", "nr"),
        ("--text-column", "response"),
        ("--text-column", "response", "--attribute-column", "home="),
        ("--judge", "starter"),
    ],
)
def test_what_cannot_be_used_is_said_before_anything_runs(tmp_path, models, capsys, options) -> None:
    assert evaluate(tmp_path, *options) == UNUSABLE
    assert capsys.readouterr().err.strip()
    assert models.attacks == []


def test_a_csv_by_its_columns(tmp_path, models) -> None:
    path = tmp_path / "own.csv"
    path.write_text('post,home\nThe trams in Lisbon wait.,"Lisbon, Portugal"\n')
    options = ["--text-column", "post", "--attribute-column", "home=location"]
    assert main(["evaluate", str(path), "--output", str(tmp_path / "results"), *options]) == DONE
    summary = json.loads((tmp_path / "results" / "summary.json").read_bytes())
    assert summary["methods"]["rational"]["attack_accuracy_before"] == 1
