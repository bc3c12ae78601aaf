"""Wallets of crypto currencies, by the checksum in their address: Base58Check, Bech32, EIP-55."""

import re
from collections.abc import Iterator

from penname.pseudonyms.crypto_addresses import is_base58_address, is_bech32_address, is_ethereum_address
from penname.pseudonyms.entities import Entity, Finder, Kind

_BASE58 = re.compile(r"(?<!\w)[13LMD9AT][1-9A-HJ-NP-Za-km-z]{25,34}(?!\w)")
_BECH32 = re.compile(
    r"(?<!\w)(?:bc|ltc|tb)1[02-9ac-hj-np-z]{8,87}(?!\w)|(?<!\w)(?:BC|LTC|TB)1[02-9AC-HJ-NP-Z]{8,87}(?!\w)"
)
_ETHEREUM = re.compile(r"(?<!\w)0x[0-9a-fA-F]{40}(?!\w)")


def find(text: str) -> Iterator[Entity]:
    """The wallet addresses of `text`."""
    for pattern, is_valid in (
        (_BASE58, is_base58_address),
        (_BECH32, is_bech32_address),
        (_ETHEREUM, is_ethereum_address),
    ):
        for match in pattern.finditer(text):
            if is_valid(match.group()):
                yield Entity(match.start(), match.end(), Kind.WALLET, match.group(), Finder.PATTERN)
