"""What the window's own parts look like, on top of the theme's controls."""

from penname.desktop.style.colours import blend
from penname.desktop.style.stylesheet import GRID, disabled_text
from penname.desktop.style.theme import Theme
from penname.domain.inferences import Validity


def window_stylesheet(theme: Theme) -> str:
    """Chips, panels, notices, tabs and the status line."""
    half, radius = GRID // 2, 6
    tight, mark = half - 1, GRID * 3  # of a chip: the rim, and the room for its mark
    info = blend(theme.surface, theme.accent, 0.10)
    hover = blend(theme.window, theme.text, 0.06)
    badge = blend(theme.surface, theme.text, 0.06)
    rim = f"1px solid {theme.line}" if theme.sharp else "none"
    outline = f"2px solid {theme.text}" if theme.sharp else "none"
    chosen = theme.text if theme.sharp else "#50545A" if theme.dark else theme.raised
    on_chosen = theme.surface if theme.sharp else theme.text
    faint = on_chosen if theme.sharp else disabled_text(theme)
    return f"""
    QFrame[role="panel"], QScrollArea[role="panel"] > QWidget > QWidget {{
        background: {theme.surface}; border-radius: {radius}px; border: 1px solid {theme.edge}; }}
    QScrollArea[role="panel"] > QWidget > QWidget, QScrollArea[role="panel"][inside="true"] {{
        border: none; }}
    QPushButton[role="card"] {{ background: {theme.window};
        border: 1px solid {theme.line}; border-radius: {radius}px; padding: 0; }}
    QPushButton[role="card"]:hover {{ background: {hover}; }}
    QPushButton[role="card"]:focus {{ border: 1px solid {theme.accent}; }}
    QPushButton[role="card"] QLabel {{ background: transparent; }}
    QFrame[role="notice"] {{ background: {info}; border: {rim}; border-radius: {radius}px; }}
    QFrame[role="notice"][kind="error"] {{ background: {theme.error_tint}; }}
    QFrame[role="notice"] QLabel {{ background: transparent; }}
    QLabel[part="title"][kind="error"] {{ color: {theme.error}; }}
    QLabel[part="title"] {{ font-weight: 600; }}
    QLabel[role="attribute"] {{ font-size: {theme.body}px; font-weight: 600; }}
    QLabel[role="guesses"] {{ font-size: {theme.body}px; }}
    QLabel[role="advice"] {{ color: {theme.added}; font-weight: 600; }}
    QLabel[role="target"] {{ color: {theme.accent}; font-weight: 600; }}
    QLabel[role="doubt"] {{ color: {theme.verdict(Validity.MEDIUM)}; }}

    QPushButton[role="chip"] {{ border-radius: {GRID + half + 2}px; color: {theme.muted};
        padding: {tight}px {GRID * 2 + 1}px {tight}px {mark}px; background: transparent; }}
    QPushButton[role="chip"]:hover {{ background: {hover}; }}
    QPushButton[role="chip"]:checked {{ background: {theme.raised}; color: {theme.text};
        border-color: {theme.muted}; }}
    QPushButton[role="chip"]:disabled {{ color: {disabled_text(theme)}; border-color: {theme.line}; }}
    QPushButton[role="chip"]:focus {{ border: 1px solid {theme.accent}; }}
    QPushButton[role="fold"], QPushButton[role="fold"]:checked {{ background: transparent;
        color: {theme.muted};
        border-color: transparent; padding: 1px {GRID}px; margin: 0; }}
    QPushButton[role="fold"][part="inner"] {{ padding: 1px 0; }}
    QPushButton[role="fold"][kind="doubt"] {{ color: {theme.verdict(Validity.MEDIUM)}; font-weight: 600; }}
    QPushButton[role="fold"]:hover {{ color: {theme.text}; }}
    QPushButton[role="fold"]:focus {{ border-color: {theme.accent}; }}
    QToolButton[role="close"] {{ background: transparent; border: none; color: {theme.muted};
        padding: 0 {half}px;
        min-height: {GRID * 2}px; font-size: {theme.body}px; }}
    QToolButton[role="close"]:hover {{ color: {theme.text}; }}
    QToolButton::menu-indicator {{ image: none; width: 0; }}
    QTableView {{ background: {theme.surface}; color: {theme.text}; border: none; outline: none;
        border-radius: {radius}px; selection-background-color: {theme.selection};
        selection-color: {theme.on_selection}; }}
    QTableView::item {{ padding: 0 {half}px; }}
    QHeaderView, QHeaderView::section {{ background: {theme.surface}; color: {theme.muted}; border: none; }}
    QHeaderView::section {{ border-bottom: 1px solid {theme.line}; padding: {half}px {half + 3}px; }}
    QListWidget::item {{ padding: {half}px {GRID}px; border-radius: {half}px; }}
    QListWidget::item:selected {{ background: {theme.selection}; color: {theme.on_selection};
        border: {outline}; }}
    QFrame[role="token"] {{ background: {badge}; border: {rim}; border-radius: {half}px; }}
    QFrame[role="token"] QLabel {{ background: transparent; }}
    QToolButton[role="close"]:focus {{ color: {theme.text}; border: 1px solid {theme.accent};
        border-radius: {half}px; }}
    QFrame[role="find"] {{ background: {theme.surface}; border: 1px solid {theme.line};
        border-radius: {radius}px; }}
    QFrame[role="find"] QLabel {{ background: transparent; padding: 0 {GRID}px; }}
    QPushButton[role="point"] {{ background: transparent; border-color: transparent; text-align: left;
        padding: {half}px {GRID}px; }}
    QPushButton[role="point"]:hover {{ background: {hover}; }}
    QPushButton[role="point"]:focus {{ border-color: {theme.accent}; }}
    QPushButton[role="point"]:checked {{ background: {theme.surface}; color: {theme.text};
        border-color: {theme.line}; }}
    QPushButton[role="point"]:disabled {{ color: {theme.muted}; }}

    QComboBox::drop-down {{ border: none; width: {GRID * 3}px; }}
    QComboBox {{ padding: {half}px {half}px {half}px {GRID}px; }}

    QTabWidget::pane {{ border: none; }}
    QTabBar {{ qproperty-drawBase: 0; }}
    QTabBar::tab {{ padding: {tight}px {GRID * 2 - 1}px; margin: 0 {half}px 0 0;
        border: 1px solid transparent; border-radius: {radius}px; color: {theme.muted};
        background: transparent; }}
    QTabBar::tab:selected {{ background: {theme.surface}; color: {theme.text}; font-weight: 600;
        border-color: {theme.edge}; }}
    QTabBar::tab:hover {{ background: {hover}; }}
    QStatusBar {{ background: {theme.window}; }}
    QStatusBar::item {{ border: none; }}
    QStatusBar QLabel {{ color: {theme.muted}; }}
    QFrame[role="finish"] {{ background: {info}; border: {rim}; border-radius: {radius}px; }}
    QFrame[role="finish"] QLabel {{ background: transparent; }}
    QLabel[role="todo"] {{ font-size: {theme.body}px; font-weight: 600; }}
    QPushButton[role="link"] {{ background: transparent; border-color: transparent; color: {theme.accent};
        padding: 0; min-height: {GRID * 2}px; text-align: left; text-decoration: underline; }}
    QFrame[role="finish"] QPushButton {{ padding: 0; min-height: {GRID * 2}px; }}
    QPushButton[role="link"]:focus {{ border-color: {theme.accent}; }}
    QFrame[role="segments"] {{ background: {blend(theme.window, theme.text, 0.09)};
        border: {rim}; border-radius: {radius + 2}px; }}
    QPushButton[role="segment"], QPushButton[role="segment"]:disabled {{ background: transparent;
        border-color: transparent; padding: 0 {GRID + half - 2}px; min-height: {GRID * 2 + half}px; }}
    QPushButton[role="segment"]:checked {{ background: {chosen}; color: {on_chosen};
        border-color: {chosen if theme.dark else theme.line}; }}
    QPushButton[role="segment"]:checked:disabled {{ color: {faint}; }}
    QPushButton[role="segment"]:focus {{ border: 2px solid {theme.accent}; padding: 0 {GRID + half - 3}px; }}
    QPushButton[role="next"][joined="true"] {{ border-top-right-radius: 0; border-bottom-right-radius: 0; }}
    QPushButton[role="more"] {{ border-top-left-radius: 0; border-bottom-left-radius: 0;
        padding: {half}px; min-width: {GRID * 2}px; max-width: {GRID * 2}px; }}
    """
