"""Batches on a real Ray: where it listens, what it leaves, and a node that is lost. Needs penname[ray]."""

import json
import os
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from batch import scripted_process
from batch.ray_nodes import RayNodes
from batch.scripted_worker import Bench
from batch.test_batch import AUTHORS, write_comments
from end_to_end.processes import descendants
from penname.batch.cluster import Cluster
from penname.settings import Settings

pytest.importorskip(
    "ray", reason="needs the packages of penname[ray], which are too large for every test run"
)
TEXTS, WRITERS, WORKERS, SECONDS = 28, 10, 4, 4.0


def batch_on(cluster: Cluster, folder: Path, texts: int) -> tuple[Bench, threading.Thread]:
    """A batch under way; each author's texts take the wrong place of the first."""
    bench = Bench(folder / "out", write_comments(folder / "comments.jsonl", texts, WRITERS), columns=AUTHORS)
    bench.method, bench.make_worker = "misleading", cluster.worker
    running = threading.Thread(target=bench.run, args=(cluster.workers,), daemon=True)
    running.start()
    return bench, running


def wait_for(bench: Bench, texts: int, at_work: Callable[[], bool]) -> None:
    log = bench.output / "results.jsonl"
    end = time.monotonic() + 600
    while not log.exists() or log.read_bytes().count(b"\n") < texts:
        assert time.monotonic() < end
        assert at_work()
        time.sleep(0.05)


def texts_in(folder: Path) -> list[bytes]:
    """The files below a folder that hold words of a text."""
    found = subprocess.run(["grep", "-rlia", "comment [0-9]", folder], capture_output=True, check=False)
    return found.stdout.splitlines()


@pytest.mark.timeout(900)
@pytest.mark.soak("28 texts on two nodes, of which one is killed")
def test_a_node_lost_in_the_middle_loses_no_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")  # its nodes are on loopback
    nodes, given = RayNodes(), tmp_path / "given"
    try:
        cluster = Cluster(Settings(), "misleading", nodes.address, workers=WORKERS, most=TEXTS,
                          worker_command=scripted_process.command(SECONDS, given))  # fmt: skip
        assert (cluster.workers, cluster.nodes) == (WORKERS, 2)
        bench, running = batch_on(cluster, tmp_path, TEXTS)
        wait_for(bench, TEXTS // 4, running.is_alive)
        time.sleep(SECONDS / 2)  # in the middle of texts
        nodes.kill_one()
        running.join(300)
        assert not running.is_alive()
        cluster.close()
        assert not texts_in(nodes.folder), "Ray keeps no text in its files"
    finally:
        nodes.close()
    done = [json.loads(line) for line in (bench.output / "results.jsonl").read_bytes().splitlines()]
    assert sorted(row["number"] for row in done) == list(range(TEXTS))
    assert (bench.output / "failures.jsonl").read_bytes() == b""
    places = {(row["number"] % WRITERS, row["targets"]["location"]) for row in done}
    assert len(places) == WRITERS, "an author keeps the wrong values of the first text"
    begun = Counter(given.read_text().splitlines())
    assert len(begun) == TEXTS
    again = sum(count - 1 for count in begun.values())
    assert 1 <= again <= WORKERS // 2, "only what the lost node was working on is begun again"


@pytest.mark.timeout(900)
@pytest.mark.soak("a Ray cluster of its own, killed")
def test_a_cluster_of_our_own_listens_here_alone_and_leaves_nothing(tmp_path: Path) -> None:
    command = [sys.executable, "-c", _OWN, str(tmp_path)]
    elsewhere = tmp_path / "elsewhere"  # where Ray puts a cluster that nobody asked for
    environment = {"PYTHONPATH": ":".join(sys.path), "RAY_TMPDIR": str(elsewhere)}
    running = subprocess.Popen(command, stdout=subprocess.PIPE, env=os.environ | environment)
    assert running.stdout is not None
    with running.stdout as told:
        folder = Path(told.readline().decode().strip())
    bench = Bench(tmp_path / "out", tmp_path / "comments.jsonl")
    wait_for(bench, 3, lambda: running.poll() is None)
    started = descendants(running.pid)
    listening = subprocess.run(["ss", "-ltnpH"], capture_output=True, text=True, check=True).stdout
    ours = [
        line.split()[3] for line in listening.splitlines() if any(f"pid={pid}," in line for pid in started)
    ]
    assert ours
    assert all("127.0.0.1" in address for address in ours), ours
    assert folder.stat().st_mode & 0o777 == 0o700
    assert list(folder.rglob("*.log"))
    assert not texts_in(folder)
    arguments = b"".join(Path(f"/proc/{pid}/cmdline").read_bytes() for pid in descendants(running.pid))
    assert b"comment" not in arguments.replace(b"comments.jsonl", b"")
    running.kill()
    running.wait()
    end = time.monotonic() + 60
    while folder.exists() or any(Path(f"/proc/{pid}").exists() for pid in started):
        assert time.monotonic() < end, "what was started for the batch outlives it"
        time.sleep(0.2)
    assert not elsewhere.exists()


_OWN = """
import sys, time
from pathlib import Path
from batch import scripted_process, test_ray
from penname.batch.cluster import Cluster
from penname.settings import Settings
folder = Path(sys.argv[1])
cluster = Cluster(Settings(), "misleading", "", workers=2, most=100,
                  worker_command=scripted_process.command(0.5, folder / "given"))
print(cluster._folder, flush=True)
test_ray.batch_on(cluster, folder, 100)[1].join()
"""
