"""Turns a theme into Qt's palette and style sheet.

Widgets opt in by dynamic properties: `role` = "title", "body", "muted", "heading" or "error" for labels;
`primary` = true for the one button that goes on; `flat` = true for quiet buttons.
"""

from PySide6.QtGui import QColor, QPalette

from penname.desktop.style.colours import blend
from penname.desktop.style.theme import Theme

GRID = 8  # every distance is a multiple or a half of it


def palette(theme: Theme) -> QPalette:
    """The theme as a palette, for everything the style sheet does not name."""
    roles = {
        QPalette.ColorRole.Window: theme.window,
        QPalette.ColorRole.WindowText: theme.text,
        QPalette.ColorRole.Base: theme.surface,
        QPalette.ColorRole.AlternateBase: theme.window,
        QPalette.ColorRole.Text: theme.text,
        QPalette.ColorRole.PlaceholderText: theme.muted,
        QPalette.ColorRole.Button: theme.raised,
        QPalette.ColorRole.ButtonText: theme.text,
        QPalette.ColorRole.ToolTipBase: theme.raised,
        QPalette.ColorRole.ToolTipText: theme.text,
        QPalette.ColorRole.Highlight: theme.selection,
        QPalette.ColorRole.HighlightedText: theme.on_selection,
        QPalette.ColorRole.Accent: theme.accent,
        QPalette.ColorRole.Link: theme.accent,
        QPalette.ColorRole.LinkVisited: theme.accent,
        QPalette.ColorRole.Mid: theme.line,
        QPalette.ColorRole.Midlight: theme.line,
        QPalette.ColorRole.Light: theme.raised,
        QPalette.ColorRole.Dark: theme.line,
    }
    result = QPalette()
    for role, colour in roles.items():
        result.setColor(role, QColor(colour))
    faint = QColor(disabled_text(theme))
    for role in (QPalette.ColorRole.WindowText, QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText):
        result.setColor(QPalette.ColorGroup.Disabled, role, faint)
    return result


def box_palette(theme: Theme) -> QPalette:
    """That of boxes to tick: the style darkens the window's colour for their rim, which must be seen."""
    result = palette(theme)
    result.setColor(QPalette.ColorRole.Window, QColor(theme.muted).lighter(130))
    return result


def disabled_text(theme: Theme) -> str:
    """Words of a control that cannot be used now: fainter, yet not gone."""
    return blend(theme.surface, theme.muted, 0.75)


def stylesheet(theme: Theme) -> str:
    """The controls: flat, quiet, one radius, a visible focus."""
    hover = blend(theme.raised, theme.text, 0.06)
    pressed = blend(theme.raised, theme.text, 0.12)
    strong = blend(theme.accent, theme.text, 0.18)
    half, radius = GRID // 2, 6
    return f"""
    QToolTip {{ background: {theme.raised}; color: {theme.text}; border: 1px solid {theme.line};
        padding: {half}px {GRID}px; }}
    QLabel[role="title"] {{ font-size: {theme.title}px; font-weight: 600; }}
    QLabel[role="body"] {{ font-size: {theme.body}px; }}
    QLabel[role="muted"] {{ color: {theme.muted}; }}
    QLabel[role="heading"] {{ color: {theme.muted}; font-weight: 600; }}
    QLabel[role="error"] {{ color: {theme.error}; background: {theme.error_tint}; padding: {GRID}px;
        border-radius: {radius}px; }}

    QPushButton, QToolButton {{ background: {theme.raised}; color: {theme.text};
        border: 1px solid {theme.line};
        border-radius: {radius}px; padding: {half}px {GRID * 2 - half}px; min-height: {GRID * 2 + half}px; }}
    QToolButton {{ padding: {half - 1}px {GRID}px {half - 2}px; }} /* Qt adds 3 pixels: as high as the rest */
    QPushButton:hover, QToolButton:hover {{ background: {hover}; }}
    QPushButton:pressed, QToolButton:pressed {{ background: {pressed}; }}
    QPushButton:focus, QToolButton:focus {{ border: 1px solid {theme.accent}; }}
    QPushButton:disabled, QToolButton:disabled {{ color: {disabled_text(theme)}; background: transparent; }}
    QPushButton:checked, QToolButton:checked {{ background: {theme.selection}; color: {theme.on_selection};
        border-color: {theme.accent}; }}
    QPushButton[primary="true"] {{ background: {theme.accent}; color: {theme.on_accent};
        border-color: {theme.accent}; font-weight: 600; }}
    QPushButton[primary="true"]:hover, QPushButton[primary="true"]:focus {{ background: {strong};
        border-color: {strong}; }}
    QPushButton[primary="true"]:disabled {{ background: transparent; color: {disabled_text(theme)};
        border-color: {theme.line}; }}
    QPushButton[flat="true"], QToolButton[flat="true"] {{ background: transparent;
        border-color: transparent; }}
    QPushButton[flat="true"]:hover, QToolButton[flat="true"]:hover {{ background: {hover}; }}
    QPushButton[flat="true"]:focus, QToolButton[flat="true"]:focus {{ border-color: {theme.accent}; }}
    QPushButton[flat="true"]:checked, QToolButton[flat="true"]:checked {{ background: {theme.selection};
        color: {theme.on_selection}; }}

    QFrame[floating="true"] {{ background: {theme.raised}; border: 1px solid {theme.line};
        border-radius: {radius}px; }}
    QFrame[floating="true"] QToolButton {{ min-height: 0; padding: 2px {GRID}px; }}

    QTextEdit, QListView {{ background: {theme.surface}; color: {theme.text};
        border: 1px solid {theme.edge}; border-radius: {radius}px; }}
    QListView {{ outline: none; }}

    QLineEdit, QComboBox, QPlainTextEdit {{ background: {theme.surface}; color: {theme.text};
        border: 1px solid {theme.line}; border-radius: {radius}px; padding: {half}px {GRID}px;
        min-height: {GRID * 2 + half}px; placeholder-text-color: {theme.muted}; }}
    QLineEdit > QToolButton {{ background: transparent; border: none; padding: 0; min-height: 0; }}
    QLineEdit:focus, QComboBox:focus, QPlainTextEdit:focus {{
        border: 1px solid {theme.accent}; }}
    QLineEdit:disabled, QComboBox:disabled {{ color: {disabled_text(theme)}; }}
    QComboBox QAbstractItemView {{ background: {theme.raised}; color: {theme.text};
        selection-background-color: {theme.selection}; selection-color: {theme.on_selection}; }}

    QMenuBar {{ background: {theme.window}; }}
    QMenuBar::item {{ padding: {half}px {GRID}px; background: transparent; }}
    QMenuBar::item:selected {{ background: {hover}; border-radius: {half}px; }}
    QMenu {{ background: {theme.raised}; color: {theme.text};
        border: 1px solid {theme.line}; padding: {half}px; }}
    QMenu::item {{ padding: {half}px {GRID * 3}px {half}px {GRID * 2}px; border-radius: {half}px; }}
    QMenu::item:selected {{ background: {theme.selection}; color: {theme.on_selection}; }}
    QMenu::item:disabled {{ color: {disabled_text(theme)}; background: transparent; }}
    QMenu::separator {{ height: 1px; background: {theme.line}; margin: {half}px; }}

    QCheckBox {{ spacing: {GRID}px; }}
    QCheckBox::indicator {{ width: {theme.small + 1}px; height: {theme.small + 1}px; }}
    QSplitter::handle {{ background: transparent; }}
    QSplitter::handle:hover {{ background: {theme.line}; }}
    QSlider {{ min-height: {GRID * 2 + half}px; }}
    QSlider::groove {{ height: {half}px; background: {theme.line}; border-radius: 2px; }}
    QSlider::sub-page {{ background: {theme.accent}; border-radius: 2px; }}
    QSlider::sub-page:disabled {{ background: {theme.line}; }}
    QSlider::handle {{ background: {theme.raised}; border: 1px solid {theme.muted};
        width: {GRID * 2 - 2}px; margin: -6px 0; border-radius: {GRID}px; }}
    QSlider::handle:hover {{ background: {hover}; }}
    QSlider::handle:focus {{ border: 2px solid {theme.accent}; width: {GRID * 2 - 4}px; }}
    QProgressBar {{ background: {theme.line}; border: none; border-radius: 2px; max-height: {half}px; }}
    QProgressBar::chunk {{ background: {theme.accent}; border-radius: 2px; }}

    QScrollBar:vertical {{ background: transparent; width: {GRID + half}px; margin: 0; }}
    QScrollBar:horizontal {{ background: transparent; height: {GRID + half}px; margin: 0; }}
    QScrollBar::handle {{ background: {blend(theme.surface, theme.muted, 0.45)};
        border-radius: 3px; margin: 3px; }}
    QScrollBar::handle:vertical {{ min-height: {GRID * 4}px; }}
    QScrollBar::handle:horizontal {{ min-width: {GRID * 4}px; }}
    QScrollBar::handle:hover {{ background: {theme.muted}; }}
    QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
    QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
    """
