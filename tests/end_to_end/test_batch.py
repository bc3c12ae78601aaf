"""`penname batch` with the real starter: killed with all its processes' work half done, and gone on with."""

import json
import os
import time
from pathlib import Path

import pytest

from end_to_end.commands import Running, penname
from end_to_end.processes import descendants

pytestmark = pytest.mark.model
TEXTS = ("I live in Lisbon now.", "Nobody waits for the second tram.", "", "I am 34 years old.")


@pytest.mark.timeout(900)
def test_killed_it_leaves_no_process_and_goes_on_where_it_was(tmp_path: Path) -> None:
    data, results = tmp_path / "comments.jsonl", tmp_path / "results"
    data.write_text("".join(json.dumps({"text": text}) + "\n" for text in TEXTS), encoding="utf-8")
    options = ("batch", str(data), "--output", str(results), "--workers", "2", "--rounds", "1")
    options = (*options, "--rewrite-model", "starter")
    running = Running(options, b"")
    log = results / "results.jsonl"
    while not (log.exists() and log.read_bytes().count(b"\n")):
        assert running.process.poll() is None, running.done().said
        time.sleep(0.05)
    started = descendants(running.process.pid)
    assert len(started) >= 3, "a worker or two, and the engine host of each"
    running.process.kill()
    running.done()
    end = time.monotonic() + 30
    while alive := {pid for pid in started if Path(f"/proc/{pid}").exists()}:
        assert time.monotonic() < end, alive
        time.sleep(0.1)
    kept = log.read_bytes()
    done = penname(*options)
    assert done.code == 1, done.said
    assert log.read_bytes().startswith(kept[: kept.rindex(b"\n") + 1])
    assert log.read_bytes().count(b"\n") == 3
    made = [json.loads(line)["text"] for line in (results / "comments.jsonl").read_bytes().splitlines()]
    assert len(made) == 3
    assert "Lisbon" not in made[0]
    (failure,) = (results / "failures.jsonl").read_bytes().splitlines()
    assert json.loads(failure)["row"] == 3
    assert not any(os.access(f"{results}/{name}.part", os.F_OK) for name in os.listdir(results))
