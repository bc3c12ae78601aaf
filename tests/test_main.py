"""What `penname` does with its arguments before anything of it runs."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from penname import cli

ROOT = Path(__file__).parents[1]


def _start(*arguments: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-m", "penname", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": str(ROOT / "app")},
    )


def test_version() -> None:
    out, said = (running := _start("--version")).communicate()
    assert (running.returncode, said) == (0, b"")
    assert out.startswith(b"penname 0.")


@pytest.mark.parametrize("arguments", [("write",), ("--window",), ("anonymize", "--rounds", "many")])
def test_what_it_does_not_know_is_said_in_a_line(arguments: tuple[str, ...]) -> None:
    out, said = (running := _start(*arguments)).communicate()
    assert (running.returncode, out) == (cli.UNUSABLE, b"")
    assert said.startswith(b"usage: penname")
    assert b"Traceback" not in said


def test_the_command_line_enters_the_lab_only_to_measure() -> None:
    code = "import sys; from penname import cli; cli._parser(); print('penname.lab' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"PYTHONPATH": str(ROOT / "app")},
        capture_output=True,
        check=True,
    )
    assert done.stdout.strip() == b"False"


def test_a_reader_who_leaves_is_no_error() -> None:
    with _start("anonymize", "--help") as running:
        assert running.stdout
        assert running.stderr
        running.stdout.close()
        assert b"Traceback" not in running.stderr.read()
