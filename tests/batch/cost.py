"""What a batch costs beside its models: time over a bare loop, and memory by the number of texts.

Usage: python -m batch.cost FOLDER TEXTS SECONDS bare|local|ray [WORKERS]. Each text takes a scripted worker
that long. Prints one line: seconds in all, milliseconds a text and worker over SECONDS, and the most memory,
in MB, of this process and, with Ray, of each process that it started.
"""

import os
import resource
import sys
import time
from contextlib import closing
from pathlib import Path

from batch import scripted_process
from batch.scripted_worker import GOAL, Bench
from batch.test_batch import AUTHORS, write_comments
from end_to_end.processes import descendants
from penname.batch.cluster import Cluster
from penname.batch.texts import BatchTexts
from penname.batch.worker import LocalWorker, TextWorker
from penname.settings import Settings


def main() -> None:
    """Run and print."""
    folder, texts, seconds, how = Path(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]), sys.argv[4]
    workers = int(sys.argv[5]) if len(sys.argv) > 5 else 1
    source = write_comments(folder / f"{texts}.jsonl", texts, texts // 3)
    command = scripted_process.command(seconds, folder / "given")
    bench = Bench(folder / f"{how}-{texts}-{workers}", source, columns=AUTHORS)
    bench.make_worker = lambda: LocalWorker(Settings(), "rational", command)
    if how == "ray":
        cluster = Cluster(Settings(), "rational", "", workers=workers, most=texts, worker_command=command)
        with closing(cluster):
            bench.make_worker = cluster.worker
            cluster.worker().rewrite("warm", GOAL)
            took = _timed(bench, workers)
            memory = [_peak(pid) for pid in sorted(descendants(os.getpid()), key=_started)]
    elif how == "local":
        took, memory = _timed(bench, workers), []
    else:
        took, memory = _bare(BatchTexts([source], AUTHORS, strip=None), bench.make_worker()), []
    over = 1000 * (took * workers / texts - seconds)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    told = [f"{how} {texts} {workers}: {took:.1f} s, {over:.2f} ms over; {peak} MB", *memory]
    sys.stdout.write(", ".join(told) + "\n")


def _timed(bench: Bench, workers: int) -> float:
    began = time.monotonic()
    bench.run(workers)
    return time.monotonic() - began


def _bare(texts: BatchTexts, worker: TextWorker) -> float:
    worker.rewrite("warm", GOAL)
    began = time.monotonic()
    for number in range(len(texts)):
        worker.rewrite(texts.text(number), GOAL)
    took = time.monotonic() - began
    worker.close()
    return took


def _started(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19])


def _peak(pid: int) -> str:
    status = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
    return f"{status['Name'].strip()} {int(status['VmHWM'].split()[0]) // 1024}"


if __name__ == "__main__":
    main()
