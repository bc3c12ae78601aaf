"""The file format: what was written comes back; anything else does not open."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from penname.vault.errors import NewerVault
from penname.vault.sealing import Damaged, Sealer, new_header, read_header, sealer_for
from vault.vaults import made_newer

KEY, OTHER_KEY = bytes(range(32)), bytes(range(1, 33))
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


def test_another_key_opens_nothing() -> None:
    with pytest.raises(Damaged):
        _read(_whole([b"mine"]), OTHER_KEY)


def test_a_newer_format_is_told_from_damage() -> None:
    data = _whole([b"mine"])
    with pytest.raises(NewerVault, match="update Penname"):
        read_header(made_newer(data))
    for byte in (8, 9):
        with pytest.raises(Damaged):
            read_header(_flipped(data, byte))


def _flipped(data: bytes, index: int) -> bytes:
    return data[:index] + bytes([data[index] ^ 1]) + data[index + 1 :]
