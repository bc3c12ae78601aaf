"""What every test stands on: folders of its own, no network, the same random choices each time."""

import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest

from penname.domain import attributes

pytest_plugins = ["soak_log"]

_FOLDERS = ("cache", "config", "data", "runtime", "state")

hypothesis.settings.register_profile("repeatable", derandomize=True, deadline=None, print_blob=True)
hypothesis.settings.load_profile("repeatable")


def _refuse_network(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "socket.connect" and arguments[0].family in (socket.AF_INET, socket.AF_INET6):
        raise PermissionError(f"A test tried to connect to {arguments[1]}.")


sys.addaudithook(_refuse_network)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Refuse tests that no group of packaging/run_tests.py would find."""
    for item in items:
        for marker in ("model", "xvfb"):
            if item.get_closest_marker(marker) and item.path.parent.name != "end_to_end":
                raise pytest.UsageError(f"{item.nodeid} is marked {marker} and must be in tests/end_to_end.")


@pytest.fixture(scope="session", autouse=True)
def shared_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Penname's folders while the tests run, never the user's own; returns the one they lie in.

    The cache is one for the whole run: what is made there (the assembled starter model) is made once.
    """
    folder = tmp_path_factory.mktemp("penname")
    with pytest.MonkeyPatch.context() as patch:
        for kind in _FOLDERS:
            patch.setenv(f"PENNAME_{kind.upper()}_DIR", str(folder / kind))
        patch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")  # never the user's own keys
        yield folder


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, shared_folders: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Data, settings and state of one test alone; returns the folder they lie in."""
    folder = tmp_path / "penname"
    for kind in set(_FOLDERS) - {"cache"}:
        monkeypatch.setenv(f"PENNAME_{kind.upper()}_DIR", str(folder / kind))
    attributes.use_own_attributes(())
    return folder
