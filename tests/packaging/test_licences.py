"""NOTICE and the licences' texts are those of what is brought along."""

import re
from pathlib import Path

import pytest

import licences


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[licences.Entry]]:
    folder = tmp_path_factory.mktemp("licences")
    return folder, licences.write(folder, with_versions=True)


def _plain(name: str) -> str:
    return name.casefold().replace("_", "-").replace(".", "-")


def test_notice_and_the_list_are_current(written: tuple[Path, list[licences.Entry]]) -> None:
    """What is missing or stale is mended by: python packaging/licences.py"""
    kept = licences.read_list(licences.FOLDER)
    # addresses are the packages' own, and may change from version to version
    known = {(entry.name, entry.licence, entry.text) for entry in kept}
    assert {(entry.name, entry.licence, entry.text) for entry in written[1]} <= known
    # another Python or system needs a few others, which some package names
    named = {_plain(re.split(r"[^\w.-]", line)[0]) for line in licences.requirements()}
    assert {_plain(entry.distribution) for entry in kept if entry.distribution} <= named | {"shiboken6"}
    assert licences.NOTICE.read_text(encoding="utf-8") == licences.notice(kept)


def test_every_required_package_is_listed_with_its_version(
    written: tuple[Path, list[licences.Entry]],
) -> None:
    versions = {entry.distribution: entry.version for entry in written[1] if entry.distribution}
    required = {package.name: package.version for package in licences.required()}
    assert {"numpy", "llama-cpp-python", "jinja2"} <= {_plain(name) for name in required}
    covered = {_plain(name) for name in versions}
    assert {_plain(name) for name in required} <= covered
    assert all(versions.values())


def test_every_text_is_one(written: tuple[Path, list[licences.Entry]]) -> None:
    folder, entries = written
    for entry in entries:
        text = (folder / entry.text).read_text(encoding="utf-8")
        assert len(text) > 200, entry.text
    lgpl = (folder / "lgpl-3.0.txt").read_text(encoding="utf-8")
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in lgpl
    assert "GNU GENERAL PUBLIC LICENSE" in lgpl.split("-" * 78)[1]
