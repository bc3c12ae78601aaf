"""The host's confinement with the real functions and no model, in a process of its own: it holds for good.

What holds depends on the kernel. The report is always compared with what happens; where the kernel has
everything, everything must be refused.
"""

import json
import os
import platform
import subprocess
import sys
from pathlib import Path

import pytest

import penname
from penname.engine.confining import landlock, sandbox
from penname.engine.confining.landlock import READ, WRITE
from penname.engine.confining.seccomp import MACHINES
from penname.engine.refusals import Refusals
from penname.models.files import ModelFiles

linux = pytest.mark.skipif(sys.platform != "linux", reason="these locks are Linux's")
LANDLOCK = sys.platform == "linux" and landlock.version() >= 3
SECCOMP = Path("/proc/sys/kernel/seccomp").exists() and platform.machine() in MACHINES

ENTER = """
import ctypes, json, msgspec, os, queue, socket, subprocess, sys, threading
from penname.engine.confining import landlock, sandbox, seccomp
from penname.models.files import ModelFiles
folder = sys.argv[1]
files = ModelFiles("m", "M", folder + "/models/m.gguf", merged=folder + "/cache/models/m.gguf")
def attempt(action):
    try:
        action()
    except PermissionError:
        return "refused"
    return "done"
results = {}
def note(name, action):
    results[name] = attempt(action)
"""
LEAVE = "\nprint(json.dumps(results))"


def child(tmp_path: Path, *lines: str, entered: bool = True) -> dict[str, str]:
    """Run lines in a process of its own that has entered the sandbox and whose home is `tmp_path`."""
    (tmp_path / "models").mkdir(exist_ok=True)
    (tmp_path / "models" / "m.gguf").write_text("model")
    (tmp_path / "secret.txt").write_text("secret")
    code = [ENTER, *(["report = sandbox.enter(files)"] if entered else []), *lines, LEAVE]
    done = subprocess.run(
        [sys.executable, "-P", "-c", "\n".join(code), str(tmp_path)],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": str(Path(penname.__file__).parent.parent), "HOME": str(tmp_path)},
    )
    assert done.returncode == 0, done.stderr
    results: dict[str, str] = json.loads(done.stdout.splitlines()[-1])
    return results


REPORT = "results['report'] = msgspec.to_builtins(report)"


def report(tmp_path: Path, *before: str) -> Refusals:
    lines = (*before, "report = sandbox.enter(files)", REPORT)
    return Refusals(**child(tmp_path, *lines, entered=False)["report"])  # type: ignore[arg-type]


@linux
@pytest.mark.skipif(not LANDLOCK, reason="this kernel has no Landlock")
def test_evaluated_instructions_may_be_kept_in_their_folder_and_nowhere_else(tmp_path: Path) -> None:
    results = child(
        tmp_path,
        "states = folder + '/cache/states'",
        "sandbox.enter(files, states)",
        "note('write', lambda: open(states + '/a.partial', 'wb').close())",
        "note('rename', lambda: os.replace(states + '/a.partial', states + '/a.state'))",
        "note('read', lambda: open(states + '/a.state', 'rb').read())",
        "note('list', lambda: os.listdir(states))",
        "note('beside', lambda: open(folder + '/cache/b', 'wb').close())",
        "note('move out', lambda: os.replace(states + '/a.state', folder + '/a.state'))",
        "note('remove', lambda: os.unlink(states + '/a.state'))",
        entered=False,
    )
    allowed = dict.fromkeys(("write", "rename", "read", "list", "remove"), "done")
    assert results == allowed | {"beside": "refused", "move out": "refused"}
    assert (tmp_path / "cache" / "states").stat().st_mode & 0o777 == 0o700


@linux
def test_the_report_says_what_happens(tmp_path: Path) -> None:
    results = child(
        tmp_path,
        REPORT,
        "note('inet', lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM))",
        "note('inet6', lambda: socket.socket(socket.AF_INET6, socket.SOCK_DGRAM))",
        "note('unix', lambda: socket.socket(socket.AF_UNIX, socket.SOCK_STREAM))",
        "note('pair', socket.socketpair)",
        "note('connect', lambda: socket.create_connection(('127.0.0.1', 9)))",
        "note('program', lambda: subprocess.run(['/bin/true']))",
        "note('fork', lambda: os.fork() or os._exit(0))",
        "note('read', lambda: open(folder + '/secret.txt').read())",
        "note('list', lambda: os.listdir(folder))",
        "note('write', lambda: open(folder + '/new.txt', 'w').close())",
        "note('write model', lambda: open(folder + '/models/m.gguf', 'a').close())",
    )
    said = Refusals(**results.pop("report"))  # type: ignore[arg-type]
    held = {name for name, result in results.items() if result == "refused"}
    network, programs = {"inet", "inet6", "unix", "pair", "connect"}, {"program", "fork"}
    assert said.sockets == (network <= held)
    assert said.programs == (programs <= held)
    assert said.reading == ({"read", "list"} <= held)
    assert said.writing == ({"write", "write model"} <= held)
    if SECCOMP:
        assert said.sockets
        assert said.programs
        assert said.other_processes
    if LANDLOCK:
        assert said.reading
        assert said.writing
    assert (tmp_path / "secret.txt").exists()
    assert not said.connections  # Python's own refusal was not asked for here


@linux
def test_what_a_model_takes_still_works(tmp_path: Path) -> None:
    merged = tmp_path / "cache" / "models"
    results = child(
        tmp_path,
        "note('model', lambda: open(files.path).read())",
        "note('merge', lambda: open(files.merged + '.partial', 'w').close())",
        "note('finish', lambda: os.replace(files.merged + '.partial', files.merged))",
        "note('memory', lambda: open('/proc/meminfo').read())",
        "note('cores', lambda: __import__('penname.engine.host.thread_policy')"
        ".engine.host.thread_policy.physical_cores())",
        "note('engine', lambda: __import__('penname.engine.host.scheduler'))",
        "note('merging', lambda: __import__('penname.models.merging'))",
        "import numpy, penname.engine.host.bindings as bindings",
        "note('native', bindings.native.llama_backend_init)",
        "note('product', lambda: numpy.ones((500, 500)) @ numpy.ones((500, 500)))",
        "note('allocation', lambda: bytearray(200_000_000))",
        "answers = queue.SimpleQueue()",
        "threads = [threading.Thread(target=answers.put, args=(n,)) for n in range(8)]",
        "[thread.start() for thread in threads]; [thread.join(30) for thread in threads]",
        "results['threads'] = answers.qsize()",
    )
    assert results.pop("threads") == 8
    assert set(results.values()) == {"done"}, results
    assert [path.name for path in merged.iterdir()] == ["m.gguf"]


@linux
@pytest.mark.skipif(not SECCOMP, reason="this kernel has no seccomp")
def test_a_thread_that_runs_already_gets_no_socket_either(tmp_path: Path) -> None:
    results = child(
        tmp_path,
        "go, gone = threading.Event(), threading.Event()",
        "def later(): go.wait(); note('thread', lambda: socket.socket()); gone.set()",
        "threading.Thread(target=later).start()",
        "sandbox.enter(files)",
        "go.set(); gone.wait(30)",
        entered=False,
    )
    assert results == {"thread": "refused"}


@linux
def test_a_kernel_that_lacks_a_part_is_reported_and_no_error(tmp_path: Path) -> None:
    without_landlock = report(tmp_path, "landlock.version = lambda: 0")
    assert not without_landlock.reading
    assert not without_landlock.writing
    assert without_landlock.sockets == SECCOMP
    without_seccomp = report(tmp_path, "seccomp.MACHINES = {}")
    assert not without_seccomp.sockets
    assert not without_seccomp.other_processes
    assert without_seccomp.reading == LANDLOCK
    neither = report(tmp_path, "landlock.version = lambda: 0", "seccomp.MACHINES = {}")
    assert neither == Refusals()


@linux
def test_a_system_without_these_locks_reports_none(tmp_path: Path) -> None:
    assert (
        report(tmp_path, "from penname.engine.confining import linux", "linux.machine = lambda: None")
        == Refusals()
    )


@linux
def test_a_frozen_build_reads_its_own_folder(tmp_path: Path) -> None:
    frozen = tmp_path / "bundle"
    frozen.mkdir()
    (frozen / "lib.so").write_text("library")
    results = child(
        tmp_path,
        "sys._MEIPASS = folder + '/bundle'",
        "sandbox.enter(files)",
        "note('bundle', lambda: open(folder + '/bundle/lib.so').read())",
        "note('beside', lambda: open(folder + '/secret.txt').read())",
        entered=False,
    )
    assert results == {"bundle": "done", "beside": "refused" if LANDLOCK else "done"}


def test_every_part_of_a_model_in_several_files_is_open(tmp_path: Path) -> None:
    parts = [tmp_path / f"big-{number:05}-of-00003.gguf" for number in (1, 2, 3)]
    for path in (*parts, tmp_path / "other-00002-of-00003.gguf", tmp_path / "big.gguf"):
        path.touch()
    allowed = dict(sandbox.rules(ModelFiles("big", "Big", str(parts[0]))))
    assert {path for path in allowed if path.startswith(str(tmp_path))} == set(map(str, parts))


def test_a_search_path_over_the_whole_home_does_not_open_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    (home / "code").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path), str(home), str(home / "code"), "", "/"])
    allowed = dict(sandbox.rules(ModelFiles("m", "M", "/m.gguf", merged="/cache/m.gguf")))
    assert allowed[str(home / "code")] == READ
    assert allowed["/cache"] == WRITE
    assert not {"/", str(home), str(tmp_path)} & set(allowed)
    assert [path for path, access in allowed.items() if access == WRITE] == ["/cache"]
