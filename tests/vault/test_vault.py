"""The open vault: parts, journals, two states, one writer; what is noticed when files are changed."""

import multiprocessing
import os
import stat
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from penname.vault import passphrase
from penname.vault.errors import DamagedVault, NewerVault, VaultBusy, VaultError, WrongPassphrase
from penname.vault.opening import Protection, open_vault, protection, vault_folder
from penname.vault.part_file import PartFile
from penname.vault.sealing import Damaged, ScryptCost
from penname.vault.vault import Vault, VaultPart
from vault.vaults import Item, MemoryKeyring, give_passphrase, made_newer, never_ask

SESSION, OTHER_SESSION = "0123456789abcdef", "fedcba9876543210"
Opened = Callable[[], Vault]


def test_parts_come_back_and_are_apart(opened: Opened) -> None:
    vault = opened()
    assert vault.load(VaultPart.PEN_NAMES, Item) == ()
    vault.save(VaultPart.PEN_NAMES, [Item("Wren", 1), Item("Rook")])
    vault.save(VaultPart.PROFILES, [Item("me")])
    vault.save(VaultPart.PSEUDONYMS, [])
    vault = opened()
    assert vault.load(VaultPart.PEN_NAMES, Item) == (Item("Wren", 1), Item("Rook"))
    assert vault.load(VaultPart.PROFILES, Item) == (Item("me"),)
    assert vault.load(VaultPart.PSEUDONYMS, Item) == vault.load(VaultPart.HISTORY, Item) == ()
    assert vault.check() == {}
    assert vault.cautions == ()


def test_what_another_form_holds_is_refused_and_kept(opened: Opened) -> None:
    vault = opened()
    vault.save(VaultPart.PROFILES, [Item("me")])
    with pytest.raises(VaultError, match="update Penname"):
        vault.load(VaultPart.PROFILES, int)
    assert vault.load(VaultPart.PROFILES, Item) == (Item("me"),)


@given(st.lists(st.lists(st.text(max_size=5), max_size=3), min_size=1, max_size=6))
def test_the_last_state_counts(tmp_path_factory: pytest.TempPathFactory, states: list[list[str]]) -> None:
    part = PartFile(tmp_path_factory.mktemp("vault"), "profiles", b"v" * 16, bytes(32))
    for generation, names in enumerate(states, 1):
        part.write(generation, [name.encode() for name in names])
        newest = part.newest(known=generation)
        assert newest == (generation, [name.encode() for name in names], False)
    with pytest.raises(Damaged):
        part.newest(known=len(states) + 1)


def test_journals_come_back_and_are_apart(opened: Opened) -> None:
    vault = opened()
    assert vault.sessions() == ()
    for number in range(5):
        vault.journal(SESSION).append(b"event %d" % number)
    vault.journal(OTHER_SESSION).append(b"")
    vault = opened()
    assert vault.journal(SESSION).records() == [b"event %d" % number for number in range(5)]
    vault.journal(SESSION).append(b"event 5")
    assert vault.journal(SESSION).records()[-1] == b"event 5"
    assert vault.journal(OTHER_SESSION).records() == [b""]
    assert {one.session_id for one in vault.sessions()} == {SESSION, OTHER_SESSION}
    vault.remove_session(SESSION)
    assert [one.session_id for one in vault.sessions()] == [OTHER_SESSION]
    vault = opened()
    assert [one.session_id for one in vault.sessions()] == [OTHER_SESSION]
    assert vault.cautions == ()


def test_a_session_is_named_by_its_id_only(opened: Opened) -> None:
    for name in ("../../etc/passwd", "0123456789ABCDEF", "", SESSION + "0"):
        with pytest.raises(ValueError, match="session id"):
            opened().journal(name)


def test_a_record_that_was_not_written_to_its_end_is_dropped(opened: Opened) -> None:
    vault = opened()
    vault.journal(SESSION).append(b"kept")
    _end_without_closing(vault)
    path = vault_folder() / "sessions" / SESSION
    whole = path.read_bytes()
    path.write_bytes(whole + os.urandom(20))
    vault = opened()
    assert vault.journal(SESSION).records() == [b"kept"]
    vault.journal(SESSION).append(b"after")
    assert opened().journal(SESSION).records() == [b"kept", b"after"]


def test_files_are_for_their_owner_alone(opened: Opened) -> None:
    vault = opened()
    vault.save(VaultPart.PROFILES, [Item("me")])
    vault.journal(SESSION).append(b"event")
    for path in [vault.folder, *vault.folder.rglob("*")]:
        mode = stat.S_IMODE(path.stat().st_mode)
        assert mode == (0o700 if path.is_dir() else 0o600), path
    vault.close()
    vault.folder.chmod(0o755)
    opened()
    assert stat.S_IMODE(vault.folder.stat().st_mode) == 0o700


def test_what_is_kept_cannot_be_seen_in_the_files(opened: Opened) -> None:
    vault = opened()
    vault.save(VaultPart.PROFILES, [Item("quetzalcoatl")])
    vault.journal(SESSION).append(b"quetzalcoatl")
    vault.close()
    for path in _files():
        assert b"quetzalcoatl" not in path.read_bytes()


def test_one_writer_at_a_time_and_any_readers(opened: Opened) -> None:
    vault = opened()
    vault.save(VaultPart.PROFILES, [Item("me")])
    with pytest.raises(VaultBusy, match="open in another Penname"):
        open_vault(give_passphrase)
    reader = open_vault(give_passphrase, write=False)
    assert reader is not None
    assert reader.load(VaultPart.PROFILES, Item) == (Item("me"),)
    with pytest.raises(VaultError, match="reading only"):
        reader.save(VaultPart.PROFILES, [])
    vault.save(VaultPart.PROFILES, [Item("you")])
    vault.save(VaultPart.PROFILES, [Item("they")])
    assert reader.load(VaultPart.PROFILES, Item) == (Item("they"),)


def _try_to_open(answer: "multiprocessing.connection.Connection[str, str]") -> None:
    passphrase.COST = ScryptCost(16, 8, 1)
    try:
        open_vault(give_passphrase)
        answer.send("opened")
    except VaultBusy:
        answer.send("busy")


def test_another_process_is_kept_out_until_the_vault_is_closed(opened: Opened) -> None:
    vault = opened()

    def in_another_process() -> str:
        context = multiprocessing.get_context("spawn")
        mine, its = context.Pipe()
        child = context.Process(target=_try_to_open, args=(its,))
        child.start()
        answer: str = mine.recv()
        child.join()
        child.close()
        mine.close()
        its.close()
        return answer

    assert in_another_process() == "busy"
    vault.close()
    assert in_another_process() == "opened"


def test_a_closed_vault_takes_nothing(opened: Opened) -> None:
    vault = opened()
    journal = vault.journal(SESSION)
    journal.append(b"event")
    vault.close()
    vault.close()
    with pytest.raises(VaultError, match="Nothing was"):
        journal.append(b"late")
    with pytest.raises(VaultError, match="Nothing was"):
        vault.save(VaultPart.PROFILES, [])


def test_many_threads_may_save_at_once(opened: Opened) -> None:
    vault = opened()

    def work(number: int) -> None:
        for event in range(20):
            vault.journal(f"{number:016x}").append(b"%d" % event)
            vault.save(VaultPart.HISTORY, [Item("state", event)])

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    vault = opened()
    assert vault.load(VaultPart.HISTORY, Item) == (Item("state", 19),)
    for number in range(4):
        assert vault.journal(f"{number:016x}").records() == [b"%d" % event for event in range(20)]


def test_a_wrong_passphrase_and_a_right_one(opened: Opened) -> None:
    opened().close()
    assert protection() is Protection.PASSPHRASE
    with pytest.raises(WrongPassphrase, match="is wrong"):
        open_vault(lambda *, new: "wrong horse battery")
    assert open_vault(lambda *, new: None) is None
    opened()


def test_the_same_passphrase_typed_on_another_keyboard_opens(opened: Opened) -> None:
    made = open_vault(lambda *, new: "caf\u00e9 au lait")
    assert made is not None
    made.close()
    again = open_vault(lambda *, new: "cafe\u0301 au lait")
    assert again is not None
    again.close()


def test_declining_a_passphrase_keeps_nothing() -> None:
    assert open_vault(lambda *, new: None) is None
    assert protection() is Protection.NONE
    assert [path.name for path in _files()] == ["lock"]


def test_without_a_vault_reading_makes_none() -> None:
    assert open_vault(never_ask, create=False) is None
    assert open_vault(never_ask, write=False) is None
    assert not vault_folder().exists()


def test_the_keyring_opens_without_a_question(memory_keyring: MemoryKeyring) -> None:
    with _with_keyring() as vault:
        vault.save(VaultPart.PROFILES, [Item("me")])
    assert protection() is Protection.KEYRING
    with _with_keyring() as vault:
        assert vault.load(VaultPart.PROFILES, Item) == (Item("me"),)
    memory_keyring.broken = True
    with pytest.raises(VaultError, match="Unlock it"):
        open_vault(never_ask)
    memory_keyring.broken = False
    memory_keyring.secrets.clear()
    with pytest.raises(VaultError, match="does not have the key"):
        open_vault(never_ask)


def test_a_newer_vault_is_refused_and_left_alone(opened: Opened) -> None:
    vault = opened()
    vault.save(VaultPart.PROFILES, [Item("me")])
    vault.save(VaultPart.PEN_NAMES, [Item("Wren")])
    vault.journal(SESSION).append(b"event")
    vault.close()
    folder = vault_folder()
    for path in (folder / "profiles.1", folder / "sessions" / SESSION):
        path.write_bytes(made_newer(path.read_bytes()))
    before = {path: path.read_bytes() for path in _files()}
    vault = opened()
    assert vault.load(VaultPart.PEN_NAMES, Item) == (Item("Wren"),)
    for use in (
        lambda: vault.load(VaultPart.PROFILES, Item),
        lambda: vault.save(VaultPart.PROFILES, []),
        lambda: vault.restore(VaultPart.PROFILES),
        lambda: vault.journal(SESSION),
    ):
        with pytest.raises(NewerVault, match="update Penname"):
            use()
    vault.close()
    assert {path: path.read_bytes() for path in _files()} == before
    for path in (folder / "key", folder / "key.copy"):
        path.write_bytes(made_newer(path.read_bytes()))
    with pytest.raises(NewerVault):
        open_vault(give_passphrase)


def test_parts_left_without_their_key_are_not_written_over(opened: Opened) -> None:
    vault = opened()
    vault.save(VaultPart.PROFILES, [Item("me")])
    vault.close()
    for name in ("key", "key.copy"):
        (vault_folder() / name).unlink()
    with pytest.raises(DamagedVault, match="key file is missing"):
        open_vault(give_passphrase)
    assert (vault_folder() / "profiles.1").exists()


def _with_keyring() -> Vault:
    vault = open_vault(never_ask)
    assert vault is not None
    return vault


def _end_without_closing(vault: Vault) -> None:
    """As a killed program does: the lock is free and nothing was noted."""
    assert vault._lock is not None
    vault._lock.release()
    vault._lock = None


def _files() -> list[Path]:
    return sorted(path for path in vault_folder().rglob("*") if path.is_file())
