"""Writes `tests/SOAK.md` at the end of `make soak`: which commit, when, how much of what, and what failed."""

import subprocess
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

SOAK = Path(__file__).with_name("SOAK.md")


class SoakLog:
    """Notes the results of the soak tests; a test names its count: `@pytest.mark.soak("3000 sessions")`."""

    def __init__(self) -> None:
        self.rows: list[str] = []
        self.failures: list[str] = []
        self.started = time.monotonic()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Iterator[None]:
        """One row for each soak test that ran, or whose setup failed."""
        report: pytest.TestReport = yield  # type: ignore[assignment]
        marker = item.get_closest_marker("soak")
        if marker and (report.when == "call" or report.failed):
            count = marker.args[0] if marker.args else ""
            self.rows.append(f"| {item.nodeid} | {count} | {report.outcome} | {report.duration:.0f} |")
            if report.failed:
                self.failures.append(item.nodeid)
        return report  # type: ignore[return-value]

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Write the file, if anything was soaked."""
        if not self.rows:
            return
        minutes = (time.monotonic() - self.started) / 60
        git = subprocess.run(
            ["git", "describe", "--always", "--dirty", "--exclude=*"],
            capture_output=True,
            text=True,
            cwd=session.config.rootpath,
            check=False,
        )
        lines = [
            "# The last soak",
            "",
            "Written by `make soak`, which runs the full counts of what `make test` samples.",
            "",
            f"* commit: {git.stdout.strip() or 'unknown'}",
            f"* finished: {datetime.now(UTC):%Y-%m-%d %H:%M} UTC, after {minutes:.0f} min",
            f"* failures: {', '.join(self.failures) or 'none'}",
            "",
            "| phase | count | result | seconds |",
            "|---|---|---|---|",
            *self.rows,
        ]
        SOAK.write_text("\n".join(lines) + "\n", encoding="utf-8")


def pytest_configure(config: pytest.Config) -> None:
    """Only a run of the soak tests writes the file."""
    if config.getoption("markexpr") == "soak":
        config.pluginmanager.register(SoakLog())
