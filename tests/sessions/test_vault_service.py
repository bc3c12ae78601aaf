"""What is kept between starts: with a passphrase, with a keyring, with neither; and forgotten."""

import keyring
import pytest

from penname.domain.cancellation import Cancellation
from penname.domain.errors import BadInput
from penname.domain.events import Started
from penname.domain.goal import Goal
from penname.domain.profile import Profile
from penname.domain.session import Session
from penname.methods.registry import RATIONAL
from penname.sessions.driver import SessionDriver
from penname.sessions.vault_service import VaultService, VaultState
from penname.vault import passphrase, system_keyring
from penname.vault.errors import VaultBusy, WrongPassphrase
from penname.vault.opening import vault_folder
from penname.vault.sealing import ScryptCost
from scripted import ScriptedRoles
from vault.vaults import PASSPHRASE, MemoryKeyring

PROFILE = Profile("me", (("age", "34"),))


@pytest.fixture(autouse=True)
def cheap_scrypt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passphrase, "COST", ScryptCost(16, 8, 1))


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def service(said: list[str]) -> VaultService:
    return VaultService(said.append)


def test_without_a_keyring_nothing_is_kept_and_nothing_is_written(service: VaultService) -> None:
    assert service.open() is VaultState.NOTHING
    assert service.store is None
    assert service.drafts() == service.profiles() == ()
    service.put_away("0" * 16)
    service.save_profile(PROFILE)
    assert not [path for path in vault_folder().rglob("*") if path.is_file() and path.name != "lock"]


def test_a_passphrase_opens_it_again_and_a_wrong_one_does_not(service: VaultService, said: list[str]) -> None:
    with pytest.raises(BadInput):
        service.open("short")
    assert service.open(PASSPHRASE) is VaultState.OPEN
    service.save_profile(PROFILE)
    service.close()
    assert service.profiles() == ()
    again = VaultService(said.append)
    assert again.open() is VaultState.LOCKED
    with pytest.raises(WrongPassphrase):
        again.open("not this one, surely")
    assert again.open(PASSPHRASE) is VaultState.OPEN
    assert again.profiles() == (PROFILE,)
    with pytest.raises(VaultBusy):
        VaultService(said.append).open(PASSPHRASE)
    again.close()


def test_a_usable_keyring_needs_no_question(service: VaultService, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system_keyring, "_TRUSTED", (MemoryKeyring.__module__,))
    before = keyring.get_keyring()
    keyring.set_keyring(MemoryKeyring())
    try:
        assert VaultService(print).open(create=False) is VaultState.NOTHING
        assert service.open() is VaultState.OPEN
        service.close()
        assert service.open() is VaultState.OPEN
        service.close()
    finally:
        keyring.set_keyring(before)


def test_a_session_left_open_is_a_draft_until_it_is_closed(service: VaultService, said: list[str]) -> None:
    service.open(PASSPHRASE)
    started = Started("I am 34.", Goal(("age",), frozenset({"age"})), "rational", "scripted")
    driver = SessionDriver(Session([started]), RATIONAL, ScriptedRoles({}), Cancellation(), service.store)
    assert driver.kept
    service.close()
    again = VaultService(said.append)
    again.open(PASSPHRASE)
    assert [draft.session_id for draft in again.drafts()] == [driver.session_id]
    again.put_away(driver.session_id)
    assert again.drafts() == ()
    again.close()


def test_forgetting_leaves_nothing_that_opens(service: VaultService, said: list[str]) -> None:
    service.open(PASSPHRASE)
    service.save_profile(PROFILE)
    service.forget()
    assert service.store is None
    assert service.open() is VaultState.NOTHING
    assert VaultService(said.append).open(PASSPHRASE) is VaultState.OPEN  # a new one
    assert service.profiles() == ()
