"""One part of the vault: two files that take turns, each holding a whole state, the newer one counting."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from penname.vault import files
from penname.vault.sealing import Damaged, Sealer, new_header, read_header, sealer_for


class PartState(NamedTuple):
    """A state of a part: how many there were before it, and its records. Generation 0: never saved."""

    generation: int
    records: list[bytes]
    other_is_damaged: bool = False  # the file that is not needed for this state does not open


class _Slot(NamedTuple):
    """One of the two files; `records` is None when it does not open, `generation` then what it claims."""

    generation: int
    records: list[bytes] | None


class PartFile:
    """Reads and writes the two files of one part. A save replaces the older of the two."""

    def __init__(self, folder: Path, name: str, vault_id: bytes, key: bytes) -> None:
        self._folder = folder
        self._name = name
        self._vault_id = vault_id
        self._key = key

    def newest(self, known: int = 0) -> PartState:
        """The last state that was saved, which is not older than generation `known`.

        Raises Damaged when it does not open, is missing or was put back from an older one; NewerVault;
        VaultError when the disk does not give it.
        """
        slots = self._slots()
        best = _best(slots)
        if not slots and not known:
            return best
        damaged = [slot for slot in slots if slot.records is None]
        if best.generation < max(known, 1) or any(slot.generation > best.generation for slot in damaged):
            raise Damaged
        return best._replace(other_is_damaged=bool(damaged))

    def newest_sound(self) -> PartState:
        """The newest state that opens, however old; generation 0 when none does."""
        return _best(self._slots())

    def write(self, generation: int, records: Sequence[bytes]) -> None:
        """Save a state; raises VaultError, and the two last states stand."""
        header = new_header(self._name, self._vault_id, generation)
        files.replace(self._path(generation), Sealer(self._key, header).whole(records))

    def remove_damaged(self) -> None:
        """Remove what does not open; raises VaultError."""
        for number in (0, 1):
            slot = self._slot(number)
            if slot is not None and slot.records is None:
                files.remove(self._path(number))

    def _slots(self) -> list[_Slot]:
        return [slot for slot in map(self._slot, (0, 1)) if slot is not None]

    def _slot(self, number: int) -> _Slot | None:
        data = files.read(self._path(number))
        if data is None:
            return None
        claimed = 0
        try:
            claimed = read_header(data).generation
            header, sealer = sealer_for(self._key, data)
            if (header.name, header.vault_id) != (self._name, self._vault_id) or claimed % 2 != number:
                raise Damaged
            return _Slot(claimed, sealer.read_whole(data))
        except Damaged:
            return _Slot(claimed, None)

    def _path(self, generation: int) -> Path:
        return self._folder / f"{self._name}.{generation % 2}"


def _best(slots: list[_Slot]) -> PartState:
    sound = [PartState(slot.generation, slot.records) for slot in slots if slot.records is not None]
    return max(sound, key=lambda state: state.generation, default=PartState(0, []))
