"""The process of a worker that answers from a script, in the frames of the real one.

Usage: scripted_process.py SECONDS LOG; each text takes that long, and its first line is noted in LOG before.
"""

import os
import sys
import time
from pathlib import Path

from penname.batch.messages import BeginBatch, RewriteText, TextRefused, TextRewritten, ToWorker
from penname.engine.frames import FrameReader, encode


def command(seconds: float, log: Path) -> list[str]:
    """What starts it."""
    return [sys.executable, __file__, str(seconds), str(log)]


def main() -> None:
    """Write in capitals until nobody asks any more."""
    reader: FrameReader[ToWorker] = FrameReader(sys.stdin.buffer, ToWorker)
    assert isinstance(reader.read(), BeginBatch)
    log = os.open(sys.argv[2], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    while isinstance(task := reader.read(), RewriteText):
        os.write(log, f"{task.text.splitlines()[0]}\n".encode())
        time.sleep(float(sys.argv[1]))
        if task.text.startswith("bad"):
            os.write(1, encode(TextRefused("Not this one.", engine=False)))
            continue
        targets = {"location": f"place {task.goal.seed}"} | dict(task.goal.targets)
        os.write(1, encode(TextRewritten(task.text.upper(), "done", targets=targets)))


if __name__ == "__main__":
    main()
