"""Vaults for tests: in folders of their own, with a cheap scrypt, and a keyring that is only in memory."""

from collections.abc import Callable, Iterator

import keyring
import pytest

from penname.vault import passphrase, system_keyring
from penname.vault.opening import open_vault
from penname.vault.sealing import ScryptCost
from penname.vault.vault import Vault
from vault.vaults import MemoryKeyring, give_passphrase


@pytest.fixture(autouse=True)
def cheap_scrypt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passphrase, "COST", ScryptCost(16, 8, 1))


@pytest.fixture
def memory_keyring(monkeypatch: pytest.MonkeyPatch) -> Iterator[MemoryKeyring]:
    backend = MemoryKeyring()
    monkeypatch.setattr(system_keyring, "_TRUSTED", (MemoryKeyring.__module__,))
    before = keyring.get_keyring()
    keyring.set_keyring(backend)
    yield backend
    keyring.set_keyring(before)


@pytest.fixture
def opened() -> Iterator[Callable[[], Vault]]:
    """Opens the vault (made with a passphrase the first time); what a test leaves open is closed."""
    vaults: list[Vault] = []

    def open_it() -> Vault:
        for one in vaults:
            one.close()
        vault = open_vault(give_passphrase)
        assert vault is not None
        vaults.append(vault)
        return vault

    yield open_it
    for vault in vaults:
        vault.close()
