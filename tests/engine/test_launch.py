"""How the real host starts and ends, before any model is loaded."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import penname
from penname.engine import frames, launch
from penname.models.files import ModelFiles

SOURCE = str(Path(penname.__file__).parent.parent)


def test_the_command_is_the_program_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    assert launch.host_command()[-3:] == ["-m", "penname", "--engine-host"]
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert launch.host_command() == [sys.executable, "--engine-host"]


def test_the_host_ends_with_the_conversation() -> None:
    process = launch.start_host()
    out, _ = process.communicate(timeout=20)  # closes its input
    assert (process.returncode, out) == (0, b"")


@pytest.mark.parametrize("nonsense", [b"\xff\xff\xff\xff", b"\0\0\0\2{}", b"\0\0\0\7garbage"])
def test_the_host_ends_when_it_is_told_nonsense(nonsense: bytes) -> None:
    process = launch.start_host()
    out, _ = process.communicate(nonsense, timeout=20)
    assert (process.returncode, out) == (1, b"")


def test_a_model_that_is_gone_is_told_in_a_sentence(tmp_path: Path) -> None:
    process = launch.start_host()
    files = ModelFiles("toy", "Toy", str(tmp_path / "gone.gguf"))
    assert process.stdin is not None
    process.stdin.write(frames.encode(frames.Load(files, safe=False)))
    process.stdin.flush()
    reader: frames.FrameReader[frames.FromHost] = frames.FrameReader(process.stdout, frames.FromHost)  # type: ignore[arg-type]
    message = reader.read()
    assert isinstance(message, frames.Failed)
    assert (message.number, message.kind) == (None, "model_file")
    process.stdin.close()
    process.wait(20)
    process.stdout.close()  # type: ignore[union-attr]


NATIVE = "print([name for name in ('numpy', 'llama_cpp', 'gguf', 'jinja2') if name in sys.modules])"


def imported(code: str) -> str:
    """Which heavy packages a fresh process holds after this code."""
    command = [sys.executable, "-c", f"import sys\n{code}\n{NATIVE}"]
    environment = {**os.environ, "PYTHONPATH": SOURCE}
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=True).stdout


def test_the_host_is_chosen_before_anything_else_is_imported() -> None:
    code = """
import contextlib
sys.argv = ['penname', '--engine-host']
import penname.__main__, penname.engine.host.host
penname.engine.host.host.main = lambda: None
with contextlib.suppress(SystemExit):
    penname.__main__.main()
assert 'penname.cli' not in sys.modules
"""
    assert imported(code) == "[]\n"


def test_the_client_needs_no_native_code() -> None:
    code = "from penname.models.catalog import catalog; import penname.engine.local; catalog()"
    assert imported(code) == "[]\n"
