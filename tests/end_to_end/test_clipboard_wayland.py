"""The command and the small window on Wayland, where the clipboard is for whoever has the keyboard."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from end_to_end.commands import ROOT
from end_to_end.traces import files_that_tell, in_command_lines
from end_to_end.wayland_session import missing_programs, wayland_session

pytestmark = [pytest.mark.xvfb, pytest.mark.timeout(280)]

TEXT = "Dear Ms Kowalski, call +49 341 2345678."
WORDS = ("Kowalski", "2345678")
PATIENCE = 90  # seconds until a hang is called one


def until(holds: Callable[[], object], what: str) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, f"never: {what}"
        time.sleep(0.1)


@pytest.mark.skipif(bool(missing_programs()), reason=f"not installed: {', '.join(missing_programs())}")
def test_a_copied_text_goes_out_with_stand_ins_and_comes_back(
    own_folders: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = Path(os.environ["PENNAME_CONFIG_DIR"])
    config.mkdir(parents=True)
    (config / "settings.toml").write_text("greeted = true\n", encoding="utf-8")
    monkeypatch.setenv("TMPDIR", str(config))
    with wayland_session() as environment:
        environment["PYTHONPATH"] = os.pathsep.join((str(ROOT / "app"), str(ROOT / "tests")))

        def run(*command: str, given: str | None = None) -> str:
            done = subprocess.run(
                command, env=environment, input=given, stdout=subprocess.PIPE, text=True, timeout=PATIENCE
            )
            return done.stdout

        def wish(job: str, before: str) -> str:
            """Ask for a job by the command, press Enter until something else is on the clipboard."""
            run(sys.executable, "-P", "-m", "penname", "clipboard", job)

            def taken() -> bool:
                run("wtype", "-k", "Return")
                return run("wl-paste", "--no-newline") != before

            until(taken, f"{job} puts its result on the clipboard")
            return run("wl-paste", "--no-newline")

        probe = str(ROOT / "tests" / "end_to_end" / "clipboard_probe.py")
        window = subprocess.Popen(
            [sys.executable, probe], env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        try:
            assert window.stdout
            assert window.stdout.readline(), f"Penname ended with {window.wait()}"
            subprocess.run(
                ["wl-copy"],
                env=environment,
                input=TEXT.encode(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                check=True,
                timeout=PATIENCE,
            )
            sent = wish("pseudonymize", TEXT)
            assert sent.startswith("Dear Ms ")
            assert not any(word in sent for word in WORDS)
            assert wish("restore", sent) == TEXT
            assert files_that_tell(own_folders, WORDS) == []
            assert in_command_lines(WORDS) == []
        finally:
            window.kill()
            window.wait()
            if window.stdout:
                window.stdout.close()
