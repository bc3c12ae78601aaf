"""The file format: what was written comes back; anything else does not open."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from penname.vault.errors import NewerVault
from penname.vault.sealing import (
    Damaged,
    ScryptCost,
    SealedHeader,
    Sealer,
    new_header,
    read_header,
    sealer_for,
)
from vault.vaults import made_newer

KEY, OTHER_KEY = bytes(range(32)), bytes(range(1, 33))
# What version 1 wrote with this key: the records b"one" and b"", as a whole file and as a journal.
OLD_FILE = bytes.fromhex(
    "50454e4e414d450000010000005f855b5ed085a46e616d65a970656e2d6e616d6573a87661756c745f6964c410767676"
    "76767676767676767676767676a473616c74c41073737373737373737373737373737373aa67656e65726174696f6e07"
    "a673637279707483a16e10a17208a1700176b14cd4480e66fc0dad6f942a91cbc6a9f699f1b6dc9baaceb298429ff885"
    "fdc51d3c54b8ca4fc794d2e1e3e4f99bf4b5f95d981fff360eea501b55aeb34b05795b82689e6741c37f14839e6ab804"
    "c955106492fee2378d8898756bbf9b3d2d329ec15609c2dec487eaeeb21b89dff4678b3e0cc0d09c72e591d57fdc6ae3"
    "5ad5c8ce88a6087372b931f9ff25d1af1b1d6479fad7b40e5e2a3c92d6fdcea1879f821d7b6786156e673cc72248694f"
    "17dfa455fd98bfbb986bfb"
)
OLD_JOURNAL = bytes.fromhex(
    "50454e4e414d450000010000005475c6e15985a46e616d65a773657373696f6ea87661756c745f6964c4107676767676"
    "7676767676767676767676a473616c74c41073737373737373737373737373737373aa67656e65726174696f6e00a673"
    "6372797074c05d9d3fedea3e0370396bd91e0c04e56e93ef5ce70b8e11718c3e13086a970ad46d3c40ccafe1d85147ab"
    "603aac0ec198e802fe3dec5a600f9ab8b4cd4e21bdc1fc1bfc8d898869106091b92d7bcb69a6f04be445ac782097b67c"
    "23e0f7f6ccb33c3418e9134109a076519f6acde3b27c4ad11652691ec4684d9988e09d"
)
RECORDS = st.lists(st.binary(max_size=40), max_size=5)


def _whole(records: list[bytes], name: str = "pen-names", generation: int = 1, key: bytes = KEY) -> bytes:
    return Sealer(key, new_header(name, b"v" * 16, generation)).whole(records)


def _read(data: bytes, key: bytes = KEY) -> list[bytes]:
    return sealer_for(key, data)[1].read_whole(data)


def _appended(records: list[bytes]) -> tuple[Sealer, list[bytes]]:
    """A journal, in its pieces: the front, then each record."""
    sealer = Sealer(KEY, new_header("session", b"v" * 16))
    return sealer, [sealer.front, *(sealer.item(position, one) for position, one in enumerate(records))]


@given(RECORDS)
def test_records_come_back(records: list[bytes]) -> None:
    assert _read(_whole(records)) == records
    sealer, pieces = _appended(records)
    data = b"".join(pieces)
    assert sealer.read_appended(data) == (records, len(data))


@given(st.lists(st.binary(min_size=6, max_size=40), min_size=1, max_size=5))
def test_nothing_of_a_record_can_be_seen(records: list[bytes]) -> None:
    data = _whole(records).split(b"pen-names", 1)[1]
    assert not any(record in data for record in records)
    assert _whole(records) != data  # nor whether two states are the same


@given(RECORDS, st.data())
def test_any_changed_byte_is_refused(records: list[bytes], data: st.DataObject) -> None:
    whole = bytearray(_whole(records))
    whole[data.draw(st.integers(0, len(whole) - 1))] ^= data.draw(st.integers(1, 255))
    with pytest.raises(Damaged):
        _read(bytes(whole))


def test_each_byte_counts() -> None:
    """Each byte of a file, of a journal and of what stands before its records, one after the other."""
    whole = _whole([b"one", b"two"])
    sealer, pieces = _appended([b"one", b"two"])
    journal = b"".join(pieces)
    for index in range(len(whole)):
        with pytest.raises(Damaged):
            _read(_flipped(whole, index))
    for index in range(len(sealer.front), len(journal)):
        with pytest.raises(Damaged):
            sealer.read_appended(_flipped(journal, index))
    for index in range(len(sealer.front)):
        flipped = _flipped(journal, index)
        with pytest.raises(Damaged):
            _read(flipped)


@given(RECORDS, st.data())
def test_a_cut_or_lengthened_file_is_refused(records: list[bytes], data: st.DataObject) -> None:
    whole = _whole(records)
    with pytest.raises(Damaged):
        _read(whole[: data.draw(st.integers(0, len(whole) - 1))])
    with pytest.raises(Damaged):
        _read(whole + data.draw(st.binary(min_size=1, max_size=9)))


@given(st.lists(st.binary(max_size=40), min_size=1, max_size=5), st.data())
def test_a_cut_journal_gives_the_records_that_are_whole(records: list[bytes], data: st.DataObject) -> None:
    sealer, pieces = _appended(records)
    journal = b"".join(pieces)
    cut = data.draw(st.integers(len(sealer.front), len(journal)))
    zeros = data.draw(st.integers(0, 300))  # blocks that the disk promised and never filled
    left = journal[:cut] + bytes(zeros)
    found = sealer.read_appended(left)
    # nonces are random: what was cut off may begin with zeros, too
    cut = next(
        (at for at, (a, b) in enumerate(zip(left, journal, strict=False)) if a != b),
        min(len(left), len(journal)),
    )
    whole = 0
    while sum(map(len, pieces[: whole + 2])) <= cut and whole < len(records):
        whole += 1
    assert found.records == records[:whole]
    assert found.end == sum(map(len, pieces[: whole + 1]))


@given(st.lists(st.binary(max_size=40), min_size=2, max_size=5), st.randoms())
def test_records_in_another_order_or_twice_are_refused(records: list[bytes], random: object) -> None:
    sealer, (front, *items) = _appended(records)
    for other in (items[::-1], items[1:], [items[0], items[0]], [*items, items[-1]]):
        with pytest.raises(Damaged):
            sealer.read_appended(b"".join([front, *other]))


def test_records_of_another_file_or_state_are_refused() -> None:
    """A record is bound to its file's name, generation, vault and salt."""
    mine = _whole([b"mine"])
    header = sealer_for(KEY, mine)[0]
    front = len(Sealer(KEY, header).front)
    for change in (
        {"name": "pronouns!"},
        {"generation": 2},
        {"vault_id": b"w" * 16},
        {"salt": bytes(16)},
    ):
        other = Sealer(KEY, msgspec.structs.replace(header, **change)).whole([b"other"])
        assert len(other) == len(mine) + 1
        for mixed in (mine[:front] + other[front:], other[:front] + mine[front:]):
            with pytest.raises(Damaged):
                _read(mixed)


def test_what_was_kept_long_ago_still_opens() -> None:
    """Bytes on a disk outlive the program: no change may make version 1 unreadable under its own number."""
    header, sealer = sealer_for(KEY, OLD_FILE)
    assert header == SealedHeader("pen-names", b"v" * 16, b"s" * 16, 7, ScryptCost(16, 8, 1))
    assert sealer.read_whole(OLD_FILE) == [b"one", b""]
    assert sealer_for(KEY, OLD_JOURNAL)[1].read_appended(OLD_JOURNAL) == ([b"one", b""], len(OLD_JOURNAL))


def test_a_journal_is_no_whole_file_and_a_whole_file_no_journal() -> None:
    sealer, pieces = _appended([b"one"])
    with pytest.raises(Damaged):
        sealer.read_whole(b"".join(pieces))
    with pytest.raises(Damaged):
        sealer.read_appended(sealer.whole([b"one"]))


def test_a_changed_record_is_no_unfinished_one() -> None:
    """Only zeros of a block that was never filled are forgiven, not those that a box happens to end in."""
    sealer, _ = _appended([])
    record = next(item for item in iter(lambda: sealer.item(0, b"one"), None) if item.endswith(b"\0"))
    for index in range(len(record)):
        with pytest.raises(Damaged):
            sealer.read_appended(sealer.front + _flipped(record, index))
    with pytest.raises(Damaged):
        sealer.read_appended(sealer.front + _flipped(record, 0) + bytes(300))


def test_another_key_opens_nothing() -> None:
    with pytest.raises(Damaged):
        _read(_whole([b"mine"]), OTHER_KEY)


def test_a_header_has_a_salt_of_its_own_and_says_how_a_passphrase_was_stretched() -> None:
    cost = ScryptCost(16, 8, 1)
    one, other = (new_header("key", b"v" * 16, 3, cost) for _ in range(2))
    assert len(one.salt) == 16
    assert one.salt != other.salt
    sealer = Sealer(KEY, one)
    assert read_header(sealer.front) == SealedHeader("key", b"v" * 16, one.salt, 3, cost)


def test_a_newer_format_is_told_from_damage() -> None:
    data = _whole([b"mine"])
    with pytest.raises(NewerVault, match="update Penname"):
        read_header(made_newer(data))
    for byte in (8, 9):
        with pytest.raises(Damaged):
            read_header(_flipped(data, byte))
    with pytest.raises(NewerVault):
        read_header(made_newer(data, 0xFFFF))


def test_a_header_is_at_most_4096_bytes_long() -> None:
    """Nothing is authenticated before it is read, so its length is not believed."""

    def front(length: int) -> bytes:
        shorter = len(msgspec.msgpack.encode(SealedHeader("n" * 3000, b"v" * 16, b"s" * 16))) - 3000
        return Sealer(KEY, SealedHeader("n" * (length - shorter), b"v" * 16, b"s" * 16)).front

    assert read_header(front(4096)).name.startswith("nnn")
    with pytest.raises(Damaged):
        read_header(front(4097))


def _flipped(data: bytes, index: int) -> bytes:
    return data[:index] + bytes([data[index] ^ 1]) + data[index + 1 :]
