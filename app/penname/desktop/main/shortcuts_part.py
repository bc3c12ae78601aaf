"""All keys on one page of the settings: those of the menus, to be changed, and those that are in none."""

from functools import partial

from PySide6.QtWidgets import QCheckBox, QFormLayout, QKeySequenceEdit, QLineEdit

from penname.desktop.main.menus import Menus
from penname.desktop.main.shortcuts import PORTABLE, check_keys
from penname.desktop.shell.menu_entries import MenuEntry, menu_entries
from penname.desktop.shell.settings_parts import SettingsPart
from penname.desktop.shell.window import Window
from penname.desktop.translate import tr
from penname.desktop.widgets.button_row import plain_button, row_of
from penname.desktop.widgets.text_label import text_label
from penname.domain.errors import BadInput


class ShortcutsPart(SettingsPart):
    """Each change takes effect at once; keys that are taken are refused in a sentence."""

    def __init__(self, window: Window, menus: Menus) -> None:
        super().__init__(tr("In the window"))
        self._window, self._menus = window, menus
        self.single = QCheckBox(tr("Single keys without Ctrl or Alt: ?, J, K, Y and N"))
        self.single.setChecked(window.settings.single_keys)
        self.single.toggled.connect(lambda on: window.change_settings(single_keys=on))
        self.add(self.single)
        self.refusal = self.say(role="error")
        self.fields: dict[str, QKeySequenceEdit] = {}  # by the first key an action comes with
        form = QFormLayout()
        form.setVerticalSpacing(8)
        form.setHorizontalSpacing(24)
        form.addRow(text_label(tr("Among the findings"), "heading", wraps=False))
        for keys, words in _finding_keys().items():
            form.addRow(words, text_label(keys, wraps=False))
        menu = ""
        for entry in menu_entries(window.menuBar()):
            usual = menus.usual.get(entry.action)
            if not (usual or entry.keys):
                continue
            if entry.menus[0] != menu:
                menu = entry.menus[0]
                form.addRow(text_label(menu, "heading", wraps=False))
            if not usual:  # they come with the text, and are not changed
                form.addRow(entry.title, text_label(", ".join(entry.keys), wraps=False))
                continue
            field = self.fields[usual[0]] = _field(entry)
            field.editingFinished.connect(partial(self._take, field, entry, usual[0]))
            others = ", ".join(entry.keys[1:])
            also = tr("{title} (also {keys})", title=entry.title, keys=others)
            form.addRow(also if others else entry.title, field)
        self.add(form)
        self.default = plain_button(tr("Use the defaults"), lambda: self._change({}))
        self.add(row_of(self.default))
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


def _finding_keys() -> dict[str, str]:
    """Single keys that work while the keyboard is among the findings, and are in no menu."""
    return {
        tr("J and K"): tr("Next and previous finding"),
        tr("Enter"): tr("Open or close a finding"),
        tr("Y"): tr("Keep its changes"),
        tr("N"): tr("Undo its changes"),
        tr("O"): tr("Other ways to hide it"),
    }


def _field(entry: MenuEntry) -> QKeySequenceEdit:
    field = QKeySequenceEdit()
    field.setMaximumSequenceLength(1)
    field.setClearButtonEnabled(True)
    name = tr("Keys for “{action}”", action=entry.title)
    field.setAccessibleName(name)
    for line in field.findChildren(QLineEdit):
        line.setAccessibleName(name)
    return field
