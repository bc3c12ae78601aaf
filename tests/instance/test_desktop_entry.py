"""The desktop entry that Penname writes for itself starts the Penname that wrote it last."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from penname import APP_ID
from penname.documents.kinds import MIME_TYPES
from penname.instance import desktop_entry

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="desktop entries are for Linux")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_DATA_DIRS", str(tmp_path / "system"))
    return tmp_path / "home" / "applications" / f"{APP_ID}.desktop"


def starts(monkeypatch: pytest.MonkeyPatch, *command: str) -> None:
    monkeypatch.setattr(desktop_entry, "window_command", lambda: list(command))


def test_a_penname_that_was_moved_writes_its_entry_anew(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    starts(monkeypatch, "/opt/old/penname")
    desktop_entry.install_entry(MIME_TYPES)
    assert 'Exec="/opt/old/penname"' in home.read_text()
    starts(monkeypatch, "/opt/new place/penname")
    desktop_entry.install_entry(MIME_TYPES)
    assert 'Exec="/opt/new place/penname"' in home.read_text()
    assert "/opt/old" not in home.read_text()


def test_it_is_offered_for_files_and_is_valid(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    starts(monkeypatch, "/opt/new place/penname")
    desktop_entry.install_entry(MIME_TYPES)
    entry = home.read_text()
    assert 'Exec="/opt/new place/penname" --open %f\n' in entry
    assert "MimeType=text/plain;" in entry
    if validate := shutil.which("desktop-file-validate"):
        checked = subprocess.run([validate, home], capture_output=True, text=True, check=False)
        assert (checked.returncode, checked.stdout) == (0, "")


def test_at_login_no_file_is_opened() -> None:
    assert "%f" not in desktop_entry.entry("--at-login")


def test_what_the_user_wrote_is_left_alone(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home.parent.mkdir(parents=True)
    home.write_text("[Desktop Entry]\nExec=my-own\n")
    starts(monkeypatch, "/opt/penname")
    desktop_entry.install_entry(MIME_TYPES)
    assert home.read_text() == "[Desktop Entry]\nExec=my-own\n"


def test_where_a_package_installed_one_none_is_written(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed = tmp_path / "system" / "applications" / home.name
    installed.parent.mkdir(parents=True)
    installed.write_text("[Desktop Entry]\n")
    starts(monkeypatch, "/opt/penname")
    desktop_entry.install_entry(MIME_TYPES)
    assert not home.exists()
