"""Uses the vault with whatever keyring this process finds, and writes what it sees as one JSON object."""

import json
import shutil
import sys

from penname.vault import passphrase, system_keyring
from penname.vault.errors import VaultError
from penname.vault.opening import forget_everything, open_vault, protection, vault_folder
from penname.vault.sealing import ScryptCost
from penname.vault.vault import VaultPart
from vault.vaults import PASSPHRASE, Item


def main(lock: bool) -> None:
    """Make a vault, open it again, forget it, put a copy back; `lock` locks the keyring in between."""
    passphrase.COST = ScryptCost(16, 8, 1)
    asked: list[bool] = []

    def ask(*, new: bool) -> str:
        asked.append(new)
        return PASSPHRASE

    seen: dict[str, object] = {"usable": system_keyring.is_usable()}
    with open_vault(ask) as vault:  # type: ignore[union-attr]
        vault.save(VaultPart.PROFILES, [Item("quetzalcoatl")])
    if lock:
        _lock_keyring()
    try:
        with open_vault(ask) as vault:  # type: ignore[union-attr]
            seen["read"] = vault.load(VaultPart.PROFILES, Item)[0].name
    except VaultError as error:
        seen["refused"] = str(error)
    seen |= {"protection": protection(), "asked": list(asked)}
    if not lock:
        copy = vault_folder().with_name("copy")
        shutil.copytree(vault_folder(), copy)
        forget_everything()
        seen["forgotten"] = protection()
        shutil.copytree(copy, vault_folder(), dirs_exist_ok=True)
        try:
            open_vault(ask)
        except VaultError as error:
            seen["copy"] = str(error)
    sys.stdout.write(json.dumps(seen))


def _lock_keyring() -> None:
    import secretstorage

    connection = secretstorage.dbus_init()
    secretstorage.get_default_collection(connection).lock()
    connection.close()


if __name__ == "__main__":
    main(lock="lock" in sys.argv[1:])
