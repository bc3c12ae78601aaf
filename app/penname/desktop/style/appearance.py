"""Gives the whole application its look: the theme that fits the system, its palette, font and style sheet."""

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontDatabase, QFontInfo, QGuiApplication, QIcon
from PySide6.QtWidgets import QApplication

from penname import locations
from penname.desktop.style.stylesheet import box_palette, palette, stylesheet
from penname.desktop.style.theme import Theme, dark, light, sharpened

ICON_SIZES = (16, 24, 32, 48, 64, 128, 256)  # pictures, not the drawing: they need no part of Qt more


def theme_for(app: QGuiApplication) -> Theme:
    """The theme that fits the system's colours and contrast; sizes grow with its font, never shrink."""
    hints = app.styleHints()
    chosen = dark() if hints.colorScheme() == Qt.ColorScheme.Dark else light()
    if hints.accessibility().contrastPreference() == Qt.ContrastPreference.HighContrast:
        chosen = sharpened(chosen)
    system = QFontInfo(QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)).pixelSize()
    scale = max(1.0, system / 14)  # 12 to 14 px are the systems' own defaults
    sizes = {name: round(getattr(chosen, name) * scale) for name in ("small", "body", "title")}
    return replace(chosen, **sizes)


def apply(app: QApplication, theme: Theme) -> None:
    """Give the whole application the theme's colours, sizes and controls."""
    app.setStyle("fusion")  # the one style that follows a palette to the letter on every system
    app.setPalette(palette(theme))
    # PySide6 says it wants bytes here, and refuses them
    app.setPalette(box_palette(theme), "QCheckBox")  # type: ignore[arg-type]
    font = QFont(app.font())
    font.setPixelSize(theme.small)
    app.setFont(font)
    app.setStyleSheet(stylesheet(theme))


def icon() -> QIcon:
    """The application's icon in all its sizes."""
    found = QIcon()
    for size in ICON_SIZES:
        found.addFile(str(locations.resource(f"icons/penname-{size}.png")))
    return found
