"""Lets the engine host of a packaged build answer on an emulated processor, and says what it answered.

Usage: python packaging/old_processor.py PROCESSOR PROGRAM     (PROCESSOR as in `qemu-x86_64 -cpu help`)
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "app"))

from penname import locations
from penname.engine import host_process, launch
from penname.engine.grammar import Prose
from penname.engine.local import LocalEngine
from penname.engine.requests import Message, Request, Sampling
from penname.models.opening import open_model

_EMULATED = 900.0  # seconds a step may take; an emulated processor is some hundred times slower


def main(processor: str, program: Path) -> int:
    """Load the starter and write a few tokens; 0 when there are some."""
    program = program.resolve()
    inside = program.parent / "_internal"
    # What the program sets when it starts itself once more to have its libraries found, which would leave the
    # emulator behind.
    os.environ |= {
        "LD_LIBRARY_PATH": str(inside),
        "_PYI_ARCHIVE_FILE": str(program),
        "_PYI_PARENT_PROCESS_LEVEL": "-1",
        "_PYI_LINUX_PROCESS_NAME": program.name,
        "OMP_NUM_THREADS": "1",
    }
    command = ["qemu-x86_64", "-cpu", processor, str(program), launch.ENGINE_HOST]
    launch.host_command = lambda: command
    locations._SHIPPED = (inside / "penname",)  # the program's own model, not this checkout's
    host_process._LONGEST_SILENCE = _EMULATED
    began = time.monotonic()
    engine = LocalEngine.start(open_model("starter"), on_notice=print)
    try:
        assert engine._host is not None
        runs = Path(f"/proc/{engine._host._process.pid}/exe").readlink().name
        if not runs.startswith("qemu"):
            sys.exit(f"The host left the emulator: {runs} runs.")
        question = Message("user", "Say hello.")
        request = Request((question,), Prose(40), Sampling(max_tokens=4))
        answer = engine.submit(request).result(_EMULATED)
    finally:
        engine.close()
    print(f"{answer.text!r}, {answer.sampled_tokens} tokens in {time.monotonic() - began:.0f} s")
    return 0 if answer.sampled_tokens else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], Path(sys.argv[2])))
