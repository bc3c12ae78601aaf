"""Tests of crashes leave nothing behind for the tests after them."""

from collections.abc import Iterator

import pytest

from penname import locations


@pytest.fixture(autouse=True)
def crashes_are_forgotten() -> Iterator[None]:
    """A forced native crash makes Penname start that model in safe mode later; that is for one test alone."""
    yield
    (locations.cache_dir() / "engine-modes.json").unlink(missing_ok=True)
