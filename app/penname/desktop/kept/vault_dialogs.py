"""Dialogs about the vault: a passphrase to open or to choose, and whether to forget everything."""

from PySide6.QtWidgets import QLineEdit

from penname.desktop.background.vault_client import VaultClientState
from penname.desktop.shell.asking import WIDTH
from penname.desktop.shell.window import Window
from penname.desktop.translate import tr
from penname.desktop.widgets.form_dialog import FormDialog


class PassphraseDialog(FormDialog):
    """Asks until it fits or the user gives up; `new` has it typed twice."""

    def __init__(self, window: Window, new: bool) -> None:
        super().__init__(
            window,
            tr("Set a passphrase") if new else tr("Unlock"),
            tr(
                "Texts you work on and your profile are then kept on this computer, encrypted. Without the "
                "passphrase nobody can open them, not even Penname. Four or five random words are best."
            )
            if new
            else tr("Your passphrase opens the texts you left open and your profile."),
            tr("Keep my texts") if new else tr("Unlock"),
            tr("Keep nothing") if new else tr("Not now"),
        )
        self._window = window
        self._new = new
        self.field = _secret(tr("Passphrase"))
        self.again = _secret(tr("Repeat the passphrase"))
        self.again.setVisible(new)
        self.fill(WIDTH, 0, self.field, self.again)
        window.vault.changed.connect(self._follow)
        self.field.setFocus()

    def submit(self) -> None:
        """Open the vault, or create it."""
        if self._new and self.field.text() != self.again.text():
            self.complain(tr("The two do not match. Please type them again."))
            return
        self.ok.setEnabled(False)
        self._window.vault.open(self._new, self.field.text(), self.complain)

    def complain(self, sentence: str) -> None:
        """Say that it does not fit, with what was typed selected."""
        super().complain(sentence)
        self.field.setAccessibleDescription(sentence)
        self.field.selectAll()
        self.field.setFocus()

    def _follow(self) -> None:
        if self._window.vault.state is VaultClientState.OPEN:
            self._window.notice.clear()
            self.accept()


def offer_unlocking(window: Window) -> None:
    """Say in place that the passphrase is needed."""
    window.notice.say(
        tr("The texts you left open are locked"),
        tr("Your passphrase opens them and your profile. Until then nothing is kept."),
        answers={tr("Unlock…"): lambda: keep(window), tr("Not now"): window.notice.clear},
    )


def keep(window: Window) -> None:
    """Create the vault, or open it."""
    match window.vault.state:
        case VaultClientState.LOCKED:
            ask(window, new=False)
        case VaultClientState.NOTHING:
            ask(window, new=True)
        case VaultClientState.OPEN:
            window.status.tell(tr("Your texts are kept on this computer, encrypted"))
        case _:
            window.status.tell(tr("Nothing is kept on this computer"))


def ask(window: Window, new: bool) -> PassphraseDialog:
    """Ask for the passphrase."""
    dialog = PassphraseDialog(window, new)
    dialog.open()
    return dialog


def forget(window: Window) -> None:
    """Destroy the vault, after one question."""
    sure = window.confirm(
        window,
        tr("Forget everything that is kept?"),
        tr(
            "This destroys the key to your profile and to all kept texts, on this computer and for good. "
            "Copies of the folder can no longer be opened; exports you made still can. What is open in the "
            "window stays until you close it."
        ),
        tr("Forget everything"),
    )
    if sure:
        window.vault.forget(lambda: window.status.tell(tr("Forgotten. Nothing is kept any more")))


def _secret(name: str) -> QLineEdit:
    field = QLineEdit()
    field.setEchoMode(QLineEdit.EchoMode.Password)
    field.setPlaceholderText(name)
    field.setAccessibleName(name)
    return field
