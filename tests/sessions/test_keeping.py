"""What is kept between starts: with a passphrase, with a keyring, with neither; and forgotten."""

import keyring
import pytest

from penname.domain.cancellation import Cancellation
from penname.domain.errors import BadInput
from penname.domain.events import Started
from penname.domain.goal import Goal
from penname.domain.profile import Profile
from penname.methods.rational import anonymize
from penname.sessions.driver import SessionDriver
from penname.sessions.keeping import Keeping, Kept
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
def keeping(said: list[str]) -> Keeping:
    return Keeping(said.append)


def test_without_a_keyring_nothing_is_kept_and_nothing_is_written(keeping: Keeping) -> None:
    assert keeping.open() is Kept.NOTHING
    assert keeping.store is None
    assert keeping.drafts() == keeping.profiles() == ()
    keeping.put_away("0" * 16)
    keeping.save_profile(PROFILE)
    assert not [path for path in vault_folder().rglob("*") if path.is_file() and path.name != "lock"]


def test_a_passphrase_opens_it_again_and_a_wrong_one_does_not(keeping: Keeping, said: list[str]) -> None:
    with pytest.raises(BadInput):
        keeping.open("short")
    assert keeping.open(PASSPHRASE) is Kept.OPEN
    keeping.save_profile(PROFILE)
    keeping.close()
    assert keeping.profiles() == ()
    again = Keeping(said.append)
    assert again.open() is Kept.LOCKED
    with pytest.raises(WrongPassphrase):
        again.open("not this one, surely")
    assert again.open(PASSPHRASE) is Kept.OPEN
    assert again.profiles() == (PROFILE,)
    with pytest.raises(VaultBusy):
        Keeping(said.append).open(PASSPHRASE)
    again.close()


def test_a_usable_keyring_needs_no_question(keeping: Keeping, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system_keyring, "_TRUSTED", (MemoryKeyring.__module__,))
    before = keyring.get_keyring()
    keyring.set_keyring(MemoryKeyring())
    try:
        assert Keeping(print).open(create=False) is Kept.NOTHING
        assert keeping.open() is Kept.OPEN
        keeping.close()
        assert keeping.open() is Kept.OPEN
        keeping.close()
    finally:
        keyring.set_keyring(before)


def test_a_session_left_open_is_a_draft_until_it_is_closed(keeping: Keeping, said: list[str]) -> None:
    keeping.open(PASSPHRASE)
    started = Started("I am 34.", Goal(("age",), frozenset({"age"})), "rational", "scripted")
    driver = SessionDriver.start(started, anonymize, ScriptedRoles({}), Cancellation(), keeping.store)
    assert driver.kept
    keeping.close()
    again = Keeping(said.append)
    again.open(PASSPHRASE)
    assert [draft.session_id for draft in again.drafts()] == [driver.session_id]
    again.put_away(driver.session_id)
    assert again.drafts() == ()
    again.close()


def test_forgetting_leaves_nothing_that_opens(keeping: Keeping, said: list[str]) -> None:
    keeping.open(PASSPHRASE)
    keeping.save_profile(PROFILE)
    keeping.forget()
    assert keeping.store is None
    assert keeping.open() is Kept.NOTHING
    assert Keeping(said.append).open(PASSPHRASE) is Kept.OPEN  # a new one
    assert keeping.profiles() == ()
