"""What the About window lists."""

import importlib.metadata
from pathlib import Path

import msgspec
import pytest

from penname import licences, locations


def test_each_component_has_its_text_and_the_version_that_is_installed() -> None:
    listed = {component.name: component for component in licences.components()}
    assert listed["numpy"].version == importlib.metadata.version("numpy")
    assert listed["Qt"].version == importlib.metadata.version("pyside6-essentials")
    assert listed["SmolLM2-135M-Instruct"].version == ""
    for component in listed.values():
        assert component.licence
        assert component.path.read_text(encoding="utf-8").strip()


def test_a_build_that_states_versions_is_believed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    entry = licences.Component(name="numpy", licence="MIT", text="x.txt", version="0.1", distribution="numpy")
    other = licences.Component(
        name="gone", licence="MIT", text="x.txt", distribution="not-installed-anywhere"
    )
    (tmp_path / "licences").mkdir()
    (tmp_path / "licences" / "components.json").write_bytes(msgspec.json.encode((entry, other)))
    monkeypatch.setattr(locations, "resource", lambda name: tmp_path / name)
    assert [component.version for component in licences.components()] == ["0.1", ""]
