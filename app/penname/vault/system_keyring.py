"""The desktop's own key store, as far as it is one: what holds keys in plain sight is not used.

Any call may show the system's unlock dialog and wait for the user, so none belongs on the window's thread.
"""

import secrets
from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from typing import TYPE_CHECKING

from penname.vault.errors import VaultLocked

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

_SERVICE = "penname"
# Only stores that the system encrypts and locks. `keyring` also offers ones that keep nothing (null, fail)
# and, by add-ons, plain files.
_TRUSTED = (
    "keyring.backends.SecretService",
    "keyring.backends.libsecret",
    "keyring.backends.kwallet",
    "keyring.backends.macOS",
    "keyring.backends.Windows",
)
_UNREACHABLE = (
    "The system's keyring, which holds the key to what Penname keeps, cannot be used now. "
    "Unlock it and try again. Nothing was changed."
)


def is_usable() -> bool:
    """Whether there is a keyring here that keeps secrets and opens."""
    backend = _backend()
    if backend is None:
        return False
    try:
        backend.get_password(_SERVICE, "is anybody there?")
    except Exception:  # what a backend raises when its service misbehaves is its own business
        return False
    return True


def store_new_key(vault_id: bytes) -> bytes:
    """Make a key of 32 bytes and store it for a vault; raises VaultLocked unless it can be read back."""
    key = secrets.token_bytes(32)
    store_secret(_name(vault_id), b64encode(key).decode())
    return key


def fetch_key(vault_id: bytes) -> bytes | None:
    """The stored key, None when the keyring has none; raises VaultLocked when it does not open."""
    stored = fetch_secret(_name(vault_id))
    try:
        return None if stored is None else b64decode(stored, validate=True)
    except NotBase64:
        return None


def destroy_key(vault_id: bytes) -> None:
    """Delete the key; raises VaultLocked unless the keyring says that it is gone."""
    destroy_secret(_name(vault_id))


def store_secret(name: str, secret: str) -> None:
    """Store a secret under a name; raises VaultLocked unless it can be read back."""
    backend = _needed()
    try:
        backend.set_password(_SERVICE, name, secret)
    except Exception as error:
        raise VaultLocked(_UNREACHABLE) from error
    if fetch_secret(name) != secret:
        raise VaultLocked(_UNREACHABLE)


def fetch_secret(name: str) -> str | None:
    """What is stored under a name, None when nothing is; raises VaultLocked when the keyring stays shut."""
    try:
        return _needed().get_password(_SERVICE, name)
    except VaultLocked:
        raise
    except Exception as error:
        raise VaultLocked(_UNREACHABLE) from error


def destroy_secret(name: str) -> None:
    """Delete what is stored under a name; raises VaultLocked unless the keyring says that it is gone."""
    if fetch_secret(name) is None:
        return
    try:
        _needed().delete_password(_SERVICE, name)
    except Exception as error:
        raise VaultLocked(_UNREACHABLE) from error
    if fetch_secret(name) is not None:
        raise VaultLocked(_UNREACHABLE)


def _name(vault_id: bytes) -> str:
    return f"vault {vault_id.hex()}"


def _needed() -> "KeyringBackend":
    backend = _backend()
    if backend is None:
        raise VaultLocked(_UNREACHABLE)
    return backend


def _backend() -> "KeyringBackend | None":
    """The first trusted backend of what `keyring` chose."""
    import keyring  # looks through all installed packages: not before the first frame
    from keyring.backends.chainer import ChainerBackend

    try:
        chosen = keyring.get_keyring()
        candidates = chosen.backends if isinstance(chosen, ChainerBackend) else [chosen]
        return next((one for one in candidates if type(one).__module__ in _TRUSTED), None)
    except Exception:  # a broken add-on or D-Bus
        return None
