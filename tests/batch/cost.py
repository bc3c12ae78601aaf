"""What a batch costs beside its models: time over a bare loop, and memory by the number of texts.

Usage: python -m batch.cost FOLDER TEXTS SECONDS bare|local|ray [WORKERS]. Each text takes a scripted worker
that long. Prints one line: seconds in all, milliseconds a text and worker over SECONDS, those of processors
a text in all processes, and the most memory, in MB, of this process and, with Ray, of each that it started.
"""

import os
import resource
import sys
import time
from collections.abc import Callable
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
            took, worked = _timed(lambda: bench.run(workers))
            memory = [_peak(pid) for pid in sorted(descendants(os.getpid()), key=_started)]
    elif how == "local":
        (took, worked), memory = _timed(lambda: bench.run(workers)), []
    else:
        (took, worked), memory = _bare(BatchTexts([source], AUTHORS, strip=None), bench.make_worker()), []
    over = 1000 * (took * workers / texts - seconds)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    each = 1000 * worked / texts
    told = [
        f"{how} {texts} {workers}: {took:.1f} s, {over:.2f} ms over, {each:.2f} ms of processor; {peak} MB"
    ]
    told += memory
    sys.stdout.write(", ".join(told) + "\n")


def _timed(run: Callable[[], object]) -> tuple[float, float]:
    """Seconds on the clock, and of processors in this process, its children, and theirs."""
    began, before = time.monotonic(), _worked()
    run()
    return time.monotonic() - began, _worked() - before


def _worked() -> float:
    ticks = 0
    for pid in (os.getpid(), *descendants(os.getpid())):
        ticks += sum(map(int, Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def _bare(texts: BatchTexts, worker: TextWorker) -> tuple[float, float]:
    def run() -> None:
        for number in range(len(texts)):
            worker.rewrite(texts.text(number), GOAL)

    worker.rewrite("warm", GOAL)
    found = _timed(run)
    worker.close()
    return found


def _started(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19])


def _peak(pid: int) -> str:
    status = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
    return f"{status['Name'].strip()} {int(status['VmHWM'].split()[0]) // 1024}"


if __name__ == "__main__":
    main()
