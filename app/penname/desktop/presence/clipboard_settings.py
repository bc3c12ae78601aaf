"""The settings of Penname beside its window: hotkeys, clipboard, tray, and the start of the session."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QCheckBox, QKeySequenceEdit

from penname.desktop.hotkeys.combination import read_combination
from penname.desktop.main import settings_window
from penname.desktop.presence.presence import Presence, tray_available
from penname.desktop.shell.settings_parts import AddedPart, SettingsPage, SettingsPart
from penname.desktop.translate import tr
from penname.desktop.widgets.choice_box import choice_box
from penname.domain.errors import BadInput
from penname.instance import login

_FORMAT = QKeySequence.SequenceFormat.PortableText


class HotkeysPart(SettingsPart):
    """The keys that work in other programs; what does not work says so below them."""

    def __init__(self, presence: Presence) -> None:
        super().__init__(tr("While you are in other programs"))
        self._presence = presence
        if presence.source.obstacle:
            self.say(presence.source.obstacle)
            return
        settings = presence.window.settings
        self.hotkeys = QCheckBox(tr("Use hotkeys"))
        self.hotkeys.setChecked(presence.hotkeys_on)
        self.hotkeys.toggled.connect(lambda on: presence.window.change_settings(hotkeys=on))
        self.hide_key = self._key(settings.hotkey_hide, "hotkey_hide", tr("Hotkey for hiding"))
        self.restore_key = self._key(settings.hotkey_restore, "hotkey_restore", tr("Hotkey for restoring"))
        self.add(self.hotkeys)
        self.add_row(tr("Hide names on the clipboard"), self.hide_key)
        self.add_row(tr("Restore a chatbot's reply"), self.restore_key)
        self.refusal = self.say(role="error")
        command = self.say(
            tr(
                "Or bind this command to a key in your desktop's settings: {command}",
                command="penname clipboard pseudonymize",
            )
        )
        command.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        presence.source.refused.connect(self._show)
        presence.window.settings_changed.connect(self._show)
        self._show()

    def _key(self, written: str, setting: str, name: str) -> QKeySequenceEdit:
        field = QKeySequenceEdit(QKeySequence(written, _FORMAT))
        field.setMaximumSequenceLength(1)
        field.setAccessibleName(name)
        field.editingFinished.connect(lambda: self._take_key(field, setting))
        return field

    def _take_key(self, field: QKeySequenceEdit, setting: str) -> None:
        written = field.keySequence().toString(_FORMAT)
        other = self.restore_key if field is self.hide_key else self.hide_key
        try:
            read_combination(written)
            if written == other.keySequence().toString(_FORMAT):
                raise BadInput(tr("Both hotkeys would be {keys}. Choose different ones.", keys=written))
        except BadInput as error:
            field.setKeySequence(QKeySequence(getattr(self._presence.window.settings, setting), _FORMAT))
            self._say(str(error))
            return
        self._presence.window.change_settings(**{setting: written})

    def _show(self, *_news: object) -> None:
        for field in (self.hide_key, self.restore_key):
            field.setEnabled(self._presence.hotkeys_on)
        self._say("\n".join(dict.fromkeys(self._presence.refusals)))

    def _say(self, sentence: str) -> None:
        self.refusal.setText(sentence)
        self.refusal.setVisible(bool(sentence))


class BesidePart(SettingsPart):
    """What stays of Penname when its window is closed, and when it starts."""

    def __init__(self, presence: Presence) -> None:
        super().__init__(tr("Beside the window"))
        window = presence.window
        self.tray = QCheckBox(tr("Keep Penname in the tray when I close the window"), self)
        self.tray.setChecked(window.settings.stay_in_tray)
        self.tray.toggled.connect(lambda on: window.change_settings(stay_in_tray=on))
        self.login = QCheckBox(tr("Start Penname when I log in"))
        self.login.setChecked(login.starts_at_login())
        self.login.toggled.connect(self._start_at_login)
        if tray_available():
            self.add(self.tray)
        else:
            self.tray.hide()
            self.say(tr("Your desktop shows no tray, so closing the window quits."))
        self.add(self.login)
        self.refusal = self.say(role="error")

    def _start_at_login(self, on: bool) -> None:
        try:
            login.start_at_login(on)
        except OSError as error:
            reason = error.strerror or str(error)
            self.refusal.setText(tr("Your system refused this setting ({reason}).", reason=reason))
            self.refusal.show()


def _clipboard_part(presence: Presence) -> SettingsPart:
    window = presence.window
    clearing = choice_box(
        [
            ("0", tr("Never")),
            ("30", tr("After 30 seconds")),
            ("60", tr("After a minute")),
            ("300", tr("After 5 minutes")),
        ],
        tr("When to remove a result from the clipboard"),
    )
    clearing.setCurrentIndex(max(0, clearing.findData(str(window.settings.clear_clipboard))))
    clearing.activated.connect(
        lambda _index: window.change_settings(clear_clipboard=int(clearing.currentData()))
    )
    part = SettingsPart(tr("Clipboard"))
    part.add_row(tr("Remove a result from the clipboard"), clearing)
    return part


def add_entries(presence: Presence) -> None:
    """Put what the clipboard is good for into the Edit menu, and what can be set of it into the settings."""
    window, controller = presence.window, presence.controller
    menus = window.menus
    menu = menus.edit.addMenu(tr("Clip&board"))
    entries = [
        (tr("&Hide names on the clipboard"), "pseudonymize"),
        (tr("Re&write the clipboard"), "anonymize"),
        (tr("&Restore a reply on the clipboard"), "restore"),
    ]
    for words, kind in entries:
        menu.addAction(menus.plain(words, (), lambda kind=kind: controller.start_job(kind)))  # type: ignore[misc]
    menu.addSeparator()
    back = menus.plain(tr("Put &back what was on the clipboard"), (), controller.outbox.put_back)
    menu.addAction(back)
    menu.addSeparator()
    hotkeys = menus.plain(tr("&Hotkeys…"), (), lambda: settings_window.show(window, SettingsPage.SHORTCUTS))
    menu.addAction(hotkeys)
    menu.aboutToShow.connect(lambda: back.setEnabled(controller.outbox.can_put_back))
    window.more_settings += [
        AddedPart(SettingsPage.GENERAL, lambda: BesidePart(presence)),
        AddedPart(SettingsPage.PRIVACY, lambda: _clipboard_part(presence)),
        AddedPart(SettingsPage.SHORTCUTS, lambda: HotkeysPart(presence)),
    ]
