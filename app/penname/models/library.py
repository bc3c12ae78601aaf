"""The models on this computer that Penname can use: its own, imported ones, those of other programs."""

import contextlib
from enum import StrEnum
from pathlib import Path

import msgspec

from penname import locations
from penname.domain.errors import ModelFileError
from penname.models.catalog import CatalogEntry, catalog, entry_named
from penname.models.errors import NotOurs
from penname.models.fingerprints import forget_file, remember_file
from penname.models.header import GgufHeader, read_header
from penname.models.starter import starter_files
from penname.settings import write_private

_FOLDER = "models"  # of the data folder
_RECORD = ".json"
UNVERIFIED = ".unverified"  # a download whose content was not compared with what the hub states yet


class ModelOrigin(StrEnum):
    """Where a model came from."""

    SHIPPED = "comes with Penname"
    DOWNLOADED = "downloaded"
    IMPORTED = "imported"
    OTHER_PROGRAM = "of another program"


class InstalledModel(msgspec.Struct, frozen=True, kw_only=True):
    """A model that can be chosen now. `name` is what `Settings.model` and `--model` take.

    `size` is in bytes, `sha256` what the file's should be, where that is known. `program` names the program
    that an OTHER_PROGRAM model belongs to. `removable` says whether `remove` takes it away: only what Penname
    put there.
    """

    name: str
    title: str
    path: str
    size: int
    origin: ModelOrigin
    program: str = ""
    entry: CatalogEntry | None = None
    sha256: str | None = None
    removable: bool = False


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """What is kept beside a model of ours, as NAME.json.

    `path` is absolute for a file used where it is, else a name in the same folder.
    """

    name: str
    title: str
    path: str
    size: int
    origin: ModelOrigin
    sha256: str | None = None
    source: str = ""


def models_folder() -> Path:
    """Where Penname keeps the models it downloaded or copied; made if it is missing. Raises OSError."""
    folder = locations.data_dir() / _FOLDER
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def installed() -> tuple[InstalledModel, ...]:
    """What came with Penname, then what was downloaded or imported and is still there. Reads no model file.

    Raises ModelFileError when Penname's own list is damaged.
    """
    found = [_shipped(entry) for entry in catalog() if entry.repo is None]
    found += filter(None, map(_brought_along, catalog()))
    found += [model for record in _records() if (model := _installed(record)) is not None]
    return tuple(found)


def installed_named(name: str) -> InstalledModel | None:
    """The installed model of that name, None when there is none; raises like `installed`."""
    return next((model for model in installed() if model.name == name), None)


def keep_record(record: Record) -> InstalledModel:
    """Make a model known whose file is in place and verified. Raises OSError."""
    remember_file(file_of(record), record.sha256)
    write_private(_record_path(record.name), msgspec.json.encode(record))
    model = _installed(record)
    assert model is not None
    return model


def remove(name: str) -> None:
    """Delete a model that Penname downloaded or copied, or forget one it uses where it is.

    Also deletes what an unfinished download of it left. Raises NotOurs for a model that is not Penname's to
    delete, ModelFileError when there is no such model or its file cannot be deleted.
    """
    record = next((record for record in _records() if record.name == name), None)
    if record is None:
        entry = entry_named(name)
        if entry is not None and entry.repo is None:
            raise NotOurs(f"The {entry.title} is part of Penname and stays.")
        if discard_partial(name):
            return
        if Path(name).is_file():
            raise NotOurs(f"“{Path(name).name}” does not belong to Penname, so Penname does not delete it.")
        raise ModelFileError(f"There is no model called “{name}” among those that Penname keeps.")
    try:
        if not Path(record.path).is_absolute():
            file_of(record).unlink(missing_ok=True)
        forget_file(file_of(record), record.sha256)
        _record_path(name).unlink(missing_ok=True)
    except OSError as error:
        raise ModelFileError(
            f"{record.title} could not be deleted ({error.strerror or 'unknown reason'}). "
            "Close other programs that use it and try again."
        ) from error
    discard_partial(name)


def partial_bytes(name: str) -> int:
    """How much of an unfinished download of this model is kept, in bytes; 0 when there is none."""
    with contextlib.suppress(OSError):
        return partial_path(name).stat().st_size
    return 0


def discard_partial(name: str) -> bool:
    """Delete what an unfinished download left; whether there was anything. Raises ModelFileError."""
    found = False
    beginning = f"{name}.gguf{UNVERIFIED}"
    for path in [path for path in models_folder().iterdir() if path.name.startswith(beginning)]:
        try:
            path.unlink()
            found = True
        except OSError as error:
            raise ModelFileError(
                f"What is there of “{name}” could not be deleted ({error.strerror or 'unknown reason'})."
            ) from error
    return found


def partial_path(name: str) -> Path:
    """Where a download of this model grows until it is verified."""
    return models_folder() / f"{name}.gguf{UNVERIFIED}"


def header_of(model: InstalledModel) -> GgufHeader:
    """What the model's file says about itself; raises ModelFileError when the file is damaged."""
    return read_header(Path(model.path))


def file_of(record: Record) -> Path:
    """Where a recorded model's file is, or was."""
    return models_folder() / record.path  # an absolute path stays as it is


def _shipped(entry: CatalogEntry) -> InstalledModel:
    try:
        path = Path(starter_files(entry).path)
        size = path.stat().st_size
    except (ModelFileError, OSError):
        path, size = Path(entry.file), 0  # opening it says what is missing
    return _of(entry, path, size)


def _brought_along(entry: CatalogEntry) -> InstalledModel | None:
    """A model of the hub that this installation of Penname has among its own files."""
    if entry.repo is None or entry.adapter is None:
        return None
    try:
        path = locations.resource(entry.file)
    except FileNotFoundError:
        return None
    return _of(entry, path, entry.size)


def _of(entry: CatalogEntry, path: Path, size: int) -> InstalledModel:
    return InstalledModel(
        name=entry.name,
        title=entry.title,
        path=str(path),
        size=size,
        origin=ModelOrigin.SHIPPED,
        entry=entry,
        sha256=entry.sha256,
    )


def _installed(record: Record) -> InstalledModel | None:
    path = file_of(record)
    if not path.is_file():
        return None
    return InstalledModel(
        name=record.name,
        title=record.title,
        path=str(path),
        size=record.size,
        origin=record.origin,
        entry=entry_named(record.name) if record.origin is ModelOrigin.DOWNLOADED else None,
        sha256=record.sha256,
        removable=True,
    )


def _records() -> list[Record]:
    found = []
    for path in sorted(models_folder().glob(f"*{_RECORD}")):
        with contextlib.suppress(OSError, msgspec.DecodeError):  # a damaged note is no model
            found.append(msgspec.json.decode(path.read_bytes(), type=Record))
    return found


def _record_path(name: str) -> Path:
    return models_folder() / f"{name}{_RECORD}"
