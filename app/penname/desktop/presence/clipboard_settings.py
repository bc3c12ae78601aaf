"""How Penname works beside its window: hotkeys, the clipboard, the tray, and the start of the session."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QKeySequenceEdit,
    QLabel,
    QVBoxLayout,
)

from penname.desktop.hotkeys.combination import read_combination
from penname.desktop.presence.presence import Presence, tray_available
from penname.desktop.style.sizes import grown
from penname.desktop.translate import tr
from penname.desktop.widgets.choice_box import choice_box
from penname.desktop.widgets.fitting import fit_words
from penname.domain.errors import BadInput
from penname.instance import login

_FORMAT = QKeySequence.SequenceFormat.PortableText


class ClipboardSettings(QDialog):
    """Each setting takes effect at once; what does not work says so below it."""

    def __init__(self, presence: Presence) -> None:
        super().__init__(presence.window)
        self._presence = presence
        self.setWindowTitle(tr("Clipboard and hotkeys"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        settings = presence.window.settings
        self.hotkeys = QCheckBox(tr("Hotkeys work while you are in other programs"))
        self.hotkeys.setChecked(presence.hotkeys_on)
        self.hotkeys.toggled.connect(lambda on: self._change(hotkeys=on))
        self.hide_key = self._key(settings.hotkey_hide, "hotkey_hide", tr("Hotkey for hiding"))
        self.restore_key = self._key(settings.hotkey_restore, "hotkey_restore", tr("Hotkey for restoring"))
        self.refusal = QLabel(wordWrap=True)
        self.refusal.setTextFormat(Qt.TextFormat.PlainText)
        self.refusal.setProperty("role", "error")
        self.command = QLabel(wordWrap=True)
        self.command.setProperty("role", "muted")
        self.command.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.command.setText(
            tr(
                "Or bind this command to a key in your desktop's settings: {command}",
                command="penname clipboard pseudonymize",
            )
        )
        self.clearing = choice_box(
            [
                ("0", tr("Never")),
                ("30", tr("After 30 seconds")),
                ("60", tr("After a minute")),
                ("300", tr("After 5 minutes")),
            ],
            tr("When to remove a result from the clipboard"),
        )
        self.clearing.setCurrentIndex(max(0, self.clearing.findData(str(settings.clear_clipboard))))
        self.clearing.activated.connect(
            lambda _index: self._change(clear_clipboard=int(self.clearing.currentData()))
        )
        self.tray = QCheckBox(tr("Closing the window leaves Penname in the tray"))
        self.tray.setChecked(settings.stay_in_tray)
        self.tray.toggled.connect(lambda on: self._change(stay_in_tray=on))
        self.no_tray = QLabel(tr("Your desktop shows no tray, so closing the window quits."), wordWrap=True)
        self.no_tray.setProperty("role", "muted")
        self.no_tray.setVisible(not tray_available())
        self.login = QCheckBox(tr("Start Penname when you log in"))
        self.login.setChecked(login.starts_at_login())
        self.login.toggled.connect(self._start_at_login)
        self._lay_out()
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
        self._change(**{setting: written})

    def _start_at_login(self, on: bool) -> None:
        try:
            login.start_at_login(on)
        except OSError as error:
            self._say(tr("Your system refused this setting ({reason}).", reason=error.strerror or str(error)))

    def _change(self, **changes: object) -> None:
        self._presence.window.change_settings(**changes)

    def _show(self, *_news: object) -> None:
        for field in (self.hide_key, self.restore_key):
            field.setEnabled(self._presence.hotkeys_on)
        self._say("\n".join(dict.fromkeys(self._presence.refusals)))

    def _say(self, sentence: str) -> None:
        self.refusal.setText(sentence)
        self.refusal.setVisible(bool(sentence))

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setVerticalSpacing(12)
        form.setHorizontalSpacing(24)
        form.addRow(tr("Hotkeys"), self.hotkeys)
        form.addRow(tr("Hide names on the clipboard"), self.hide_key)
        form.addRow(tr("Restore a chatbot's reply"), self.restore_key)
        form.addRow("", self.refusal)
        form.addRow("", self.command)
        form.addRow(tr("Clear the clipboard"), self.clearing)
        form.addRow(tr("Tray"), self.tray)
        form.addRow("", self.no_tray)
        form.addRow(tr("Login"), self.login)
        buttons = QDialogButtonBox()
        close = buttons.addButton(tr("Close"), QDialogButtonBox.ButtonRole.AcceptRole)
        close.setAutoDefault(False)  # Enter ends a key's field
        buttons.accepted.connect(self.accept)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 16)
        column.setSpacing(16)
        column.addLayout(form)
        column.addWidget(buttons)
        self.setMinimumWidth(grown(640))


def add_entries(presence: Presence) -> Callable[[], None]:
    """Put what the clipboard is good for into the window's Edit menu; returns what opens the settings."""
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

    def show() -> None:
        settings = ClipboardSettings(presence)
        settings.open()
        fit_words(settings)

    menu.addAction(menus.plain(tr("&Clipboard and hotkeys…"), (), show))
    menu.aboutToShow.connect(lambda: back.setEnabled(controller.outbox.can_put_back))
    return show
