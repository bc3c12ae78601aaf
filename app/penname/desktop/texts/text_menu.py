"""The part of a text's context menu that every text has."""

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QTextEdit

from penname.desktop.translate import tr

Key = QKeySequence.StandardKey


def add_editing_entries(menu: QMenu, view: QTextEdit, editable: bool) -> None:
    """Copy and select, and where the user may type, cut and paste."""
    selected = view.textCursor().hasSelection()
    entries = [
        (tr("Cut"), Key.Cut, view.cut, selected, editable),
        (tr("Copy"), Key.Copy, view.copy, selected, True),
        (tr("Paste"), Key.Paste, view.paste, view.canPaste(), editable),
        (tr("Select all"), Key.SelectAll, view.selectAll, not view.document().isEmpty(), True),
    ]
    if not menu.isEmpty():
        menu.addSeparator()
    for title, shortcut, slot, enabled, offered in entries:
        if offered:
            action = QAction(title, menu)
            action.setShortcut(shortcut)
            action.setEnabled(enabled)
            action.triggered.connect(slot)
            menu.addAction(action)
