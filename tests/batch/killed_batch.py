"""A batch with scripted workers that is killed in the middle of text NTH, or runs to its end where NTH is -1.

Usage: killed_batch.py INPUT OUTPUT WORKERS NTH; prints the text of each call, and at the end the most memory
that was used, in KB.
"""

import os
import resource
import sys
from collections import deque
from pathlib import Path

from batch.scripted_worker import Bench, die
from penname.batch.tables import TextColumns


def main() -> None:
    """Run, perhaps to its death."""
    source, output, workers, nth = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
    bench = Bench(output, source, columns=TextColumns("text", sys.argv[5] if len(sys.argv) > 5 else ""))
    quiet = bool(sys.argv[6:])
    if quiet:
        bench.given = deque(maxlen=1)  # what a list of all texts takes is not the batch's

    def before(text: str) -> None:
        if not quiet:
            os.write(1, f"{text.splitlines()[0]}\n".encode())
        if len(bench.given) == nth:
            # half of a line reaches the disk, as a kill in the middle of a write leaves it
            with (output / "results.jsonl").open("ab") as file:
                file.write(b'{"number":0,"fi')
            die()

    bench.before = before
    bench.run(workers)
    os.write(1, f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss}\n".encode())


if __name__ == "__main__":
    main()
