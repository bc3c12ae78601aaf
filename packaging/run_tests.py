"""All checks and tests, one after the other, and one summary: what `make test` runs after its setup.

Usage: python packaging/run_tests.py [--soak]

The groups need different displays, and none runs beside another: a model test that shares the processor may
run into its time limit. A failing step does not stop the ones after it.
"""

import os
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path
from typing import NamedTuple

_ROOT = Path(__file__).resolve().parent.parent
_BIN = Path(sys.executable).parent

_CHECKS = {
    "lint": ["ruff", "check"],
    "format": ["ruff", "format", "--check"],
    "types": ["mypy"],
    "layers": ["lint-imports"],
}
_DESKTOP = "tests/desktop"
_END_TO_END = "tests/end_to_end"  # tests/conftest.py sees to it that no other folder has these groups' tests


class Group(NamedTuple):
    """Tests that run in one pytest process: its arguments, and whether it needs a real X display."""

    name: str
    arguments: list[str]
    on_x: bool = False


_ON_ALL_CORES = ["--numprocesses", "auto", "--dist", "loadfile"]
_GROUPS = [
    Group(
        "units and properties",
        ["-m", "not model and not xvfb and not soak", "--ignore", _DESKTOP, *_ON_ALL_CORES],
    ),
    Group("window, offscreen", ["-m", "not model and not xvfb and not soak", _DESKTOP, *_ON_ALL_CORES]),
    Group("starter model", ["-m", "model and not xvfb and not soak", "--durations", "15", _END_TO_END]),
    Group("window, on an X display", ["-m", "xvfb and not soak", _END_TO_END], on_x=True),
]
_SOAK = [Group("soak", ["-m", "soak"])]
_X_DISPLAY = ["xvfb-run", "--auto-servernum", "--server-args", "-screen 0 1440x900x24 -nolisten tcp"]


def main(*, soak: bool) -> int:
    """Run everything; 0 when every step passed and no group was empty."""
    os.chdir(_ROOT)
    started = time.monotonic()
    failed = [] if soak else [name for name, command in _CHECKS.items() if not _check(name, command)]
    totals: Counter[str] = Counter()
    for group in _SOAK if soak else _GROUPS:
        passed, counts = _pytest(group)
        totals += counts
        if not passed:
            failed.append(group.name)
    outcome = ", ".join(
        f"{totals[word]} {word}" for word in ("failed", "errors", "passed", "skipped") if totals[word]
    )
    _headline(f"{outcome} in {time.monotonic() - started:.0f}s")
    print(f"FAILED: {', '.join(failed)}" if failed else "All checks and tests passed.")
    return 1 if failed else 0


def _check(name: str, command: list[str]) -> bool:
    _headline(name)
    return subprocess.run([_BIN / command[0], *command[1:]]).returncode == 0


def _pytest(group: Group) -> tuple[bool, Counter[str]]:
    """Run a group; whether all its tests passed (and there were any), and how many did what."""
    _headline(group.name)
    command = [*(_X_DISPLAY if group.on_x else []), sys.executable, "-m", "pytest", *group.arguments]
    environment = os.environ | {"QT_QPA_PLATFORM": "xcb" if group.on_x else "offscreen"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # else each of some hundred processes compiles anew
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.xml")
        code = subprocess.run([*command, f"--junit-xml={report}"], env=environment).returncode
        return code == 0, _counts(report)


def _counts(report: Path) -> Counter[str]:
    if not report.exists():
        return Counter(errors=1)
    counts: Counter[str] = Counter()
    for suite in ET.parse(report).getroot().iter("testsuite"):
        failures, errors, skipped, total = (
            int(suite.get(key, 0)) for key in ("failures", "errors", "skipped", "tests")
        )
        counts += Counter(
            failed=failures, errors=errors, skipped=skipped, passed=total - failures - errors - skipped
        )
    return counts


def _headline(text: str) -> None:
    print(f"\n{f' {text} ':=^100}", flush=True)


if __name__ == "__main__":
    sys.exit(main(soak="--soak" in sys.argv[1:]))
