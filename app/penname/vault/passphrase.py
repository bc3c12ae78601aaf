"""From a passphrase to a key: scrypt (RFC 7914), costly enough that guessing is slow."""

import unicodedata

from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from penname.domain.errors import BadInput
from penname.vault.errors import VaultError
from penname.vault.sealing import Damaged, ScryptCost

COST = ScryptCost(n=2**17, r=8, p=1)  # 128 MiB and some tenths of a second; OWASP's advice of 2023
SHORTEST = 8
_MOST_MEMORY = 2**30


def check_new_passphrase(passphrase: str) -> None:
    """Raises BadInput for one that is too short to protect anything."""
    if len(passphrase.strip()) < SHORTEST:
        raise BadInput(
            f"A passphrase needs at least {SHORTEST} characters; four or five random words are best."
        )


def stretched(passphrase: str, salt: bytes, cost: ScryptCost) -> bytes:
    """32 bytes. The same passphrase typed on another keyboard gives the same ones (Unicode NFC).

    Raises Damaged for a cost that Penname never asks for, VaultError where the memory is lacking.
    """
    if not (
        1 < cost.n <= 2**20
        and cost.n & (cost.n - 1) == 0
        and 1 <= cost.r <= 32
        and 1 <= cost.p <= 16
        and 128 * cost.n * cost.r <= _MOST_MEMORY
    ):
        raise Damaged
    typed = unicodedata.normalize("NFC", passphrase).encode("utf-8", "surrogatepass")
    try:
        return Scrypt(salt=salt, length=32, n=cost.n, r=cost.r, p=cost.p).derive(typed)
    except MemoryError as error:
        raise VaultError(
            "There is not enough free memory to check the passphrase. Close other programs and try again."
        ) from error
