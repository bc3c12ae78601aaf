"""Models on the nodes of a cluster: fetched once, checked by hash, never in place of another."""

import hashlib
import threading
from pathlib import Path

import pytest

from penname.batch import model_placing
from penname.batch.model_placing import PlacedModel, models_to_place, put_in_place, with_writer_named
from penname.domain.errors import ModelFileError
from penname.models import library
from penname.settings import Settings

DATA = bytes(range(256)) * 3


class Source:
    """A model's file on the batch's computer."""

    def __init__(self, data: bytes = DATA) -> None:
        self.data, self.read = data, list[int]()

    def __call__(self, _index: int) -> model_placing.Read:
        def piece(start: int, length: int) -> bytes:
            self.read.append(start)
            return self.data[start : start + length]

        return piece


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PENNAME_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(model_placing, "PIECE", 100)


def model(name: str, *, listed: bool) -> PlacedModel:
    return PlacedModel(name, f"/elsewhere/{name}", len(DATA), hashlib.sha256(DATA).hexdigest(), listed)


def test_workers_that_start_together_fetch_a_model_once() -> None:
    source, placed = Source(), list[Settings]()
    wanted = Settings(model="/elsewhere/mine.gguf")
    models = [model("/elsewhere/mine.gguf", listed=False)]
    workers = [
        threading.Thread(target=lambda: placed.append(put_in_place(wanted, models, source))) for _ in range(3)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    (path,) = {settings.model for settings in placed}
    assert Path(path).read_bytes() == DATA
    assert source.read == list(range(0, len(DATA), 100))


def test_a_model_of_the_catalog_is_known_by_its_name_there() -> None:
    source, wanted = Source(), Settings(model="starter", rewrite_model="qwen3-0.6b")
    assert put_in_place(wanted, [model("qwen3-0.6b", listed=True)], source) == wanted
    there = library.installed_named("qwen3-0.6b")
    assert there is not None
    assert there.entry is not None
    assert Path(there.path).read_bytes() == DATA


def test_another_file_of_that_name_stays_and_is_told() -> None:
    path = library.models_folder() / "qwen3-0.6b.gguf"
    path.write_bytes(b"another")
    with pytest.raises(ModelFileError, match="is another than on this computer"):
        put_in_place(Settings(model="qwen3-0.6b"), [model("qwen3-0.6b", listed=True)], Source())
    assert path.read_bytes() == b"another"


def test_what_arrives_damaged_is_not_kept(tmp_path: Path) -> None:
    with pytest.raises(ModelFileError, match="damaged"):
        put_in_place(Settings(model="m"), [model("m", listed=False)], Source(DATA[::-1]))
    assert not [path for path in (tmp_path / "cache").rglob("*") if path.is_file() and path.suffix != ".lock"]


def test_a_file_that_changes_is_checked_again() -> None:
    wanted, models = Settings(model="m"), [model("m", listed=False)]
    path = Path(put_in_place(wanted, models, Source()).model)
    path.write_bytes(b"changed")
    with pytest.raises(ModelFileError, match="is another"):
        put_in_place(wanted, models, Source())


def test_the_starter_is_everywhere_and_its_writer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_placing, "writer_of", lambda _reader: "")
    settings = with_writer_named(Settings(model="starter"))
    assert settings.rewrite_model == "starter", "a node may not take a writer that happens to be there"
    assert models_to_place(settings) == ()
    monkeypatch.setattr(model_placing, "writer_of", lambda _reader: "writer")
    assert with_writer_named(Settings(model="starter")).rewrite_model == "writer"
