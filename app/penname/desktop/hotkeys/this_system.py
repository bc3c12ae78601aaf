"""Which way to hotkeys the system at hand has. Each is loaded only where it is the one."""

import sys

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication

from penname.desktop.hotkeys.source import HotkeySource


def source_for_this_system(parent: QObject | None = None) -> HotkeySource:
    """The way of the system at hand. Nothing is taken before `take`."""
    platform = QGuiApplication.platformName()
    source: HotkeySource | None = None
    if platform == "xcb":
        from penname.desktop.hotkeys.x11 import X11Hotkeys

        source = X11Hotkeys(parent)
    elif platform.startswith("wayland"):
        from penname.desktop.hotkeys.portal import PortalHotkeys

        source = PortalHotkeys(parent)
    elif sys.platform == "win32":
        from penname.desktop.hotkeys.windows import WindowsHotkeys

        source = WindowsHotkeys(parent)
    elif sys.platform == "darwin":
        from penname.desktop.hotkeys.macos import MacHotkeys

        source = MacHotkeys(parent)
    return source or HotkeySource(parent)
