"""The window in which the keys of the menus are changed."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QKeySequenceEdit,
    QLineEdit,
    QVBoxLayout,
)

from penname.desktop.main.menus import Menus
from penname.desktop.main.shortcuts import PORTABLE, check_keys
from penname.desktop.shell.menu_entries import MenuEntry, menu_entries
from penname.desktop.shell.settings_parts import SettingsPart
from penname.desktop.shell.window import Window
from penname.desktop.style.sizes import grown_size
from penname.desktop.translate import tr
from penname.desktop.widgets.button_row import plain_button, row_of
from penname.desktop.widgets.scrolled import scrolled
from penname.desktop.widgets.text_label import text_label
from penname.domain.errors import BadInput

SIZE = (560, 640)


class ShortcutsDialog(QDialog):
    """Each change takes effect at once; keys that are taken are refused in a sentence."""

    def __init__(self, window: Window, menus: Menus) -> None:
        super().__init__(window)
        self._window, self._menus = window, menus
        self.setWindowTitle(tr("Shortcuts"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(grown_size(*SIZE))
        self.single = QCheckBox(tr("Single keys without Ctrl or Alt: ?, J, K, Y and N"))
        self.single.setChecked(window.settings.single_keys)
        self.single.toggled.connect(lambda on: window.change_settings(single_keys=on))
        self.refusal = text_label(role="error")
        self.refusal.hide()
        self.fields: dict[str, QKeySequenceEdit] = {}  # by the first key an action comes with
        form = QFormLayout()
        form.setContentsMargins(16, 8, 16, 16)
        form.setVerticalSpacing(8)
        form.setHorizontalSpacing(24)
        menu = ""
        for entry in menu_entries(window.menuBar()):
            usual = menus.usual.get(entry.action)
            if not usual:
                continue
            if entry.menus[0] != menu:
                menu = entry.menus[0]
                heading = text_label(menu, "heading", wraps=False)
                heading.setContentsMargins(0, 8, 0, 0)
                form.addRow(heading)
            field = self.fields[usual[0]] = _field(entry)
            field.editingFinished.connect(partial(self._take, field, entry, usual[0]))
            form.addRow(entry.title, field)
        inside = QFrame()
        inside.setLayout(form)
        area = scrolled(inside, "panel")
        self.default = plain_button(tr("Use the defaults"), lambda: self._change({}))
        close = plain_button(tr("Close"), self.accept)
        foot = QHBoxLayout()
        foot.addWidget(self.default)
        foot.addStretch(1)
        foot.addWidget(close)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 16)
        column.setSpacing(16)
        column.addWidget(area, 1)
        column.addWidget(self.single)
        column.addWidget(self.refusal)
        column.addLayout(foot)
        window.settings_changed.connect(self._show)
        self._show()

    def _take(self, field: QKeySequenceEdit, entry: MenuEntry, name: str) -> None:
        wanted = field.keySequence()
        shown = entry.action.shortcut()
        if wanted == shown:
            return
        try:
            check_keys(wanted, entry, menu_entries(self._window.menuBar()))
        except BadInput as error:
            field.setKeySequence(shown)
            self.refusal.setText(str(error))
            self.refusal.show()
            return
        kept = {usual: keys for usual, keys in self._window.settings.shortcuts.items() if usual != name}
        written = wanted.toString(PORTABLE)
        self._change(kept if written == name else {**kept, name: written})

    def _change(self, shortcuts: dict[str, str]) -> None:
        self._window.change_settings(shortcuts=shortcuts)

    def _show(self) -> None:
        self.refusal.hide()
        self.default.setEnabled(bool(self._window.settings.shortcuts))
        for action, usual in self._menus.usual.items():
            if usual and usual[0] in self.fields:
                self.fields[usual[0]].setKeySequence(action.shortcut())


def shortcuts_part(change: Callable[[], object], show_all: Callable[[], object]) -> SettingsPart:
    """The way to them among the settings."""
    part = SettingsPart(tr("In the window"))
    part.say(tr("The menus show the keys of their entries. F1 lists all of them."))
    part.add(
        row_of(plain_button(tr("Change shortcuts…"), change), plain_button(tr("Show all keys"), show_all))
    )
    return part


def _field(entry: MenuEntry) -> QKeySequenceEdit:
    field = QKeySequenceEdit()
    field.setMaximumSequenceLength(1)
    field.setClearButtonEnabled(True)
    name = tr("Keys for “{action}”", action=entry.title)
    field.setAccessibleName(name)
    for line in field.findChildren(QLineEdit):
        line.setAccessibleName(name)
    return field
