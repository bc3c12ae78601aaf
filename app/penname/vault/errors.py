"""What can go wrong with the vault, each with a sentence to act on. None quotes what is kept."""

from penname.domain.errors import PennameError


class VaultError(PennameError):
    """The vault could not be opened, read or written; what was in it is still as it was."""


class WrongPassphrase(VaultError):
    """The passphrase does not open this vault or export."""

    def __init__(self) -> None:
        super().__init__("This passphrase is wrong. Nothing was changed; try again.")


class VaultLocked(VaultError):
    """The key is not available: the keyring is locked or gone, or a passphrase is needed and nobody was
    asked.
    """


class VaultBusy(VaultError):
    """Another process has the vault open for writing."""

    def __init__(self) -> None:
        super().__init__(
            "What Penname keeps is open in another Penname on this computer. Close that one, then try again."
        )


class NewerVault(VaultError):
    """A file of the vault, or an export, in a format that only a newer Penname reads."""

    def __init__(self) -> None:
        super().__init__(
            "This was stored by a newer version of Penname, which this one cannot read. "
            "Nothing was changed. Please update Penname."
        )


class DamagedVault(VaultError):
    """A file was changed, cut, swapped or put back from an older state; other parts can still be read."""
