"""Batches on a cluster: the process that speaks with Ray, with a stand-in for Ray, and without a cluster."""

import json
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from batch import fake_ray
from batch.scripted_worker import GOAL, Bench
from batch.test_batch import AUTHORS, write_comments
from penname.batch import cluster as clusters
from penname.batch.cluster import Cluster
from penname.batch.worker import NoWork
from penname.domain.errors import BadInput, Cancelled, EngineError
from penname.settings import Settings

Start = Callable[..., Cluster]


@pytest.fixture
def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Start]:
    monkeypatch.setattr(clusters, "memory_of_a_worker", lambda _settings: 10**9)
    monkeypatch.setattr(clusters, "models_to_place", lambda _settings: ())
    monkeypatch.setattr(clusters.tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", ":".join(sys.path))
    started: list[Cluster] = []

    def make(*arguments: object, address: str = "", workers: int = 0, most: int = 100) -> Cluster:
        command = [sys.executable, fake_ray.__file__, *map(str, arguments)] if arguments else []
        made = Cluster(Settings(), "base", address, workers=workers, most=most, command=command)
        started.append(made)
        return made

    yield make
    for cluster in started:
        cluster.close()
    assert not list(tmp_path.glob("penname-*")), "a cluster leaves nothing on the disk"


def test_every_text_of_a_batch_is_done_once(start: Start, tmp_path: Path) -> None:
    cluster = start(5)
    assert (cluster.workers, cluster.nodes) == (5, 2)
    bench = Bench(tmp_path / "out", write_comments(tmp_path / "comments.jsonl", 50, 17), columns=AUTHORS)
    bench.make_worker = cluster.worker
    assert bench.run(cluster.workers).failed == 0
    made = [json.loads(line) for line in (bench.output / "comments.jsonl").read_bytes().splitlines()]
    assert [row["text"].split()[:2] for row in made] == [["COMMENT", str(n)] for n in range(50)]
    assert len((bench.output / "results.jsonl").read_bytes().splitlines()) == 50


def test_a_batch_begun_here_goes_on_there(start: Start, tmp_path: Path) -> None:
    bench = Bench(tmp_path / "out", write_comments(tmp_path / "comments.jsonl", 9), columns=AUTHORS)

    def stop_at_six(text: str) -> None:
        if text.startswith("comment 6"):
            raise Cancelled

    bench.before = stop_at_six
    assert bench.run().stopped
    kept = (bench.output / "results.jsonl").read_bytes()
    cluster = start(2, 7)  # it dies when it is given an eighth
    bench.make_worker = cluster.worker
    assert bench.run(cluster.workers).failed == 0
    assert (bench.output / "results.jsonl").read_bytes().startswith(kept)


def test_a_cluster_that_is_lost_ends_the_batch_and_what_is_done_stays(start: Start, tmp_path: Path) -> None:
    cluster = start(2, 4)
    bench = Bench(tmp_path / "out", write_comments(tmp_path / "comments.jsonl", 9), columns=AUTHORS)
    bench.make_worker = cluster.worker
    with pytest.raises(NoWork, match="the same command goes on"):
        bench.run(cluster.workers)
    kept = (bench.output / "results.jsonl").read_bytes()
    assert 3 <= kept.count(b"\n") <= 4
    again = start(2, 9 - kept.count(b"\n"))
    bench.make_worker = again.worker
    assert bench.run(again.workers).failed == 0


def test_what_workers_there_refuse_is_told_apart_as_it_is_here(start: Start) -> None:
    worker = start(1).worker()
    with pytest.raises(BadInput, match="Not this one"):
        worker.rewrite("bad", GOAL)
    with pytest.raises(EngineError, match="It broke"):
        worker.rewrite("broken", GOAL)
    with pytest.raises(BadInput, match="cannot be given to a worker"):
        worker.rewrite("\ud800", GOAL)
    with pytest.raises(NoWork, match="No model"):
        worker.rewrite("model", GOAL)
    assert worker.rewrite("one", GOAL).text == "ONE"


def test_closed_in_the_middle_it_is_no_failure_of_the_text(start: Start) -> None:
    worker = start(1).worker()
    closing = threading.Timer(0.5, worker.close)
    closing.start()
    with pytest.raises(Cancelled):
        worker.rewrite("sleep", GOAL)
    closing.join()


def test_there_are_no_more_workers_than_texts(start: Start) -> None:
    assert start(5, most=3).workers == 3
    assert start(5, workers=2).workers == 2


def test_a_cluster_that_cannot_be_joined_is_a_sentence(start: Start) -> None:
    with pytest.raises(NoWork, match="Nobody answers"):
        start(1, address="nowhere:1")


@pytest.mark.parametrize("address", ["127.0.0.1:9", "elsewhere"])
def test_an_address_where_nobody_is_is_a_sentence(start: Start, address: str) -> None:
    with pytest.raises(NoWork, match=f"No Ray cluster answers at {address} .*HOST:PORT"):
        start(address=address)


def test_without_ray_it_is_said_what_to_install(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ray.py").write_text("raise ImportError", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", ":".join([str(tmp_path), *sys.path]))
    with pytest.raises(NoWork, match=r"pip install 'penname\[ray\]'"):
        start()
