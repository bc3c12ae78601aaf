"""The format of every file of the vault: an authenticated header, then sealed records.

    magic (8 bytes)  version (u16)  header length (u32)  CRC-32 of these and the header (u32)
    header (msgpack)
    record  record  ...

The first line stays the same in every version; the CRC tells a newer version from a flipped bit.

A record is two AES-256-GCM boxes, each nonce (12 random bytes), ciphertext, tag (16 bytes): a head, which
holds the record's kind and the length of its body, and the body. The additional data of both is everything
before the first record, the record's position and which of the two boxes it is, so that no box opens anywhere
but in its place in its file. The length has a box of its own so that a record that was never written to its
end (a killed program) can be told from one that was changed: see `read_appended`.

The key of a file is derived (HKDF-SHA256) from the key that is given and the header's random salt, so each
file, and each state of one, has a key of its own, and random nonces are enough.

A file that is written as a whole ends with a record of its own kind; an appended one (a journal) has none.
"""

import secrets
import struct
import zlib
from collections.abc import Iterable
from typing import NamedTuple

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from penname.vault.errors import NewerVault

VERSION = (
    1  # raise it with any change that an older Penname would lose or misread, of this or of what is kept
)
_MAGIC = b"PENNAME\x00"
_FRONT = struct.Struct(">8sHI")
_CRC = struct.Struct(">I")
_HEAD = struct.Struct(">BI")  # kind, length of the body's box
_NONCE, _TAG = 12, 16
_HEAD_BOX = _NONCE + _HEAD.size + _TAG
_ITEM, _END = 1, 2
_LONGEST_HEADER = 4096


class ScryptCost(msgspec.Struct, frozen=True):
    """How costly it is to try a passphrase (RFC 7914); memory is 128 * n * r bytes."""

    n: int
    r: int
    p: int


class SealedHeader(msgspec.Struct, frozen=True):
    """What a file is: its name in the vault, whose vault, which state of that file, and how its key is
    derived (`scrypt` only where that begins with a passphrase).
    """

    name: str
    vault_id: bytes
    salt: bytes
    generation: int = 0
    scrypt: ScryptCost | None = None


class Damaged(Exception):
    """The bytes are not what was written. Whoever catches it knows which part it was, and says so."""


class Appended(NamedTuple):
    """What stands in an appended file: its records, and where the last whole one ends."""

    records: list[bytes]
    end: int


def new_header(
    name: str, vault_id: bytes, generation: int = 0, scrypt: ScryptCost | None = None
) -> SealedHeader:
    """A header with a fresh salt."""
    return SealedHeader(name, vault_id, secrets.token_bytes(16), generation, scrypt)


class Sealer:
    """Seals and opens the records of one file."""

    def __init__(self, key: bytes, header: SealedHeader) -> None:
        encoded = msgspec.msgpack.encode(header)
        start = _FRONT.pack(_MAGIC, VERSION, len(encoded))
        self.front = start + _crc(start + encoded) + encoded
        derived = HKDF(SHA256(), 32, salt=header.salt, info=b"penname vault file").derive(key)
        self._cipher = AESGCM(derived)

    def item(self, position: int, record: bytes) -> bytes:
        """`record` sealed as number `position`, counted from 0."""
        return self._record(_ITEM, position, record)

    def whole(self, records: Iterable[bytes]) -> bytes:
        """A whole file."""
        items = [self.item(position, record) for position, record in enumerate(records)]
        return b"".join([self.front, *items, self._record(_END, len(items), b"")])

    def read_whole(self, data: bytes) -> list[bytes]:
        """The records of a whole file; raises Damaged when one bit differs or anything is missing."""
        records: list[bytes] = []
        offset = len(self.front)
        while True:
            position = len(records)
            kind, length = self._head(data, offset, position)
            offset += _HEAD_BOX
            body = self._body(data, offset, position, length)
            offset += length
            if kind == _END:
                if offset != len(data):
                    raise Damaged
                return records
            records.append(body)

    def read_appended(self, data: bytes) -> Appended:
        """The records of an appended file, without a last one that was never written to its end.

        Such a record is short, or runs into the zeros of a disk block that was never filled. Everything else
        that does not open raises Damaged.
        """
        records: list[bytes] = []
        offset = len(self.front)
        filled = len(data) if any(data[-_TAG:]) else len(data.rstrip(b"\0"))
        while offset < len(data):
            end = offset + _HEAD_BOX
            try:
                kind, length = self._head(data, offset, len(records))
                if kind != _ITEM:
                    raise Damaged
                end += length
                records.append(self._body(data, offset + _HEAD_BOX, len(records), length))
            except Damaged:
                if end > filled:
                    break
                raise
            offset = end
        return Appended(records, offset)

    def _record(self, kind: int, position: int, record: bytes) -> bytes:
        body = self._seal(record, b"body", position)
        return self._seal(_HEAD.pack(kind, len(body)), b"head", position) + body

    def _head(self, data: bytes, offset: int, position: int) -> tuple[int, int]:
        kind, length = _HEAD.unpack(self._open(data[offset : offset + _HEAD_BOX], b"head", position))
        return kind, length

    def _body(self, data: bytes, offset: int, position: int, length: int) -> bytes:
        return self._open(data[offset : offset + length], b"body", position)

    def _seal(self, plain: bytes, box: bytes, position: int) -> bytes:
        nonce = secrets.token_bytes(_NONCE)
        return nonce + self._cipher.encrypt(nonce, plain, self._bound_to(box, position))

    def _open(self, sealed: bytes, box: bytes, position: int) -> bytes:
        if len(sealed) < _NONCE + _TAG:
            raise Damaged
        try:
            return self._cipher.decrypt(sealed[:_NONCE], sealed[_NONCE:], self._bound_to(box, position))
        except InvalidTag:
            raise Damaged from None

    def _bound_to(self, box: bytes, position: int) -> bytes:
        return self.front + box + position.to_bytes(8, "big")


def read_header(data: bytes) -> SealedHeader:
    """What a file says it is, before any of it is authenticated.

    Raises Damaged for what is no file of the vault, NewerVault for one of a newer format.
    """
    if len(data) < _FRONT.size + _CRC.size:
        raise Damaged
    magic, version, length = _FRONT.unpack_from(data)
    start, rest = data[: _FRONT.size], data[_FRONT.size :]
    encoded = rest[_CRC.size : _CRC.size + length]
    if magic != _MAGIC or length > _LONGEST_HEADER or rest[: _CRC.size] != _crc(start + encoded):
        raise Damaged
    if version > VERSION:
        raise NewerVault
    try:
        return msgspec.msgpack.decode(encoded, type=SealedHeader)
    except msgspec.MsgspecError:
        raise Damaged from None


def _crc(data: bytes) -> bytes:
    return _CRC.pack(zlib.crc32(data))


def sealer_for(key: bytes, data: bytes) -> tuple[SealedHeader, Sealer]:
    """The header of an existing file and what opens its records; raises like `read_header`."""
    header = read_header(data)
    sealer = Sealer(key, header)
    if not data.startswith(sealer.front):  # the same header, written in another way
        raise Damaged
    return header, sealer
