"""Runs `penname` as a user does: a process of its own, with a home of its own."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
SAMPLES = sorted((ROOT / "resources" / "samples").glob("*.txt"))


@dataclass(frozen=True)
class Done:
    """A finished command."""

    code: int
    out: bytes
    said: str

    @property
    def report(self) -> dict[str, Any]:
        """What `--json` printed."""
        report: dict[str, Any] = json.loads(self.out)
        return report


class Running:
    """A command under way; what it says on standard error is read as it comes."""

    def __init__(
        self,
        arguments: tuple[str, ...],
        stdin: bytes,
        changed: Mapping[str, str] | None = None,
        program: tuple[str, ...] = ("-m", "penname"),
    ) -> None:
        environment = os.environ | dict(changed or {})
        path = [str(ROOT / "app"), environment.get("PYTHONPATH", "")]
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, path))
        self.process = subprocess.Popen(
            [sys.executable, *program, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
            cwd=environment.get("HOME"),
        )
        assert self.process.stdin
        self.process.stdin.write(stdin)
        self.process.stdin.close()
        self.said = ""

    def wait_until_it_says(self, words: str) -> None:
        """Read on until `words` were said; fails with all that was said when it ends before."""
        assert self.process.stderr
        while words not in self.said:
            line = self.process.stderr.readline()
            assert line, f"it ended without saying {words!r}:\n{self.said}"
            self.said += line.decode()

    def host(self) -> int:
        """The process id of its engine host."""
        return next(pid for pid in _children(self.process.pid) if "--engine-host" in _command(pid))

    def kill_host(self, how: signal.Signals = signal.SIGKILL) -> None:
        """End the engine host from outside."""
        os.kill(self.host(), how)

    def done(self) -> Done:
        """Wait for its end."""
        assert self.process.stdout
        assert self.process.stderr
        # Standard output may fill its pipe before the end, so both are read at once.
        self.process.stdin = None
        out, said = self.process.communicate()
        return Done(self.process.returncode, out, self.said + said.decode())


def penname(*arguments: str, stdin: bytes = b"", changed: Mapping[str, str] | None = None) -> Done:
    """Run a command to its end."""
    return Running(arguments, stdin, changed).done()


def _children(pid: int) -> list[int]:
    return [
        int(child)
        for task in Path(f"/proc/{pid}/task").iterdir()
        for child in (task / "children").read_text().split()
    ]


def _command(pid: int) -> str:
    return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
