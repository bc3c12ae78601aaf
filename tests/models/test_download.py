"""Downloads through the real child process, from a hub on loopback that misbehaves."""

import os
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from models.hub_server import COMMIT, FILE, REPO, Fault, Hub, breaking, serving
from models.tiny_gguf import write_model
from penname.domain.errors import Cancelled, ModelFileError
from penname.models import library, open_model
from penname.models.catalog import CatalogEntry
from penname.models.download import Download, DownloadProgress, DownloadState
from penname.models.download_messages import Patience
from penname.models.errors import DownloadFailed

QUICK = Patience(
    connect=2.0,
    silence=0.5,
    slowest=100_000,
    attempts=3,
    first_pause=0.01,
    longest_pause=0.05,
    longest_asked=2.0,
)


@pytest.fixture(scope="module")
def content(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A model file of 400 kB."""
    matrix = random.Random(3).randbytes(400_000)
    import numpy as np

    values = np.frombuffer(matrix, dtype=np.uint8).astype(np.float32)[:100_000].reshape(100, 1000)
    path = tmp_path_factory.mktemp("content") / "tiny.gguf"
    return write_model(path, {"token_embd.weight": values}, tokenizer__chat_template="{{ x }}").read_bytes()


@pytest.fixture
def hub(content: bytes, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    with serving(content) as hub:
        monkeypatch.setenv("HF_ENDPOINT", hub.endpoint)
        yield hub


def entry(**changes: object) -> CatalogEntry:
    fields = {
        "name": "tiny", "title": "Tiny model", "family": "Tiny", "file": FILE, "repo": REPO, "pack": "default",
        "context": 4096, "languages": (), "licence": "MIT", "summary": "A test.", "size": 400_000,
        "memory": 1, "parameters": 0.1,
    }  # fmt: skip
    return CatalogEntry(**{**fields, **changes})  # type: ignore[arg-type]


def fetch(patience: Patience = QUICK, token: str | None = None, **changes: object) -> list[DownloadProgress]:
    """Download, and what was told meanwhile; raises what the download raises."""
    told: list[DownloadProgress] = []
    Download(entry(**changes), told.append, token=token, patience=patience).run()
    return told


def kept() -> bytes:
    return library.partial_path("tiny").read_bytes()


def test_a_model_is_fetched_verified_and_can_be_chosen(hub: Hub, content: bytes) -> None:
    told = fetch(sha256=hub.sha256)
    assert told[-1].state is DownloadState.FINISHED
    assert told[-1].done == len(content)
    model = library.installed_named("tiny")
    assert model is not None
    assert Path(model.path).read_bytes() == content
    assert (model.origin, model.removable) == (library.Origin.DOWNLOADED, True)
    assert [path.name for path in library.models_folder().iterdir()] == ["tiny.gguf", "tiny.json"] or sorted(
        path.name for path in library.models_folder().iterdir()
    ) == ["tiny.gguf", "tiny.json"]
    assert COMMIT in (library.models_folder() / "tiny.json").read_text()
    assert open_model("tiny").path == model.path
