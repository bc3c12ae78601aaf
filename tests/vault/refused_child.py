"""Saves where the system refuses it, in a process of its own, and says what came of it.

Usage: refused_child.py full|read-only

full: no file may grow beyond some bytes (RLIMIT_FSIZE), so that writes end in the middle.
read-only: the folder takes no new files; for root, who may write anywhere, as another user.
"""

import os
import resource
import signal
import sys

from penname.vault import passphrase
from penname.vault.errors import VaultError
from penname.vault.opening import open_vault, vault_folder
from penname.vault.sealing import ScryptCost
from penname.vault.vault import VaultPart
from vault.vaults import Item, give_passphrase

SESSION = "0123456789abcdef"
_NOBODY = 65534


def main(how: str) -> None:
    """Fill a vault, try to save more, and write one line for each refusal, then what is still there."""
    passphrase.COST = ScryptCost(16, 8, 1)
    vault = open_vault(give_passphrase)
    assert vault is not None
    vault.save(VaultPart.PROFILES, [Item("before")])
    vault.journal(SESSION).append(b"before")
    if how == "full":
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, resource.RLIM_INFINITY))
    else:
        _make_read_only()
    long = "x" * 2000
    for save in (
        lambda: vault.save(VaultPart.PROFILES, [Item(long)]),
        lambda: vault.save(VaultPart.PEN_NAMES, [Item(long)]),
        lambda: vault.journal("f" * 16).append(long.encode()),
        *([lambda: vault.journal(SESSION).append(long.encode())] if how == "full" else []),
    ):
        try:
            save()
            sys.stdout.write("saved\n")
        except VaultError as error:
            sys.stdout.write(f"{error}\n")
    if how == "full":
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        vault.journal(SESSION).append(b"after")
    items = vault.load(VaultPart.PROFILES, Item), vault.load(VaultPart.PEN_NAMES, Item)
    sys.stdout.write(f"{items} {vault.journal(SESSION).records()} {vault.check()}\n")


def _make_read_only() -> None:
    folder = vault_folder()
    if os.geteuid() == 0:
        for path in [folder, *folder.rglob("*")]:
            os.chown(path, _NOBODY, _NOBODY)
        os.seteuid(_NOBODY)
    for path in (folder / "sessions", folder):
        path.chmod(0o500)


if __name__ == "__main__":
    main(sys.argv[1])
