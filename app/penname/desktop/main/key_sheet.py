"""All keys on one page: those of the menus, from the menus themselves, and those that are in none."""

from html import escape
from itertools import groupby

from PySide6.QtWidgets import QMenuBar

from penname.desktop.page.single_keys import Keys, finding_keys
from penname.desktop.shell.menu_entries import menu_entries
from penname.desktop.style.colours import blend
from penname.desktop.style.theme import Theme
from penname.desktop.translate import tr


def key_groups(bar: QMenuBar) -> list[tuple[str, Keys]]:
    """The keys, by the menu they stand in."""
    with_keys = [entry for entry in menu_entries(bar) if entry.keys]
    groups: list[tuple[str, Keys]] = [
        (menu, tuple((entry.keys, entry.title) for entry in entries))
        for menu, entries in groupby(with_keys, key=lambda entry: entry.menus[0])
    ]
    return [*groups, (tr("Among the findings"), finding_keys())]


def key_sheet_html(groups: list[tuple[str, Keys]], theme: Theme) -> str:
    """The page."""
    cap = f"background: {blend(theme.surface, theme.text, 0.08)}"
    rows = []
    for title, entries in groups:
        rows.append(
            f"<tr><td colspan='2' style='padding: 16px 0 4px 0; color: {theme.muted}'>"
            f"<b>{escape(title)}</b></td></tr>"
        )
        for keys, words in entries:
            caps = "&nbsp; ".join(f"<span style='{cap}'>&nbsp;{escape(key)}&nbsp;</span>" for key in keys)
            rows.append(
                f"<tr><td style='padding: 4px 32px 4px 0'>{escape(words)}</td>"
                f"<td style='padding: 4px 0'>{caps}</td></tr>"
            )
    return f"<table width='100%'>{''.join(rows)}</table>"
