"""The token for the hub: in the keyring or nowhere."""

import pytest

from penname import locations
from penname.vault.errors import VaultLocked
from penname.vault.hub_token import fetch_token, forget_token, store_token
from penname.vault.opening import forget_everything
from vault.vaults import MemoryKeyring

TOKEN = "hf_unheard-of"


def test_it_is_kept_replaced_and_forgotten(memory_keyring: MemoryKeyring) -> None:
    assert fetch_token() is None
    store_token("hf_before")
    store_token(f" {TOKEN}\n")
    assert fetch_token() == TOKEN
    forget_token()
    assert fetch_token() is None
    assert memory_keyring.secrets == {}


def test_without_a_keyring_it_is_not_kept() -> None:
    assert fetch_token() is None
    with pytest.raises(VaultLocked):
        store_token(TOKEN)
    for folder in (locations.config_dir(), locations.data_dir(), locations.state_dir()):
        assert not any(TOKEN.encode() in path.read_bytes() for path in folder.rglob("*") if path.is_file())


def test_forgetting_everything_forgets_it_too(memory_keyring: MemoryKeyring) -> None:
    store_token(TOKEN)
    forget_everything()
    assert memory_keyring.secrets == {}
