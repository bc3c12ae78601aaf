"""Addresses of crypto currencies: their checksums, and other addresses of the same kind.

Base58Check (Bitcoin and its kin), Bech32 and Bech32m (BIP 173, BIP 350), Ethereum's capitals (EIP-55).
Keccak-256 is written out: hashlib has none, and the packages that do (pycryptodome, eth-hash on top of it)
bring three megabytes of native code.
"""

import hashlib
import random
import re

from stdnum.bitcoin import b58decode, bech32_checksum
from stdnum.exceptions import ValidationError

_B58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_B32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
_VERSIONS = frozenset({0x00, 0x05, 0x1E, 0x16, 0x30, 0x32, 0x41})  # Bitcoin, Dogecoin, Litecoin, Tron
_BECH32, _BECH32M = 1, 0x2BC830A3


def is_base58_address(address: str) -> bool:
    """Whether it decodes to a known version byte, 20 bytes of hash, and their checksum."""
    try:
        data = b58decode(address)
    except (ValueError, ValidationError):
        return False
    return len(data) == 25 and data[0] in _VERSIONS and _double_hash(data[:21]) == data[21:]


def is_bech32_address(address: str) -> bool:
    """Whether its checksum is that of Bech32 or Bech32m and its witness version fits."""
    part, data = _split(address.lower())
    constant = bech32_checksum(_expand(part) + data)
    return len(data) > 6 and constant == (_BECH32 if data[0] == 0 else _BECH32M)


def is_ethereum_address(address: str) -> bool:
    """Whether its capitals are those of EIP-55; an address in one case only has no checksum."""
    digits = address[2:]
    return digits in (digits.lower(), digits.upper()) or address == _with_capitals(digits.lower())


def another_address(address: str, chance: random.Random) -> str:
    """A random valid address of the same kind, version and length."""
    if address.startswith("0x"):
        digits = "".join(chance.choice("0123456789abcdef") for _ in range(40))
        old = address[2:]
        if old == old.lower():
            return "0x" + digits
        return "0x" + digits.upper() if old == old.upper() else _with_capitals(digits)
    if re.match(r"(?:bc|ltc|tb)1", address, re.IGNORECASE):
        return _another_bech32(address, chance)
    while True:
        data = bytes([b58decode(address)[0]]) + chance.randbytes(20)
        other = _b58encode(data + _double_hash(data))
        if len(other) == len(address):
            return other


def _another_bech32(address: str, chance: random.Random) -> str:
    part, data = _split(address.lower())
    # The last symbol of the program also holds padding bits, which must stay as they are.
    program = [chance.randrange(32) for _ in data[1:-7]] + data[-7:-6]
    body = [data[0], *program]
    constant = _BECH32 if data[0] == 0 else _BECH32M
    rest = bech32_checksum(_expand(part) + body + [0] * 6) ^ constant
    check = [(rest >> 5 * (5 - place)) & 31 for place in range(6)]
    other = part + "1" + "".join(_B32[value] for value in body + check)
    return other.upper() if address.isupper() else other


def _split(address: str) -> tuple[str, list[int]]:
    part, _, data = address.rpartition("1")
    return part, [_B32.index(character) for character in data]


def _expand(part: str) -> list[int]:
    return [ord(c) >> 5 for c in part] + [0] + [ord(c) & 31 for c in part]


def _b58encode(data: bytes) -> str:
    number, encoded = int.from_bytes(data), ""
    while number:
        number, digit = divmod(number, 58)
        encoded = _B58[digit] + encoded
    return "1" * (len(data) - len(data.lstrip(b"\0"))) + encoded


def _double_hash(data: bytes) -> bytes:
    return hashlib.sha256(hashlib.sha256(data).digest()).digest()[:4]


def _with_capitals(digits: str) -> str:
    marks = keccak_256(digits.encode()).hex()
    return "0x" + "".join(d.upper() if int(m, 16) >= 8 else d for d, m in zip(digits, marks, strict=False))


def keccak_256(data: bytes) -> bytes:
    """Keccak-256 as Ethereum uses it: SHA-3 (FIPS 202) with the padding from before the standard."""
    rate = 136
    padded = data + b"\1" + b"\0" * (-(len(data) + 1) % rate)
    padded = padded[:-1] + bytes([padded[-1] | 0x80])
    lanes = [[0] * 5 for _ in range(5)]
    for block in range(0, len(padded), rate):
        for i in range(rate // 8):
            lanes[i % 5][i // 5] ^= int.from_bytes(padded[block + 8 * i : block + 8 * i + 8], "little")
        _permute(lanes)
    return b"".join(lanes[i % 5][i // 5].to_bytes(8, "little") for i in range(4))


def _permute(a: list[list[int]]) -> None:
    """Keccak-f[1600] (FIPS 202, section 3.3): theta, rho and pi, chi, iota, 24 times."""
    register = 1
    for _ in range(24):
        c = [a[x][0] ^ a[x][1] ^ a[x][2] ^ a[x][3] ^ a[x][4] for x in range(5)]
        d = [c[(x + 4) % 5] ^ _turned(c[(x + 1) % 5], 1) for x in range(5)]
        for x in range(5):
            for y in range(5):
                a[x][y] ^= d[x]
        x, y, current = 1, 0, a[1][0]
        for t in range(24):
            x, y = y, (2 * x + 3 * y) % 5
            current, a[x][y] = a[x][y], _turned(current, (t + 1) * (t + 2) // 2)
        for y in range(5):
            row = [a[x][y] for x in range(5)]
            for x in range(5):
                a[x][y] = row[x] ^ (~row[(x + 1) % 5] & row[(x + 2) % 5])
        for j in range(7):
            register = ((register << 1) ^ ((register >> 7) * 0x71)) % 256
            if register & 2:
                a[0][0] ^= 1 << ((1 << j) - 1)


def _turned(value: int, places: int) -> int:
    places %= 64
    return ((value << places) | (value >> (64 - places))) & ((1 << 64) - 1)
