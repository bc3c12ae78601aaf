"""A real gnome-keyring on a D-Bus session of its own, a locked one, and none at all."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import keyring
import keyring.backend
import keyring.backends.fail
import keyring.backends.null
import pytest
from keyring.backends.chainer import ChainerBackend

from penname.vault import system_keyring
from vault.vaults import MemoryKeyring

_TESTS = Path(__file__).parent.parent
_DAEMON = 'printf %s "pass word" | gnome-keyring-daemon --unlock --components=secrets >&2 && exec "$@"'

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the Secret Service is Linux's")


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    """An environment without the user's own keyring and session."""
    folders = {name: tmp_path / name for name in ("HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR")}
    for folder in folders.values():
        folder.mkdir(mode=0o700)
    mine = {name: value for name, value in os.environ.items() if name in ("PATH", "LANG")}
    return (
        mine
        | {name: str(folder) for name, folder in folders.items()}
        | {name: value for name, value in os.environ.items() if name.startswith("PENNAME_")}
        | {"PYTHONPATH": os.pathsep.join([str(_TESTS), str(_TESTS.parent / "app")])}
    )


def _seen(home: dict[str, str], *arguments: str, before: tuple[str, ...] = ()) -> dict[str, Any]:
    script = str(_TESTS / "vault" / "keyring_child.py")
    done = subprocess.run(
        [*before, sys.executable, script, *arguments], env=home, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    seen: dict[str, Any] = json.loads(done.stdout)
    return seen


def test_a_real_keyring_keeps_the_key_and_gives_it_up(home: dict[str, str], own_folders: Path) -> None:
    seen = _seen(home, before=("dbus-run-session", "--", "sh", "-c", _DAEMON, "sh"))
    assert seen == {
        "usable": True,
        "read": "quetzalcoatl",
        "protection": "keyring",
        "asked": [],
        "forgotten": "none",
        "copy": seen["copy"],
    }
    assert "does not have the key" in seen["copy"]
    stored = list(Path(home["XDG_DATA_HOME"], "keyrings").glob("*.keyring"))
    assert stored
    for path in [*stored, *own_folders.rglob("*")]:
        assert path.is_dir() or b"quetzalcoatl" not in path.read_bytes()


def test_a_keyring_that_was_locked_is_a_sentence(home: dict[str, str]) -> None:
    seen = _seen(home, "lock", before=("dbus-run-session", "--", "sh", "-c", _DAEMON, "sh"))
    assert seen["protection"] == "keyring"
    assert seen["asked"] == []
    assert "Unlock it" in seen["refused"]


@pytest.mark.parametrize(
    "before", [(), ("dbus-run-session", "--")], ids=["no bus", "a bus, but nobody to unlock"]
)
def test_without_a_keyring_a_passphrase_is_asked_for(home: dict[str, str], before: tuple[str, ...]) -> None:
    seen = _seen(home, before=before)
    assert (seen["usable"], seen["protection"], seen["read"]) == (False, "passphrase", "quetzalcoatl")
    assert seen["asked"] == [True, False]
    assert seen["forgotten"] == "none"
    assert "device key" in seen["copy"]


class _PlainFile(MemoryKeyring):
    """A keyring by an add-on that Penname does not know."""


class _Chain(ChainerBackend):
    """Several keyrings in a row, as `keyring` puts them when it finds more than one."""

    priority = 0  # type: ignore[assignment]
    backends = ()  # type: ignore[assignment]

    def __init__(self, *backends: keyring.backend.KeyringBackend) -> None:
        super().__init__()
        self.backends = backends  # type: ignore[assignment]


@pytest.mark.parametrize(
    ("backend", "usable"),
    [
        (keyring.backends.null.Keyring(), False),
        (keyring.backends.fail.Keyring(), False),
        (_PlainFile(), False),
        (_Chain(), False),
        (_Chain(_PlainFile(), keyring.backends.null.Keyring()), False),
        (_Chain(_PlainFile(), MemoryKeyring()), True),
        (MemoryKeyring(), True),
    ],
)
def test_only_keyrings_that_are_known_to_encrypt_count(
    memory_keyring: MemoryKeyring, backend: keyring.backend.KeyringBackend, usable: bool
) -> None:
    keyring.set_keyring(backend)
    assert system_keyring.is_usable() is usable


def test_a_keyring_that_does_not_open_does_not_count(memory_keyring: MemoryKeyring) -> None:
    memory_keyring.broken = True
    assert not system_keyring.is_usable()
