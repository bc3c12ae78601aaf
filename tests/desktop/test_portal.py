"""Hotkeys by the GlobalShortcuts portal, over a real D-Bus, with a portal that plays the desktop's part."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from penname import APP_ID
from penname.desktop.hotkeys.source import HIDE, RESTORE

if sys.platform != "linux" or shutil.which("dbus-daemon") is None:
    pytest.skip("needs D-Bus", allow_module_level=True)

from penname.desktop.hotkeys.portal import PortalHotkeys


class Desktop:
    """A bus, and the portal on it where there is one."""

    def __init__(self, address: str) -> None:
        self.environment = {**os.environ, "DBUS_SESSION_BUS_ADDRESS": address}
        self.portal: subprocess.Popen[str] | None = None

    def open_portal(self) -> None:
        program = str(Path(__file__).parent / "fake_portal.py")
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.portal = subprocess.Popen([sys.executable, program], env=self.environment, text=True, **pipes)
        assert self.hear() == ["ready"]

    def hear(self) -> Any:
        assert self.portal
        assert self.portal.stdout
        return json.loads(self.portal.stdout.readline())

    def press(self, name: str) -> None:
        assert self.portal
        assert self.portal.stdin
        self.portal.stdin.write(f"press {name}\n")
        self.portal.stdin.flush()

    def close(self) -> None:
        if self.portal is not None:
            self.portal.kill()
            self.portal.communicate()


@pytest.fixture
def desktop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desktop]:
    bus = subprocess.Popen(
        ["dbus-daemon", "--session", "--nofork", "--print-address=1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert bus.stdout
    address = bus.stdout.readline().strip()
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    desktop = Desktop(address)
    yield desktop
    desktop.close()
    bus.kill()
    bus.communicate()


def test_keys_come_from_the_portal(desktop: Desktop, qtbot: QtBot, tmp_path: Path) -> None:
    desktop.open_portal()
    source = PortalHotkeys()
    assert source.asks
    with qtbot.waitSignal(source.refused, timeout=20_000) as refused:
        source.take({HIDE: "Ctrl+Alt+Shift+P", RESTORE: "Ctrl+Alt+X"})
        assert desktop.hear() == ["registered", APP_ID]
        assert desktop.hear() == ["bound", [[HIDE, "CTRL+ALT+SHIFT+p"], [RESTORE, "CTRL+ALT+x"]]]
    assert refused.args is not None
    assert "Ctrl+Alt+X" in refused.args[0]
    assert (tmp_path / "data" / "applications" / f"{APP_ID}.desktop").exists()  # portals look for it

    pressed: list[tuple[str, str]] = []
    source.pressed.connect(lambda name, token: pressed.append((name, token)))

    def comes() -> bool:
        desktop.press(HIDE)  # again until the source listens
        return bool(pressed)

    qtbot.waitUntil(comes, timeout=20_000)
    assert pressed[0] == (HIDE, "token-7")
    source.release()


def test_a_desktop_without_a_portal_is_told_of(desktop: Desktop, qtbot: QtBot) -> None:
    source = PortalHotkeys()
    with qtbot.waitSignal(source.refused, timeout=20_000) as refused:
        source.take({HIDE: "Ctrl+Alt+Shift+P"})
    assert refused.args is not None
    assert "penname clipboard" in refused.args[0]
    source.release()
