"""Models on the nodes of a cluster: fetched, and checked by hash, once a node and not once a worker."""

import hashlib
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from penname import locations
from penname.domain.errors import ModelFileError
from penname.file_lock import FileLock
from penname.models import library
from penname.models.catalog import entry_named
from penname.models.hashing import sha256_of
from penname.models.library import ModelOrigin, Record
from penname.models.opening import open_model, writer_of
from penname.settings import Settings, write_private

PIECE = 16 * 2**20  # bytes that are fetched at a time
_OTHER = "The model “{name}” on a node of the cluster is another than on this computer. Remove it there."
_DAMAGED = "The model “{name}” reached a node of the cluster damaged. Try again."
_NO_ROOM = "The model “{name}” cannot be stored on a node of the cluster ({reason})."

Read = Callable[[int, int], bytes]  # bytes of a model's file: from where on, and how many


class PlacedModel(msgspec.Struct, frozen=True):
    """A model that a node may lack. `listed`: the catalog has it, so that it is opened by its name there."""

    name: str
    path: str  # on the computer that has it
    size: int
    sha256: str
    listed: bool


def with_writer_named(settings: Settings) -> Settings:
    """The settings with the model that rewrites named: else each node would take what happens to be there."""
    writer = settings.rewrite_model or writer_of(settings.model) or settings.model
    return msgspec.structs.replace(settings, rewrite_model=writer)


def models_to_place(settings: Settings) -> tuple[PlacedModel, ...]:
    """The models of these settings, hashed, but for what every Penname has. Raises ModelFileError."""
    found = []
    for name in dict.fromkeys((settings.model, settings.rewrite_model)):
        entry = entry_named(name)
        if entry is None or entry.repo is not None:
            path = Path(open_model(name).path)
            found.append(
                PlacedModel(name, str(path), path.stat().st_size, sha256_of(path), entry is not None)
            )
    return tuple(found)


def put_in_place(settings: Settings, models: Sequence[PlacedModel], read: Callable[[int], Read]) -> Settings:
    """See that this node has the models; returns the settings that open them here.

    `read` gives access to the file of the model with that index. Raises ModelFileError.
    """
    opened = {model.name: _placed(model, read(index)) for index, model in enumerate(models)}
    return msgspec.structs.replace(
        settings,
        model=opened.get(settings.model, settings.model),
        rewrite_model=opened.get(settings.rewrite_model, settings.rewrite_model),
    )


def _placed(model: PlacedModel, read: Read) -> str:
    """What opens the model here. The other workers of the node wait meanwhile."""
    folder = locations.cache_dir() / "models"
    folder.mkdir(mode=0o700, exist_ok=True)
    while (lock := FileLock.take(folder / f"{model.sha256}.lock")) is None:
        time.sleep(0.1)
    try:
        here = library.installed_named(model.name) if model.listed else None
        in_folder = folder / f"{model.sha256}.gguf"
        own = library.models_folder() / f"{model.name}.gguf" if model.listed else in_folder
        path = Path(here.path) if here else own
        checked = folder / f"{model.sha256}.checked"
        if not path.exists():
            _fetch(model, path, read)
        elif (
            not (checked.exists() and checked.read_text() == _state(path)) and sha256_of(path) != model.sha256
        ):
            raise ModelFileError(_OTHER.format(name=model.name))
        write_private(checked, _state(path).encode())
        if model.listed and here is None:
            origin = ModelOrigin.DOWNLOADED
            library.keep_record(
                Record(name=model.name, title=model.name, path=own.name, size=model.size, origin=origin,
                       sha256=model.sha256)
            )  # fmt: skip
        return model.name if model.listed else str(path)
    except OSError as error:
        reason = error.strerror or "unknown reason"
        raise ModelFileError(_NO_ROOM.format(name=model.name, reason=reason)) from error
    finally:
        lock.release()


def _fetch(model: PlacedModel, target: Path, read: Read) -> None:
    part = target.with_name(f"{target.name}{library.UNVERIFIED}")
    told = hashlib.sha256()
    try:
        with part.open("wb") as file:
            for start in range(0, model.size, PIECE):
                piece = read(start, min(PIECE, model.size - start))
                told.update(piece)
                file.write(piece)
        if told.hexdigest() != model.sha256:
            raise ModelFileError(_DAMAGED.format(name=model.name))
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def _state(path: Path) -> str:
    stat = path.stat()
    return f"{path} {stat.st_size} {stat.st_mtime_ns}"
