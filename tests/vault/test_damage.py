"""Whatever happens to a file of the vault is noticed, and costs no other part."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from penname.vault.errors import DamagedVault, VaultError
from penname.vault.opening import open_vault, vault_folder
from penname.vault.vault import Vault, VaultPart
from vault.vaults import Item, MemoryKeyring, give_passphrase, never_ask

SESSION, OTHER_SESSION = "0123456789abcdef", "fedcba9876543210"
STATES = {part: ([Item("before")], [Item("last", 1), Item("last", 2)]) for part in list(VaultPart)[:2]}
EVENTS = [b"started", b"", b"decided"]


def _fill(vault: Vault) -> None:
    for part, states in STATES.items():
        for state in states:
            vault.save(part, state)
    for session in (SESSION, OTHER_SESSION):
        for event in EVENTS:
            vault.journal(session).append(event)


@pytest.fixture
def whole(memory_keyring: MemoryKeyring) -> Iterator[Callable[[], Vault]]:
    """A vault with two states of each file, closed; opens it, after which it is as it was again."""
    with _open() as vault:
        _fill(vault)
    saved = vault_folder().with_name("saved")
    shutil.copytree(vault_folder(), saved)
    opened: list[Vault] = []

    def put_back() -> None:
        for one in opened:
            one.close()
        opened.clear()
        shutil.rmtree(vault_folder())
        shutil.copytree(saved, vault_folder())

    def open_it() -> Vault:
        vault = _open()
        opened.append(vault)
        return vault

    open_it.put_back = put_back  # type: ignore[attr-defined]
    yield open_it
    put_back()


def _open() -> Vault:
    vault = open_vault(never_ask)
    assert vault is not None
    return vault


def _names() -> list[str]:
    folder = vault_folder()
    return sorted(
        str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file() and path.stat().st_size
    )


def _read(vault: Vault) -> dict[str, object]:
    """What opens, by part and session; an error stands for itself."""
    read: dict[str, object] = {}
    for part in STATES:
        try:
            read[part] = list(vault.load(part, Item))
        except VaultError as error:
            read[part] = error
    for session in (SESSION, OTHER_SESSION):
        try:
            read[session] = vault.journal(session).records()
        except VaultError as error:
            read[session] = error
    return read


WHOLE = {part: last for part, (_, last) in STATES.items()} | dict.fromkeys((SESSION, OTHER_SESSION), EVENTS)
# Which file holds what counts now, and which the spare state.
LAST = {"profiles.0": VaultPart.PROFILES, "pen-names.0": VaultPart.PEN_NAMES} | {
    f"sessions/{session}": session for session in (SESSION, OTHER_SESSION)
}
SPARE = {"profiles.1": VaultPart.PROFILES, "pen-names.1": VaultPart.PEN_NAMES}


def _hurt(name: str, change: Callable[[bytes], bytes]) -> None:
    path = vault_folder() / name
    path.write_bytes(change(path.read_bytes()))


def _is_noticed(name: str, vault: Vault) -> None:
    """The hurt file's part is refused if the file counted, else the damage is told; all else is read."""
    read, wrong = _read(vault), vault.check()
    hit = LAST.get(name)
    assert {key: value for key, value in read.items() if key != hit} == {
        key: value for key, value in WHOLE.items() if key != hit
    }
    if hit is not None:
        assert isinstance(read[hit], DamagedVault), read[hit]
        assert set(wrong) == {hit}
    elif name in SPARE:
        assert set(wrong) == {SPARE[name]}
    elif name.startswith("index"):
        assert vault.cautions
    else:
        assert name in ("key", "key.copy")
        assert (vault_folder() / "key").read_bytes() == (vault_folder() / "key.copy").read_bytes()


def test_the_vault_of_these_tests_is_whole(whole: Callable[[], Vault]) -> None:
    vault = whole()
    assert _read(vault) == WHOLE
    assert (vault.check(), vault.cautions) == ({}, ())
    files = {*LAST, *SPARE, "key", "key.copy", "index.0", "index.1"}
    assert set(_names()) == files


@pytest.mark.parametrize(
    "step", [11, pytest.param(1, marks=pytest.mark.soak("every byte of a vault, flipped"))]
)
def test_a_flipped_byte_anywhere_is_noticed(whole: Callable[[], Vault], step: int) -> None:
    for name in _names():
        for index in range(0, (vault_folder() / name).stat().st_size, step):
            _hurt(name, lambda data, at=index: data[:at] + bytes([data[at] ^ 0x10]) + data[at + 1 :])  # type: ignore[misc]
            try:
                _is_noticed(name, whole())
            except AssertionError as error:
                raise AssertionError(f"byte {index} of {name}") from error
            whole.put_back()  # type: ignore[attr-defined]


@pytest.mark.parametrize("kept", [0.0, 0.3, 0.6, 0.99])
def test_a_cut_file_is_noticed(whole: Callable[[], Vault], kept: float) -> None:
    for name in _names():
        _hurt(name, lambda data: data[: int(len(data) * kept)])
        _is_noticed(name, whole())
        whole.put_back()  # type: ignore[attr-defined]


def test_a_missing_file_is_noticed(whole: Callable[[], Vault]) -> None:
    for name in sorted({*LAST, "key", "key.copy"}):
        (vault_folder() / name).unlink()
        vault = whole()
        if name.startswith("sessions"):
            assert len(vault.cautions) == 1
            assert _read(vault) == WHOLE | {LAST[name]: []}
        else:
            _is_noticed(name, vault)
        whole.put_back()  # type: ignore[attr-defined]


def test_exchanged_files_are_noticed(whole: Callable[[], Vault]) -> None:
    names = [*LAST, *SPARE]
    for one in names:
        for other in names:
            if one >= other:
                continue
            folder = vault_folder()
            first, second = (folder / one).read_bytes(), (folder / other).read_bytes()
            (folder / one).write_bytes(second)
            (folder / other).write_bytes(first)
            read = _read(whole())
            hit = {LAST[name] for name in (one, other) if name in LAST}
            assert {key for key, value in read.items() if isinstance(value, DamagedVault)} >= hit
            assert {key: value for key, value in read.items() if not isinstance(value, Exception)} == {
                key: value for key, value in WHOLE.items() if not isinstance(read[key], Exception)
            }
            whole.put_back()  # type: ignore[attr-defined]


def test_a_part_put_back_from_an_older_state_is_noticed(whole: Callable[[], Vault]) -> None:
    older = {name: (vault_folder() / name).read_bytes() for name in ("profiles.0", "profiles.1")}
    vault = whole()
    vault.save(VaultPart.PROFILES, [Item("newer")])
    vault.close()
    for name, data in older.items():
        (vault_folder() / name).write_bytes(data)
    vault = whole()
    with pytest.raises(DamagedVault, match="older"):
        vault.load(VaultPart.PROFILES, Item)
    with pytest.raises(DamagedVault):
        vault.save(VaultPart.PROFILES, [])  # nothing is written over what can still be restored
    vault.restore(VaultPart.PROFILES)
    assert vault.load(VaultPart.PROFILES, Item) == tuple(STATES[VaultPart.PROFILES][1])


def test_a_journal_put_back_from_an_older_state_is_noticed(whole: Callable[[], Vault]) -> None:
    path = vault_folder() / "sessions" / SESSION
    older = path.read_bytes()
    vault = whole()
    vault.journal(SESSION).append(b"newer")
    vault.close()
    path.write_bytes(older)
    with pytest.raises(DamagedVault, match="left as it is"):
        whole().journal(SESSION)
    assert path.read_bytes() == older


def test_a_missing_index_is_noticed_and_made_anew(whole: Callable[[], Vault]) -> None:
    for name in ("index.0", "index.1"):
        (vault_folder() / name).unlink()
    vault = whole()
    assert "older state cannot be told" in vault.cautions[0]
    assert _read(vault) == WHOLE
    vault.save(VaultPart.PROFILES, [Item("newer")])
    vault.close()
    assert whole().cautions == ()


def test_files_of_another_vault_are_noticed(
    whole: Callable[[], Vault], memory_keyring: MemoryKeyring, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = vault_folder()
    monkeypatch.setenv("PENNAME_DATA_DIR", str(tmp_path / "other"))
    with _open() as other:
        _fill(other)
    theirs = vault_folder()
    monkeypatch.setenv("PENNAME_DATA_DIR", str(mine.parent))
    for name in (*LAST, *SPARE, "index.0", "index.1"):
        shutil.copy(theirs / name, mine / name)
        _is_noticed(name, whole())
        whole.put_back()  # type: ignore[attr-defined]


def test_a_damaged_part_is_restored_to_the_state_before(whole: Callable[[], Vault]) -> None:
    for damage in (
        lambda data: data[:-1],
        lambda data: b"",
        lambda data: data[:9] + b"\xff" * 60 + data[69:],
    ):
        _hurt("pen-names.0", damage)
        vault = whole()
        with pytest.raises(DamagedVault, match="penname vault restore pen-names"):
            vault.load(VaultPart.PEN_NAMES, Item)
        vault.restore(VaultPart.PEN_NAMES)
        assert vault.load(VaultPart.PEN_NAMES, Item) == tuple(STATES[VaultPart.PEN_NAMES][0])
        vault.save(VaultPart.PEN_NAMES, [Item("after")])
        vault.close()
        vault = whole()
        assert vault.load(VaultPart.PEN_NAMES, Item) == (Item("after"),)
        assert (vault.check(), vault.cautions) == ({}, ())
        whole.put_back()  # type: ignore[attr-defined]


def test_a_part_of_which_nothing_opens_begins_anew(whole: Callable[[], Vault]) -> None:
    for name in ("profiles.0", "profiles.1"):
        _hurt(name, lambda data: data[:40])
    vault = whole()
    with pytest.raises(DamagedVault):
        vault.load(VaultPart.PROFILES, Item)
    vault.restore(VaultPart.PROFILES)
    assert vault.load(VaultPart.PROFILES, Item) == ()
    assert vault.check() == {}


def test_restoring_a_whole_part_changes_nothing(whole: Callable[[], Vault]) -> None:
    before = {name: (vault_folder() / name).read_bytes() for name in _names()}
    whole().restore(VaultPart.PROFILES)
    assert {name: (vault_folder() / name).read_bytes() for name in _names()} == before


def test_a_damaged_session_can_be_removed(whole: Callable[[], Vault]) -> None:
    _hurt(f"sessions/{SESSION}", lambda data: data[:50] + b"!" + data[51:])
    vault = whole()
    vault.remove_session(SESSION)
    assert [one.session_id for one in vault.sessions()] == [OTHER_SESSION]


def test_a_flipped_byte_in_a_vault_with_a_passphrase(opened: Callable[[], Vault]) -> None:
    """Damage to the key file is not taken for a wrong passphrase, and one copy of it is enough."""
    opened().close()
    folder = vault_folder()
    sound = (folder / "key").read_bytes()
    for index in range(0, len(sound), 5):
        flipped = sound[:index] + bytes([sound[index] ^ 1]) + sound[index + 1 :]
        (folder / "key").write_bytes(flipped)
        opened().close()
        assert (folder / "key").read_bytes() == sound
        for name in ("key", "key.copy"):
            (folder / name).write_bytes(flipped)
        with pytest.raises(VaultError) as refused:
            open_vault(give_passphrase)
        assert "is wrong" not in str(refused.value)
        for name in ("key", "key.copy"):
            (folder / name).write_bytes(sound)
