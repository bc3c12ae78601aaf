"""A whole job under all the locks there are: it works, and no process of it asks for the network."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from end_to_end.commands import ROOT
from penname.engine.confining import landlock
from penname.engine.grammar import Prose
from penname.engine.local import LocalEngine
from penname.engine.requests import Message, Request
from penname.models.opening import open_model

pytestmark = [pytest.mark.model, pytest.mark.skipif(sys.platform != "linux", reason="Linux's locks")]


def test_the_model_is_merged_loaded_and_asked_under_confinement(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PENNAME_CACHE_DIR", str(tmp_path / "cache"))
    files = open_model("starter")
    assert files.merged is not None
    engine = LocalEngine.start(files)
    try:
        answer = engine.submit(Request((Message("user", "Say hello."),), Prose(40))).result(250)
        refused = msgspec.to_builtins(engine.info.refused)
    finally:
        engine.close()
    assert Path(files.merged).is_file()
    assert answer.sampled_tokens > 0
    assert not engine.info.safe_mode
    if landlock.version() >= 3:
        assert all(refused.values()), refused


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is missing")
def test_no_process_of_a_job_opens_a_network_socket(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    job = subprocess.run(
        [
            *("strace", "-f", "-qq", "-e", "trace=network,execve", "-o", trace),
            *(sys.executable, "-m", "penname", "anonymize", "--rounds", "1"),
        ],
        input=b"I live in Lisbon.",
        # Each system call stops for the trace, and on one processor no thread makes any to wait for others.
        preexec_fn=lambda: os.sched_setaffinity(0, {min(os.sched_getaffinity(0))}),
        capture_output=True,
        env=os.environ | {"PYTHONPATH": str(ROOT / "app")},
    )
    assert job.returncode == 0, job.stderr.decode()
    assert job.stdout
    assert b"Lisbon" not in job.stdout
    lines = trace.read_text().splitlines()
    hosts = sum("--engine-host" in line and " = 0" in line for line in lines)  # they were traced, too
    assert hosts
    # what stands there is each host's trial of its locks, with a local socket that the kernel refused
    asked = [line for line in lines if re.search(r"\b(socket|socketpair|connect|bind|send\w+)\(", line)]
    assert [line for line in asked if "AF_UNIX" not in line or "EPERM" not in line] == []
    assert len(asked) == hosts
