"""Everything in the vault as one file that opens anywhere with its own passphrase, and back."""

from hashlib import sha256
from pathlib import Path

import msgspec

from penname.domain.errors import BadInput
from penname.settings import write_private
from penname.vault import files, passphrase
from penname.vault.errors import DamagedVault, VaultError, WrongPassphrase
from penname.vault.sealing import Damaged, Sealer, new_header, read_header, sealer_for
from penname.vault.vault import Vault, VaultPart

_NAME = "export"
_CHECKSUM = 32


class _Exported(msgspec.Struct, frozen=True):
    """A part, or the journal of a session: its name and its records."""

    kind: str  # "part" or "session"
    name: str
    records: tuple[bytes, ...]


def export_to(path: Path, vault: Vault, typed: str) -> None:
    """Write everything to a new file, sealed by the passphrase `typed`.

    Raises BadInput for a short passphrase and a file that exists, VaultError when something in the vault
    does not open or the disk does not take the file.
    """
    passphrase.check_new_passphrase(typed)
    if path.exists():
        raise BadInput(f"{path} exists already. Give the export a name of its own.")
    exported = [
        _Exported("part", part, tuple(records)) for part in VaultPart if (records := vault.records(part))
    ]
    exported += [
        _Exported("session", one.session_id, tuple(vault.journal(one.session_id).records()))
        for one in vault.sessions()
    ]
    header = new_header(_NAME, b"", scrypt=passphrase.COST)
    lock = passphrase.stretched(typed, header.salt, passphrase.COST)
    sealed = Sealer(lock, header).whole(map(msgspec.msgpack.encode, exported))
    with files.plain_words(path.absolute().parent, "save"):
        write_private(path, sealed + sha256(sealed).digest())


def import_from(path: Path, vault: Vault, typed: str, *, replace: bool) -> None:
    """Put what an export holds into `vault`: its parts in place of the vault's, its sessions beside them.

    A session that the vault has already stays as it is there. Raises BadInput when `path` is no export, and
    when the vault holds something in one of the parts unless `replace` is set; WrongPassphrase,
    DamagedVault, NewerVault, VaultError. Nothing is changed before the whole export has been read.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror or 'unknown reason'}.") from error
    exported = _read(path, data, typed)
    parts = {VaultPart(one.name): one.records for one in exported if one.kind == "part"}
    taken = [part.words for part in parts if vault.records(part)]
    if taken and not replace:
        raise BadInput(
            f"There are already {' and '.join(taken)} on this computer. Nothing was changed. To put those of "
            "the export in their place: penname vault import --replace"
        )
    here = {one.session_id for one in vault.sessions()}
    for part, records in parts.items():
        vault.replace_records(part, records)
    for one in exported:
        if one.kind == "session" and one.name not in here:
            journal = vault.journal(one.name)
            for record in one.records:
                journal.append(record)


def _read(path: Path, data: bytes, typed: str) -> list[_Exported]:
    sealed = data[:-_CHECKSUM]
    try:
        header = read_header(data)
        if header.name != _NAME or header.scrypt is None:
            raise BadInput(f"{path} is not an export of Penname.")
        if sha256(sealed).digest() != data[-_CHECKSUM:]:
            raise DamagedVault(f"{path} is damaged or was not copied to its end. Nothing was changed.")
        lock = passphrase.stretched(typed, header.salt, header.scrypt)
    except Damaged:
        raise BadInput(f"{path} is not an export of Penname, or its beginning is damaged.") from None
    try:
        records = sealer_for(lock, sealed)[1].read_whole(sealed)
    except Damaged:
        raise WrongPassphrase from None
    try:
        return [msgspec.msgpack.decode(record, type=_Exported) for record in records]
    except msgspec.MsgspecError as error:
        raise VaultError(f"{path} has a form that this Penname does not know. Please update it.") from error
