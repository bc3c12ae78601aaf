"""Tests of crashes leave nothing behind for the tests after them."""

import signal
from collections.abc import Iterator

import pytest

from penname import locations

# Started in the background of a script, a process ignores Ctrl+C and so do its children; ours must hear it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def crashes_are_forgotten() -> Iterator[None]:
    """A forced native crash makes Penname start that model in safe mode later; that is for one test alone."""
    yield
    (locations.cache_dir() / "engine-modes.json").unlink(missing_ok=True)
