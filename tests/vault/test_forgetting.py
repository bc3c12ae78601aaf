"""Forget everything: copies of the folder made before do not open any more; exports do."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from penname import locations
from penname.domain.errors import BadInput
from penname.vault.errors import DamagedVault, NewerVault, VaultBusy, VaultError, VaultLocked, WrongPassphrase
from penname.vault.exporting import export_to, import_from
from penname.vault.opening import Protection, forget_everything, open_vault, protection, vault_folder
from penname.vault.vault import Vault, VaultPart
from vault.vaults import Item, MemoryKeyring, give_passphrase, made_newer, never_ask

SESSION = "0123456789abcdef"
Opened = Callable[[], Vault]


def _fill(vault: Vault) -> None:
    vault.save(VaultPart.PROFILES, [Item("me")])
    vault.save(VaultPart.PEN_NAMES, [Item("Wren", 1), Item("Rook", 2)])
    vault.journal(SESSION).append(b"started")
    vault.journal(SESSION).append(b"decided")


def _is_whole(vault: Vault) -> None:
    assert vault.load(VaultPart.PROFILES, Item) == (Item("me"),)
    assert vault.load(VaultPart.PEN_NAMES, Item) == (Item("Wren", 1), Item("Rook", 2))
    assert vault.journal(SESSION).records() == [b"started", b"decided"]
    assert vault.check() == {}


def test_a_copy_does_not_open_although_the_passphrase_is_known(opened: Opened, tmp_path: Path) -> None:
    vault = opened()
    _fill(vault)
    vault.close()
    copy = tmp_path / "copy"
    shutil.copytree(locations.data_dir(), copy)
    forget_everything()
    assert protection() is Protection.NONE
    assert [path.name for path in vault_folder().rglob("*")] == ["lock"]
    assert list(locations.state_dir().iterdir()) == []
    shutil.copytree(copy, locations.data_dir(), dirs_exist_ok=True)
    with pytest.raises(VaultLocked, match="device key"):
        open_vault(give_passphrase)


def test_a_copy_does_not_open_although_the_keyring_is_there(
    memory_keyring: MemoryKeyring, tmp_path: Path
) -> None:
    vault = open_vault(never_ask)
    assert vault is not None
    _fill(vault)
    vault.close()
    copy = tmp_path / "copy"
    shutil.copytree(vault_folder(), copy)
    forget_everything()
    assert memory_keyring.secrets == {}
    shutil.copytree(copy, vault_folder(), dirs_exist_ok=True)
    with pytest.raises(VaultLocked, match="does not have the key"):
        open_vault(never_ask)


def test_a_locked_keyring_keeps_its_key_and_the_rest_is_gone(memory_keyring: MemoryKeyring) -> None:
    vault = open_vault(never_ask)
    assert vault is not None
    _fill(vault)
    vault.close()
    memory_keyring.broken = True
    with pytest.raises(VaultLocked, match="do this once more"):
        forget_everything()
    assert sorted(path.name for path in vault_folder().iterdir()) == ["key", "key.copy", "lock"]
    memory_keyring.broken = False
    forget_everything()
    assert memory_keyring.secrets == {}
    assert protection() is Protection.NONE


def test_nothing_is_forgotten_while_another_has_it_open(opened: Opened) -> None:
    vault = opened()
    _fill(vault)
    with pytest.raises(VaultBusy):
        forget_everything()
    _is_whole(vault)


def test_a_vault_whose_key_file_is_damaged_can_be_forgotten(opened: Opened) -> None:
    vault = opened()
    _fill(vault)
    vault.close()
    for name in ("key", "key.copy"):
        (vault_folder() / name).write_bytes(b"damaged")
    forget_everything()
    assert list(locations.state_dir().iterdir()) == []
    assert opened().load(VaultPart.PROFILES, Item) == ()


@pytest.mark.parametrize("damage", ["damaged", "missing"])
def test_the_key_in_the_keyring_goes_although_its_file_does_not_tell(
    memory_keyring: MemoryKeyring, damage: str
) -> None:
    vault = open_vault(never_ask)
    assert vault is not None
    _fill(vault)
    vault.close()
    for name in ("key", "key.copy"):
        if damage == "missing":
            (vault_folder() / name).unlink()
        else:
            (vault_folder() / name).write_bytes(b"damaged")
    forget_everything()
    assert memory_keyring.secrets == {}


def test_forgetting_nothing_is_no_error() -> None:
    forget_everything()
    forget_everything()
    assert protection() is Protection.NONE


def test_an_export_opens_after_all_was_forgotten(opened: Opened, tmp_path: Path) -> None:
    vault = opened()
    _fill(vault)
    file = tmp_path / "export"
    export_to(file, vault, "another passphrase")
    vault.close()
    assert file.stat().st_mode & 0o777 == 0o600
    assert b"Wren" not in file.read_bytes()
    forget_everything()
    vault = opened()
    import_from(file, vault, "another passphrase", replace=False)
    _is_whole(vault)
    _is_whole(opened())


def test_an_export_moves_to_another_kind_of_protection(
    opened: Opened, tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault = opened()
    _fill(vault)
    export_to(tmp_path / "export", vault, "another passphrase")
    request.getfixturevalue("memory_keyring")
    monkeypatch.setenv("PENNAME_DATA_DIR", str(tmp_path / "another computer"))
    with open_vault(never_ask) as other:  # type: ignore[union-attr]
        import_from(tmp_path / "export", other, "another passphrase", replace=False)
        _is_whole(other)
    assert protection() is Protection.KEYRING


def test_an_import_replaces_only_when_told_and_leaves_open_sessions(opened: Opened, tmp_path: Path) -> None:
    vault = opened()
    _fill(vault)
    file = tmp_path / "export"
    export_to(file, vault, "another passphrase")
    vault.save(VaultPart.PROFILES, [Item("somebody else")])
    vault.save(VaultPart.HISTORY, [Item("past")])
    vault.journal(SESSION).append(b"went on")
    with pytest.raises(BadInput, match="already profiles and pen names"):
        import_from(file, vault, "another passphrase", replace=False)
    assert vault.load(VaultPart.PROFILES, Item) == (Item("somebody else"),)
    import_from(file, vault, "another passphrase", replace=True)
    assert vault.load(VaultPart.PROFILES, Item) == (Item("me"),)
    assert vault.load(VaultPart.HISTORY, Item) == (Item("past"),)
    assert vault.journal(SESSION).records() == [b"started", b"decided", b"went on"]


def test_what_is_no_export_is_refused_in_a_sentence(opened: Opened, tmp_path: Path) -> None:
    vault = opened()
    _fill(vault)
    file = tmp_path / "export"
    export_to(file, vault, "another passphrase")
    data = file.read_bytes()

    def refused(change: bytes, typed: str = "another passphrase") -> VaultError | BadInput:
        file.write_bytes(change)
        with pytest.raises((VaultError, BadInput)) as caught:
            import_from(file, vault, typed, replace=True)
        return caught.value

    assert isinstance(refused(data, "wrong passphrase"), WrongPassphrase)
    assert isinstance(refused(made_newer(data)), NewerVault)
    assert isinstance(refused(b""), BadInput)
    assert isinstance(refused(b"PK\x03\x04 something else entirely"), BadInput)
    assert isinstance(refused((vault_folder() / "profiles.1").read_bytes()), BadInput)
    for cut in range(1, len(data), 7):
        assert isinstance(refused(data[:-cut]), DamagedVault | BadInput)
    for index in range(0, len(data), 7):
        flipped = data[:index] + bytes([data[index] ^ 1]) + data[index + 1 :]
        assert isinstance(refused(flipped), DamagedVault | BadInput)
    with pytest.raises(BadInput, match="cannot be read"):
        import_from(tmp_path / "nowhere", vault, "another passphrase", replace=True)
    _is_whole(vault)


def test_an_export_writes_over_nothing_and_needs_a_real_passphrase(opened: Opened, tmp_path: Path) -> None:
    vault = opened()
    _fill(vault)
    file = tmp_path / "export"
    with pytest.raises(BadInput, match="at least 8"):
        export_to(file, vault, "short")
    file.write_text("mine")
    with pytest.raises(BadInput, match="exists already"):
        export_to(file, vault, "another passphrase")
    assert file.read_text() == "mine"
    with pytest.raises(VaultError, match="could not save"):
        export_to(tmp_path / "nowhere" / "export", vault, "another passphrase")
