"""NOTICE and the licences' texts are those of what is brought along."""

import json
from pathlib import Path

import pytest

import licences


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[licences.Entry]]:
    folder = tmp_path_factory.mktemp("licences")
    return folder, licences.write(folder, with_versions=True)


def test_notice_and_the_list_are_current(written: tuple[Path, list[licences.Entry]]) -> None:
    entries = [entry._replace(version="") for entry in written[1]]
    kept = json.loads((licences.FOLDER / "components.json").read_text(encoding="utf-8"))
    # addresses are the packages' own, and may change from version to version
    known = {(entry["name"], entry["licence"], entry["text"]) for entry in kept}
    assert known == {(entry.name, entry.licence, entry.text) for entry in entries}, (
        "run: python packaging/licences.py"
    )
    assert licences.NOTICE.read_text(encoding="utf-8") == licences.notice(
        [licences.Entry(**entry) for entry in kept]
    )


def test_every_required_package_is_listed_with_its_version(
    written: tuple[Path, list[licences.Entry]],
) -> None:
    versions = {entry.distribution: entry.version for entry in written[1] if entry.distribution}
    required = {package.name: package.version for package in licences.required()}
    assert {"numpy", "llama_cpp_python", "jinja2"} <= {name.replace("-", "_").lower() for name in required}
    covered = {name.lower().replace("_", "-") for name in versions}
    assert {name.lower().replace("_", "-") for name in required} <= covered
    assert all(versions.values())


def test_every_text_is_one(written: tuple[Path, list[licences.Entry]]) -> None:
    folder, entries = written
    for entry in entries:
        text = (folder / entry.text).read_text(encoding="utf-8")
        assert len(text) > 200, entry.text
    lgpl = (folder / "lgpl-3.0.txt").read_text(encoding="utf-8")
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in lgpl
    assert "GNU GENERAL PUBLIC LICENSE" in lgpl.split("-" * 78)[1]
