"""Brings a window to the front, by what each desktop takes as proof that the user wants it there."""

import os
import re

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

_TIME = re.compile(r"_TIME(\d+)$")  # at the end of an X startup id: when the user acted


def startup_id(time: int) -> str:
    """A token for something the user did at this X server time."""
    return f"penname_TIME{time}"


def bring_forward(window: QWidget, token: str = "") -> None:
    """Show `window` in front of all others, with the keyboard, by the `token` of what the user did."""
    window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
    window.show()
    window.raise_()
    platform = QGuiApplication.platformName()
    if platform.startswith("wayland"):
        if token:
            os.environ["XDG_ACTIVATION_TOKEN"] = token  # Qt takes it from there, and away
        window.activateWindow()
    elif platform == "xcb":
        window.activateWindow()
        from penname.desktop.shell import x11_activation

        time = _TIME.search(token)
        QGuiApplication.sync()  # the window is there before the window manager is asked about it
        x11_activation.activate(int(window.winId()), int(time.group(1)) if time else 0)
    else:
        window.activateWindow()
