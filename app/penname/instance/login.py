"""Starting with the user's session: a file or a registry value of the system's, made and removed."""

import os
import plistlib
import subprocess
import sys
from pathlib import Path
from typing import Any

from penname import APP_ID
from penname.instance.command import window_command
from penname.instance.desktop_entry import entry
from penname.instance.starting import AT_LOGIN

_RUN_KEY = r"Software\Microsoft\Windows\CurrentVersion\Run"


def starts_at_login() -> bool:
    """Whether the system starts Penname at login."""
    if sys.platform == "win32":
        return _run_value() is not None
    return _file().exists()


def start_at_login(on: bool) -> None:
    """Tell the system to start Penname with the session, or not to. Raises OSError."""
    if sys.platform == "win32":
        _set_run_value(on)
    elif on:
        path = _file()
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(_agent() if sys.platform == "darwin" else _autostart())
    else:
        _file().unlink(missing_ok=True)


def _file() -> Path:
    if sys.platform == "darwin":
        return Path.home() / "Library" / "LaunchAgents" / f"{APP_ID}.plist"
    home = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    return home / "autostart" / f"{APP_ID}.desktop"


def _autostart() -> bytes:
    return entry(AT_LOGIN, extra="X-GNOME-Autostart-Delay=5\n").encode()


def _agent() -> bytes:
    """A launch agent, after Apple's launchd.plist(5); not run so far."""
    return plistlib.dumps(
        {"Label": APP_ID, "ProgramArguments": [*window_command(), AT_LOGIN], "RunAtLoad": True}
    )


def _registry() -> Any:
    """Windows' registry, after the documentation of `winreg`; not run so far."""
    import winreg

    return winreg


def _run_value() -> str | None:
    registry = _registry()
    try:
        with registry.OpenKey(registry.HKEY_CURRENT_USER, _RUN_KEY) as key:
            return str(registry.QueryValueEx(key, APP_ID)[0])
    except FileNotFoundError:
        return None


def _set_run_value(on: bool) -> None:
    registry = _registry()
    with registry.CreateKey(registry.HKEY_CURRENT_USER, _RUN_KEY) as key:
        if on:
            command = subprocess.list2cmdline([*window_command(), AT_LOGIN])
            registry.SetValueEx(key, APP_ID, 0, registry.REG_SZ, command)
        elif _run_value() is not None:
            registry.DeleteValue(key, APP_ID)
