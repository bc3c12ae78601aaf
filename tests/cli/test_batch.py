"""`penname batch`: options, sentences and exit codes; the work itself is tested in tests/batch."""

import json
from pathlib import Path

import pytest

from batch.scripted_worker import ScriptedWorker
from penname import cli
from penname.batch import room
from penname.cli import batch
from penname.domain.errors import BadInput
from penname.domain.goal import Goal
from penname.settings import Settings


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Settings, str]]:
    """With which settings and method each worker was made; each answers from a script."""
    seen: list[tuple[Settings, str]] = []
    given: list[tuple[str, Goal]] = []

    def make(settings: Settings, method: str) -> ScriptedWorker:
        seen.append((settings, method))
        return ScriptedWorker(given, refuse)

    def refuse(text: str) -> None:
        if text == "bad":
            raise BadInput("Not this one.")

    monkeypatch.setattr(batch, "LocalWorker", make)
    monkeypatch.setattr(room, "physical_cores", lambda: 6)
    return seen


def comments(folder: Path, *texts: str) -> Path:
    path = folder / "comments.jsonl"
    path.write_text("".join(f"{json.dumps({'body': text})}\n" for text in texts), encoding="utf-8")
    return path


def run(*arguments: object) -> int:
    return cli.main(["batch", *map(str, arguments)])


def test_cores_are_shared_out_among_workers(made, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, out = comments(tmp_path, *"abcdef"), tmp_path / "out"
    assert run(source, "--output", out, "--text-column", "body", "--workers", 3, "--method", "base") == 0
    assert {method for _, method in made} == {"base"}
    assert {settings.engine.threads for settings, _ in made} == {2}
    assert [json.loads(line)["body"] for line in (out / "comments.jsonl").read_bytes().splitlines()] == list(
        "ABCDEF"
    )
    said = capsys.readouterr()
    assert said.out == ""
    assert "6 texts, 3 workers." in said.err
    assert "6 of 6 texts are done" in said.err


def test_failures_make_the_exit_code_one(made, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = comments(tmp_path, "good", "bad")
    assert run(source, "--output", tmp_path / "out", "--text-column", "body", "--workers", 1) == 1
    said = capsys.readouterr().err
    assert "1 could not be rewritten and are left out; failures.jsonl says why." in said
    assert "Not this one" not in said, "standard error is not where the reasons go"


def test_a_dry_run_writes_nothing(made, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, out = comments(tmp_path, *"abcdefghij" * 20), tmp_path / "out"
    assert run(source, "--output", out, "--text-column", "body", "--workers", 2, "--dry-run") == 0
    assert not out.exists()
    assert "200 texts with 2 workers: about 1 s" in capsys.readouterr().err


@pytest.mark.parametrize("wanted", ["0", "many", "-1", "4097"])
def test_a_number_of_workers_that_is_none_is_refused(
    made, tmp_path: Path, capsys: pytest.CaptureFixture[str], wanted: str
) -> None:
    source = comments(tmp_path, "a")
    assert run(source, "--output", tmp_path / "out", "--text-column", "body", f"--workers={wanted}") == 2
    assert "from 1 to 4,096, or auto" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(("free", "workers"), [(None, 1), (10**8, 1), (4 * 10**9, 3), (10**12, 6)])
def test_auto_asks_the_memory_and_the_cores(
    monkeypatch: pytest.MonkeyPatch, free: int | None, workers: int
) -> None:
    monkeypatch.setattr(room, "free_memory", lambda: free)
    monkeypatch.setattr(room, "writer_of", lambda reader: "writer")
    monkeypatch.setattr(room, "_size", lambda name: 0)  # half a gigabyte of working memory for each of two
    assert room.workers_with_room(Settings(), 6) == workers
