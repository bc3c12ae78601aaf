"""What the rest of the window knows of hotkeys."""

from collections.abc import Mapping

from PySide6.QtCore import QObject, Signal

from penname.desktop.translate import tr

HIDE, RESTORE = "hide", "restore"


class HotkeySource(QObject):
    """Takes combinations from the system and tells when one is pressed."""

    pressed = Signal(str, str)  # HIDE or RESTORE, and the token by which a window may come to the front
    refused = Signal(str)  # a sentence: why a key does not work, and what to do

    asks = False
    """Whether the system asks its user before it gives a key: then nothing is taken unasked."""

    @property
    def obstacle(self) -> str:
        """Why there are no hotkeys at all on this system; "" where a source of its own looks after them."""
        if type(self) is not HotkeySource:
            return ""
        return tr(
            "Penname cannot set hotkeys on this system. Bind “penname clipboard pseudonymize” to a key in "
            "your desktop's settings."
        )

    def take(self, wanted: Mapping[str, str]) -> None:
        """Take `wanted`, name -> combination as in the settings, in place of those taken before."""
        if wanted:
            self.refused.emit(self.obstacle)

    def release(self) -> None:
        """Give all keys back."""


def taken_by_another(written: str) -> str:
    """The message for a combination that another program has."""
    return tr("{keys} is taken by another program. Choose another combination in Settings.", keys=written)
