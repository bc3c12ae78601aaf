"""The vault's own random key, and how it is locked: by a key in the system's keyring, or by a passphrase.

The key lies in two identical files of the vault's folder, so that damage to one does not cost everything.
With a passphrase, a second secret of this computer (the device key, outside the vault's folder, in the folder
for state) goes into the lock as well: destroying it makes every copy of the vault's folder useless here,
although the passphrase is still known.
"""

import os
import secrets
from contextlib import suppress
from enum import StrEnum
from hashlib import sha256
from pathlib import Path

from penname import locations
from penname.vault import files, passphrase, system_keyring
from penname.vault.errors import DamagedVault, VaultError, VaultLocked, WrongPassphrase
from penname.vault.sealing import Damaged, SealedHeader, Sealer, new_header, read_header, sealer_for

_CHECKSUM = 32
_NAME = "key"
_COPIES = ("key", "key.copy")
_DEVICE_KEY = ".device-key"


class Protection(StrEnum):
    """What opens the vault of this computer."""

    NONE = "none"  # there is no vault
    KEYRING = "keyring"
    PASSPHRASE = "passphrase"


def create_with_keyring(folder: Path) -> tuple[bytes, bytes]:
    """Write a new key, locked by the keyring; returns (vault id, key). Raises VaultLocked or VaultError."""
    header = new_header(_NAME, secrets.token_bytes(16))
    return _create(folder, header, system_keyring.store_new_key(header.vault_id))


def create_with_passphrase(folder: Path, typed: str) -> tuple[bytes, bytes]:
    """Write a new key, locked by a passphrase; raises BadInput for a short one, or VaultError."""
    passphrase.check_new_passphrase(typed)
    header = new_header(_NAME, secrets.token_bytes(16), scrypt=passphrase.COST)
    device = secrets.token_bytes(32)
    files.replace(_device_key_path(header), device)
    return _create(folder, header, passphrase.stretched(typed, header.salt, passphrase.COST) + device)


def stored_header(folder: Path) -> SealedHeader | None:
    """Whose key it is and how it is locked; None when there is no vault.

    Raises DamagedVault when no copy of the key file is whole, NewerVault for one of a newer format.
    """
    copies = [data for data in (files.read(folder / name) for name in _COPIES) if data is not None]
    if not copies:
        return None
    return read_header(_sound(copies))


def unlock(folder: Path, typed: str | None) -> tuple[bytes, bytes]:
    """(vault id, key) of an existing vault; `typed` is the passphrase where one is needed.

    Raises WrongPassphrase, VaultLocked, DamagedVault, NewerVault.
    """
    found = {name: files.read(folder / name) for name in _COPIES}
    data = _sound([data for data in found.values() if data is not None])
    header = read_header(data)
    if header.scrypt is None:
        lock = system_keyring.fetch_key(header.vault_id)
        if lock is None:
            raise VaultLocked(
                "The system's keyring does not have the key to what Penname keeps, so it cannot be opened. "
                "If you have an export: penname vault forget, then penname vault import."
            )
    else:
        device = files.read(_device_key_path(header))
        if device is None:
            raise VaultLocked(
                "The passphrase alone does not open what Penname keeps; it needs this computer's device key, "
                f"and {_device_key_path(header)} is missing. Put it back from a backup, or use an export: "
                "penname vault forget, then penname vault import."
            )
        lock = _stretched(typed or "", header) + device
    try:
        _, sealer = sealer_for(lock, data)
        (key,) = sealer.read_whole(data[:-_CHECKSUM])
    except (Damaged, ValueError):
        if header.scrypt is not None:
            raise WrongPassphrase from None
        raise _damaged() from None
    return header.vault_id, key


def mend(folder: Path) -> None:
    """Write a damaged or missing copy again from the other one. Raises VaultError."""
    found = {name: files.read(folder / name) for name in _COPIES}
    sound = _sound([data for data in found.values() if data is not None])
    for name, data in found.items():
        if data != sound:
            files.replace(folder / name, sound)


def destroy_lock(folder: Path) -> None:
    """Make the key unopenable on this computer, whoever has copies of its file.

    Where the key file does not tell how it is locked, every lock that the other files' vault could have is
    destroyed. Raises VaultLocked or VaultError when that cannot be done now, NewerVault. What a disk keeps
    of an overwritten file is beyond a program's reach.
    """
    try:
        header = stored_header(folder)
    except DamagedVault:
        header = None
    if header is not None and header.scrypt is None:
        system_keyring.destroy_key(header.vault_id)
    elif header is None and system_keyring.is_usable():
        for vault_id in _vault_ids(folder):
            system_keyring.destroy_key(vault_id)
    _destroy_device_keys()


def _vault_ids(folder: Path) -> set[bytes]:
    """Whose the files of the vault say they are."""
    found = set[bytes]()
    for path in folder.rglob("*"):
        if path.is_file() and not path.is_symlink():
            with suppress(Damaged, VaultError):
                found.add(read_header(files.read(path) or b"").vault_id)
    return found


def _destroy_device_keys() -> None:
    """Overwrite and remove this computer's part of every lock with a passphrase. Raises VaultError."""
    for path in locations.state_dir().glob(f"*{_DEVICE_KEY}*"):
        with files.plain_words(path.parent, "destroy the device key"), files.opened_for_writing(path) as file:
            files.write_all(file, secrets.token_bytes(32))
            os.fsync(file)
        files.remove(path)


def _create(folder: Path, header: SealedHeader, lock: bytes) -> tuple[bytes, bytes]:
    key = secrets.token_bytes(32)
    sealed = Sealer(lock, header).whole([key])
    data = sealed + sha256(sealed).digest()
    for name in reversed(_COPIES):  # the vault exists once the first of the two does
        files.replace(folder / name, data)
    return header.vault_id, key


def _sound(copies: list[bytes]) -> bytes:
    """The first copy without accidental damage: its checksum tells that from a wrong passphrase."""
    for data in copies:
        if len(data) > _CHECKSUM and sha256(data[:-_CHECKSUM]).digest() == data[-_CHECKSUM:]:
            try:
                read_header(data)
            except Damaged:
                continue
            return data
    for data in copies:  # nothing fits; perhaps because a newer Penname checks in another way
        with suppress(Damaged):
            read_header(data)
    raise _damaged()


def _stretched(typed: str, header: SealedHeader) -> bytes:
    assert header.scrypt is not None
    try:
        return passphrase.stretched(typed, header.salt, header.scrypt)
    except Damaged:
        raise _damaged() from None


def _damaged() -> DamagedVault:
    return DamagedVault(
        "The key file of what Penname keeps is damaged, so nothing there can be opened. Put the folder back "
        "from a backup, or use an export: penname vault forget, then penname vault import."
    )


def _device_key_path(header: SealedHeader) -> Path:
    return locations.state_dir() / f"{header.vault_id.hex()}{_DEVICE_KEY}"
