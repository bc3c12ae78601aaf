"""Opening what Penname keeps, making it the first time, and forgetting it."""

import shutil
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from penname import locations
from penname.file_lock import FileLock
from penname.vault import files, hub_token, key_file, system_keyring
from penname.vault.errors import DamagedVault, VaultBusy, VaultError, VaultLocked
from penname.vault.key_file import Protection
from penname.vault.vault import Vault


class AskPassphrase(Protocol):
    """Asks the user; `new` says that it is to be chosen (and typed twice). None: the user declined."""

    def __call__(self, *, new: bool) -> str | None: ...


def protection() -> Protection:
    """What opens the vault of this computer; raises DamagedVault or NewerVault when its key file is that."""
    header = key_file.stored_header(vault_folder())
    if header is None:
        return Protection.NONE
    return Protection.PASSPHRASE if header.scrypt is not None else Protection.KEYRING


def open_vault(ask: AskPassphrase, *, create: bool = True, write: bool = True) -> Vault | None:
    """The vault of this computer; where there is none and `create` is set, a new one.

    A new one is locked by the system's keyring where that is usable; else `ask(new=True)` gives a
    passphrase. None when there is none and none is to be made, or when the user gave no passphrase: then
    nothing is kept. May wait for the user, in `ask` or in the keyring's dialog. Without `write` it can be
    open beside another process that writes.

    Raises WrongPassphrase, VaultLocked, VaultBusy, DamagedVault, NewerVault, VaultError for the disk, and
    BadInput for a new passphrase that is too short.
    """
    folder = vault_folder()
    lock: FileLock | None = None
    vault: Vault | None = None
    try:
        if write and (create or folder.exists()):
            files.make_private(folder)
            lock = _take_lock(folder)
        unlocked = _unlock_or_create(folder, ask, create=create and write)
        if unlocked is not None:
            if lock is not None:
                with suppress(VaultError):
                    key_file.mend(folder)
            vault = Vault(folder, *unlocked, lock)
        return vault
    finally:
        if vault is None and lock is not None:
            lock.release()


def forget_everything() -> None:
    """Destroy the key, then all files: no copy of the vault made before can be opened on this computer again.

    Exports are not affected: they open wherever their passphrase is known. Raises VaultBusy while another
    process has the vault open, VaultLocked when the keyring cannot be reached; then the files are gone but
    for the locked key, and calling again finishes it.
    """
    folder = vault_folder()
    files.make_private(folder)
    lock = _take_lock(folder)
    try:
        failure: VaultLocked | None = None
        try:
            key_file.destroy_lock(folder)
        except VaultLocked as error:
            failure = error
        _remove_files(folder, keep_key=failure is not None)
        with suppress(VaultLocked):  # the failure that is told, if there is one
            hub_token.forget_token()
        if failure is not None:
            raise VaultLocked(
                "All files are deleted, but the keyring could not be reached, so the key is still in it. "
                "Unlock the keyring and do this once more."
            ) from failure
    finally:
        lock.release()


def _take_lock(folder: Path) -> FileLock:
    with files.plain_words(folder, "open the vault for writing"):
        lock = FileLock.take(folder / "lock")
    if lock is None:
        raise VaultBusy
    return lock


def vault_folder() -> Path:
    """The vault's folder."""
    return locations.data_dir() / "vault"


def _unlock_or_create(folder: Path, ask: AskPassphrase, *, create: bool) -> tuple[bytes, bytes] | None:
    """(vault id, key), or None when there is no vault or the user declined."""
    match protection():
        case Protection.KEYRING:
            return key_file.unlock(folder, None)
        case Protection.PASSPHRASE:
            typed = ask(new=False)
            return None if typed is None else key_file.unlock(folder, typed)
    if not create:
        return None
    if any(folder.glob("*.[01]")):
        raise DamagedVault(
            f"The key file is missing from {folder}, so what Penname keeps there cannot be opened. Put the "
            "folder back from a backup, or begin anew: penname vault forget."
        )
    if system_keyring.is_usable():
        return key_file.create_with_keyring(folder)
    typed = ask(new=True)
    return None if typed is None else key_file.create_with_passphrase(folder, typed)


def _remove_files(folder: Path, *, keep_key: bool) -> None:
    with files.plain_words(folder, "remove files"):
        for path in folder.iterdir():
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            elif path.name != "lock" and not (keep_key and path.name.startswith("key")):
                path.unlink()
        files.sync_folder(folder)
