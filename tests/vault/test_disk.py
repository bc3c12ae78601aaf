"""A disk that refuses: a clear sentence, what was kept before stays, and later saves work."""

import errno
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from penname.vault.errors import VaultError
from penname.vault.opening import open_vault, vault_folder
from penname.vault.vault import Vault, VaultPart
from vault.vaults import Item, give_passphrase

SESSION = "0123456789abcdef"
_TESTS = Path(__file__).parent.parent


@pytest.fixture
def anybodys_folder() -> Iterator[Path]:
    """A folder that other users can reach, which pytest's own is not."""
    folder = Path(tempfile.mkdtemp(prefix="penname-test-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@pytest.mark.parametrize(
    ("how", "why", "refused"), [("full", "the disk is full", 4), ("read-only", "you may not write there", 3)]
)
def test_the_system_refuses_to_write(anybodys_folder: Path, how: str, why: str, refused: int) -> None:
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join([str(_TESTS), str(_TESTS.parent / "app")]),
        "PENNAME_DATA_DIR": str(anybodys_folder),
    }
    script = str(_TESTS / "vault" / "refused_child.py")
    done = subprocess.run([sys.executable, script, how], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    *sentences, left = done.stdout.splitlines()
    assert len(sentences) == refused
    assert all(why in sentence and "is as it was" in sentence for sentence in sentences), sentences
    events = [b"before", b"after"] if how == "full" else [b"before"]
    assert left == f"{((Item('before'),), ())} {events} {{}}"


@pytest.mark.parametrize("call", ["write", "fsync", "replace", "open"])
@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EIO, errno.EDQUOT])
def test_any_call_may_fail_at_any_time(
    opened: Callable[[], Vault], monkeypatch: pytest.MonkeyPatch, call: str, number: int
) -> None:
    """The first failing call is the first, the second, ... of a save: then the state before stands, or this
    one where the part itself was written already."""
    vault = opened()
    vault.save(VaultPart.PROFILES, [Item("state", 0)])
    vault.journal(SESSION).append(b"event 0")
    states, events = [0], [b"event 0"]
    for failing in range(8):
        for save in ("part", "journal"):
            with monkeypatch.context() as patch:
                _fail_from(patch, call, failing, number)
                try:
                    if save == "part":
                        vault.save(VaultPart.PROFILES, [Item("state", failing + 1)])
                    else:
                        vault.journal(SESSION).append(b"event %d" % (failing + 1))
                    failed = False
                except VaultError:
                    failed = True
            if save == "part":
                (item,) = vault.load(VaultPart.PROFILES, Item)
                assert item.number in ((states[-1], failing + 1) if failed else (failing + 1,))
                states.append(item.number)
            else:
                events += [] if failed else [b"event %d" % (failing + 1)]
                assert vault.journal(SESSION).records() == events
    vault = opened()
    assert (vault.check(), vault.cautions) == ({}, ())
    assert vault.load(VaultPart.PROFILES, Item)[0].number == states[-1] == 8
    assert vault.journal(SESSION).records() == events
    assert events[-1] == b"event 8"
    assert not list(vault_folder().rglob("*.new"))


def _fail_from(patch: pytest.MonkeyPatch, call: str, nth: int, number: int) -> None:
    real = getattr(os, call)
    calls = iter(range(10_000))

    def fail_later(*arguments: object, **named: object) -> object:
        if next(calls) >= nth:
            raise OSError(number, os.strerror(number))
        return real(*arguments, **named)

    patch.setattr(os, call, fail_later)


def test_a_vault_on_a_full_disk_is_not_made(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        _fail_from(patch, "fsync", 0, errno.ENOSPC)
        with pytest.raises(VaultError, match="the disk is full"):
            open_vault(give_passphrase)
    vault = open_vault(give_passphrase)
    assert vault is not None
    vault.close()


def test_a_session_can_be_removed_from_a_full_disk(
    opened: Callable[[], Vault], monkeypatch: pytest.MonkeyPatch
) -> None:
    vault = opened()
    vault.journal(SESSION).append(b"event")
    with monkeypatch.context() as patch:
        _fail_from(patch, "write", 0, errno.ENOSPC)
        vault.remove_session(SESSION)
    assert vault.sessions() == ()


def test_the_folder_may_not_be_a_link(opened: Callable[[], Vault], tmp_path: Path) -> None:
    opened().close()
    elsewhere = tmp_path / "elsewhere"
    shutil.move(vault_folder(), elsewhere)
    vault_folder().symlink_to(elsewhere)
    with pytest.raises(VaultError):
        open_vault(give_passphrase)
