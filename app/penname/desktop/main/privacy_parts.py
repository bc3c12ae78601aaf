"""The settings about what stays on this computer, and what leaves it."""

from PySide6.QtWidgets import QCheckBox

from penname.desktop.background.vault_client import VaultClientState
from penname.desktop.kept import history_window, vault_dialogs
from penname.desktop.shell.keeping import keeping
from penname.desktop.shell.settings_parts import SettingsPart
from penname.desktop.shell.window import Window
from penname.desktop.translate import tr
from penname.desktop.widgets.button_row import plain_button, row_of
from penname.releases.address import host_of, stated_address


class KeptPart(SettingsPart):
    """What is kept of texts; boxes stand only where they can do something."""

    def __init__(self, window: Window) -> None:
        super().__init__(tr("What is kept on this computer"))
        self._window = window
        self.sentence = self.say(" ", role="")
        self.drafts = QCheckBox(tr("Keep open texts, encrypted"))
        self.drafts.clicked.connect(self._keep_drafts)
        self.history = QCheckBox(tr("Keep texts I close in the history, encrypted"))
        self.history.clicked.connect(self._keep_history)
        self.unlock = plain_button("", lambda: vault_dialogs.keep(window))
        self.past = plain_button(tr("History…"), lambda: history_window.show(window))
        self.forget = plain_button(tr("Forget everything…"), lambda: vault_dialogs.forget(window))
        self.add(self.drafts)
        self.add(self.history)
        self.add(row_of(self.unlock, self.past, self.forget))
        window.vault.changed.connect(self.show_state)
        window.settings_changed.connect(self.show_state)
        self.show_state()

    def show_state(self) -> None:
        """Show what holds now."""
        vault, settings = self._window.vault.state, self._window.settings
        view = self._window.page.flow.view
        self.sentence.setText(keeping(vault, settings.keep_drafts, view.kept if view else None).sentence)
        there = vault in (VaultClientState.OPEN, VaultClientState.LOCKED)
        for box, on in ((self.drafts, settings.keep_drafts), (self.history, settings.keep_history)):
            box.setChecked(on)
        self.drafts.setVisible(there or not settings.keep_drafts)
        for part in (self.history, self.past, self.forget):
            part.setVisible(there)
        missing = settings.keep_drafts and vault is VaultClientState.NOTHING
        locked = vault is VaultClientState.LOCKED
        self.unlock.setText(tr("Unlock…") if locked else tr("Set a passphrase…"))
        self.unlock.setVisible(locked or missing)

    def _keep_drafts(self, on: bool) -> None:
        self._window.change_settings(keep_drafts=on)
        if on and self._window.vault.state is VaultClientState.NOTHING:
            self._window.vault.open(create=True)

    def _keep_history(self, on: bool) -> None:
        self._window.change_settings(keep_history=on)
        self._window.vault.keep_history(on)


def versions_part(window: Window) -> SettingsPart:
    """Whether newer versions are looked for, and what the server that is asked sees."""
    part, address = SettingsPart(tr("Updates")), stated_address()
    if not address:
        part.say(tr("This build cannot check for updates."))
        return part
    asking = QCheckBox(tr("Check once a day for a new version"))
    asking.setChecked(window.settings.check_version)
    asking.toggled.connect(lambda on: window.change_settings(check_version=on))
    part.add(asking)
    part.say(
        tr(
            "{host} then sees your IP address, and that Penname checks. It learns nothing of your texts or "
            "settings, nor which version you have.",
            host=host_of(address),
        )
    )
    return part
