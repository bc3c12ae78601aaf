"""Wallets of crypto currencies, by the checksum in their address: Base58Check, Bech32, EIP-55."""

import random
import re
from collections.abc import Iterator

from penname.pseudonyms.crypto_addresses import (
    another_address,
    is_base58_address,
    is_bech32_address,
    is_ethereum_address,
)
from penname.pseudonyms.entities import Kind
from penname.pseudonyms.kinds import IdentifierKind
from penname.pseudonyms.surrogates.layout import refilled

_BASE58 = re.compile(r"(?<!\w)[13LMD9AT][1-9A-HJ-NP-Za-km-z]{25,34}(?!\w)")
_BECH32 = re.compile(
    r"(?<!\w)(?:bc|ltc|tb)1[02-9ac-hj-np-z]{8,87}(?!\w)|(?<!\w)(?:BC|LTC|TB)1[02-9AC-HJ-NP-Z]{8,87}(?!\w)"
)
_ETHEREUM = re.compile(r"(?<!\w)0x[0-9a-fA-F]{40}(?!\w)")


def find(text: str) -> Iterator[tuple[int, int]]:
    """The wallet addresses of `text`."""
    for pattern, is_valid in (
        (_BASE58, is_base58_address),
        (_BECH32, is_bech32_address),
        (_ETHEREUM, is_ethereum_address),
    ):
        for match in pattern.finditer(text):
            if is_valid(match.group()):
                yield match.span()


def _another(written: str, chance: random.Random, _text: str) -> str:
    if (0, len(written)) in find(written):
        return another_address(written, chance)
    return refilled(written, chance)


KIND = IdentifierKind(
    Kind("wallet"),
    rank=30,
    label="Crypto wallet",
    find=find,
    another=_another,
    examples=("‹bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq›",),
    lookalikes=("1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3", "commit 9fceb02d0ae598e95dc970b74767f19372d61af8"),
    is_address=True,
    is_spelled=True,
)
