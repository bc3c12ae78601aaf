"""What the tests of the vault keep in it, and how they open it."""

import zlib

import keyring
import msgspec
from keyring.backend import KeyringBackend

from penname.vault.sealing import VERSION

PASSPHRASE = "correct horse battery"


class Item(msgspec.Struct, frozen=True):
    """What another room might keep."""

    name: str
    number: int = 0


class MemoryKeyring(KeyringBackend):
    """Trusted by the tests alone; `broken` makes every call fail, as a locked keyring does."""

    priority = 1.0  # type: ignore[assignment]

    def __init__(self) -> None:
        super().__init__()
        self.secrets: dict[tuple[str, str], str] = {}
        self.broken = False

    def get_password(self, service: str, username: str) -> str | None:
        self._check()
        return self.secrets.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self._check()
        self.secrets[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        self._check()
        del self.secrets[service, username]

    def _check(self) -> None:
        if self.broken:
            raise keyring.errors.KeyringLocked("locked")


def give_passphrase(*, new: bool) -> str:
    """Answers as the user of the tests does."""
    return PASSPHRASE


def never_ask(*, new: bool) -> str:
    """Fails a test in which nobody should be asked."""
    raise AssertionError("asked for a passphrase")


def made_newer(data: bytes, version: int = VERSION + 1) -> bytes:
    """A file of the vault, as a newer Penname would mark it."""
    length = int.from_bytes(data[10:14], "big")
    start = data[:8] + version.to_bytes(2, "big") + data[10:14]
    header = data[18 : 18 + length]
    return start + zlib.crc32(start + header).to_bytes(4, "big") + data[18:]
