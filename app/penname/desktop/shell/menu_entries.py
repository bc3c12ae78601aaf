"""What the menus offer, as one list: whatever shows actions outside the menus takes them from here."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar

_NATIVE = QKeySequence.SequenceFormat.NativeText


class MenuEntry(NamedTuple):
    """An action as its menu shows it now, with the menus it stands in, the outermost first. A menu that is
    filled anew deletes its actions, so what is shown later has to be taken from here.
    """

    title: str
    menus: tuple[str, ...]
    keys: tuple[str, ...]  # its shortcuts, as this system writes them
    possible: bool
    chosen: bool
    action: QAction


def menu_entries(bar: QMenuBar) -> list[MenuEntry]:
    """All entries of all menus, in their order."""
    return [found for entry in bar.actions() if (menu := _menu_of(entry)) for found in _entries(menu, ())]


def plain_words(text: str) -> str:
    """An entry's words without the mark of the letter that opens it."""
    return re.sub(r"&(.)", r"\1", text)


def _entries(menu: QMenu, above: tuple[str, ...]) -> Iterator[MenuEntry]:
    menu.aboutToShow.emit()  # some menus fill themselves when they are opened
    inside = (*above, plain_words(menu.title()))
    for action in menu.actions():
        if (below := _menu_of(action)) is not None:
            yield from _entries(below, inside)
        elif not action.isSeparator() and action.isVisible():
            yield _entry(action, inside)


def _entry(action: QAction, menus: tuple[str, ...]) -> MenuEntry:
    keys = tuple(key.toString(_NATIVE) for key in action.shortcuts())
    title, chosen = plain_words(action.text()), action.isChecked()
    return MenuEntry(title, menus, keys, action.isEnabled(), chosen, action)


def _menu_of(action: QAction) -> QMenu | None:
    menu = action.menu()
    return menu if isinstance(menu, QMenu) else None
