"""Figures that a test measures and that somebody should see whether it passes or not."""

import sys

import pytest


def tell(capsys: pytest.CaptureFixture[str], *lines: str) -> None:
    """Write the lines past the capture of output."""
    with capsys.disabled():
        sys.stdout.write("\n" + "\n".join(lines) + "\n")
