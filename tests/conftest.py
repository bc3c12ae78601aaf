"""What every test stands on: folders of its own, no network, the same random choices each time."""

import socket
import sys
from pathlib import Path
from typing import Any

import hypothesis
import pytest

hypothesis.settings.register_profile("repeatable", derandomize=True, deadline=None, print_blob=True)
hypothesis.settings.load_profile("repeatable")


def _refuse_network(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "socket.connect" and arguments[0].family in (socket.AF_INET, socket.AF_INET6):
        raise PermissionError(f"A test tried to connect to {arguments[1]}.")


sys.addaudithook(_refuse_network)


@pytest.fixture(scope="session")
def shared_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One cache folder for the whole run: what is made there (the assembled starter model) is made once."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, shared_cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Data, settings and state of the test alone; returns the folder they lie in."""
    folders = tmp_path / "penname"
    for kind in ("data", "config", "state"):
        monkeypatch.setenv(f"PENNAME_{kind.upper()}_DIR", str(folders / kind))
    monkeypatch.setenv("PENNAME_CACHE_DIR", str(shared_cache))
    return folders
