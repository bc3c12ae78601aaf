"""Sizes in pixels that were chosen for the usual letters, for the letters in use."""

from PySide6.QtCore import QSize
from PySide6.QtGui import QFontInfo, QGuiApplication

from penname.desktop.style.theme import Theme

UNLIMITED = 16_777_215  # Qt's QWIDGETSIZE_MAX, which PySide6 lacks


def grown(pixels: int) -> int:
    """`pixels`, enlarged as the user's letters are; never made smaller."""
    return round(pixels * max(1.0, QFontInfo(QGuiApplication.font()).pixelSize() / Theme.small))


def grown_size(width: int, height: int) -> QSize:
    """A window's size, limited by the screen."""
    wanted = QSize(grown(width), grown(height))
    screen = QGuiApplication.primaryScreen()
    room = screen.availableSize() if screen else wanted
    return wanted.boundedTo(room.expandedTo(QSize(width, height)))
