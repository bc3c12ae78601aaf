"""Whether texts are kept, said alike by the line at the bottom and by the settings."""

from typing import NamedTuple

from penname.desktop.background.vault_client import VaultClientState
from penname.desktop.translate import tr


class Keeping(NamedTuple):
    """Whether the text in front is kept (None: not known yet), and what holds for texts in a sentence."""

    kept: bool | None
    sentence: str


def keeping(vault: VaultClientState, wanted: bool, session_kept: bool | None = None) -> Keeping:
    """What is true with the vault in this state, if keeping is `wanted`.

    `session_kept` says it of the text in front, where its work has begun: that one stays as it began.
    """
    if vault is VaultClientState.OPENING:
        return Keeping(session_kept, tr("Opening what is kept…"))
    new_ones = vault is VaultClientState.OPEN and wanted
    if new_ones:
        sentence = tr("Open texts are saved on this computer, encrypted. They come back at the next start.")
    elif not wanted:
        sentence = tr("Nothing is saved, as you chose: closing Penname forgets open texts.")
    elif vault is VaultClientState.LOCKED:
        sentence = tr("Nothing is saved until you unlock what is stored here with your passphrase.")
    else:
        sentence = tr("Nothing is saved yet. Set a passphrase to store texts encrypted.")
    if session_kept is None or session_kept is new_ones:
        return Keeping(new_ones, sentence)
    exception = (
        tr("The text in front was begun before that and is still saved.")
        if session_kept
        else tr("The text in front was begun before that and is not saved.")
    )
    return Keeping(session_kept, f"{sentence} {exception}")
