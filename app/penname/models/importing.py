"""Takes in a model file that the user has: checked first, then copied, or used where it is."""

import contextlib
import re
import shutil
from collections.abc import Callable
from pathlib import Path

from penname.domain.errors import Cancelled, ModelFileError
from penname.models import library
from penname.models.catalog import CatalogEntry, catalog
from penname.models.checking import check_model_file
from penname.models.errors import DiskFull
from penname.models.hashing import sha256_of
from penname.models.header import GgufHeader
from penname.models.library import InstalledModel, ModelOrigin, Record
from penname.models.partial_file import SPARE

_PART = re.compile(r"-\d{5}-of-\d{5}$")


def import_model(
    path: Path,
    *,
    copy: bool = True,
    on_progress: Callable[[int, int], None] = lambda _done, _size: None,
    stopped: Callable[[], bool] = lambda: False,
) -> InstalledModel:
    """Check a GGUF file and make it one of Penname's models; blocks while it is copied.

    Without `copy` the file is used where it is, and gone when somebody deletes it. A model in several files
    is always used where it is. A copy that is, byte for byte, one of the catalog's is that model.
    `on_progress` is given the bytes copied and their total; `stopped` is asked between pieces. Raises
    ModelFileError (see `check_model_file`), DiskFull, and Cancelled; nothing of a copy stays then.
    """
    path = path.expanduser().resolve()
    header = check_model_file(path)
    size = path.stat().st_size
    for model in library.installed():
        if Path(model.path).resolve() == path:
            return model
    name, title = _free_name(path), title_of(header, path)
    if not copy or _PART.search(path.stem):
        record = Record(name=name, title=title, path=str(path), size=size, origin=ModelOrigin.IMPORTED)
        return _kept(record)
    record = Record(name=name, title=title, path=f"{name}.gguf", size=size, origin=ModelOrigin.IMPORTED)
    target = library.file_of(record)
    sha256 = _copy(path, target, size, on_progress, stopped)
    if known := _known(sha256):
        target.replace(library.models_folder() / f"{known.name}.gguf")
        return _kept(
            Record(
                name=known.name,
                title=known.title,
                path=f"{known.name}.gguf",
                size=size,
                origin=ModelOrigin.DOWNLOADED,
                sha256=sha256,
            )
        )
    return _kept(
        Record(
            name=name, title=title, path=f"{name}.gguf", size=size, origin=ModelOrigin.IMPORTED, sha256=sha256
        )
    )


def _known(sha256: str) -> CatalogEntry | None:
    """The catalog's model with that content, unless it is here already."""
    here = {model.name for model in library.installed()}
    return next(
        (one for one in catalog() if one.repo and one.sha256 == sha256 and one.name not in here), None
    )


def title_of(header: GgufHeader, path: Path) -> str:
    """A model's name for itself, fit for one line of the window; else its file's."""
    name = "".join(character for character in header.name if character.isprintable())[:60].strip()
    return name or path.stem


def _kept(record: Record) -> InstalledModel:
    try:
        return library.keep_record(record)
    except OSError as error:
        raise ModelFileError(
            f"“{record.title}” could not be added ({error.strerror or 'unknown reason'}). "
            "Nothing was changed; check the disk and try again."
        ) from error


def _copy(
    source: Path,
    target: Path,
    size: int,
    on_progress: Callable[[int, int], None],
    stopped: Callable[[], bool],
) -> str:
    free = shutil.disk_usage(target.parent).free
    if free < size + SPARE:
        raise DiskFull(
            f"There is not enough room for a copy of “{source.name}”: it takes {size / 1e9:.1f} GB, "
            f"and {free / 1e9:.1f} GB are free. Make room, or use the file where it is."
        )
    partial = target.with_name(f"{target.name}{library.UNVERIFIED}")
    try:
        with partial.open("wb") as writing:

            def take(piece: bytes) -> None:
                if stopped():
                    raise Cancelled("The import was stopped. None of the copy is kept.")
                writing.write(piece)
                on_progress(writing.tell(), size)

            sha256 = sha256_of(source, take)
        check_model_file(partial, source.name)  # what was copied, not what was there a minute ago
        partial.replace(target)
    except OSError as error:
        raise DiskFull(
            f"“{source.name}” could not be copied ({error.strerror or 'unknown reason'}). "
            "None of the copy is kept; make room or use the file where it is."
        ) from error
    finally:
        with contextlib.suppress(OSError):
            partial.unlink(missing_ok=True)
    return sha256


def _free_name(path: Path) -> str:
    """A name of its own for a model, from its file's."""
    stem = _PART.sub("", path.stem)
    name = re.sub(r"[^a-z0-9._-]+", "-", stem.lower()).strip("-.")[:60] or "model"
    taken = {entry.name for entry in catalog()} | {model.name for model in library.installed()}
    number, free = 2, name
    while free in taken or (library.models_folder() / f"{free}.gguf").exists():
        number, free = number + 1, f"{name}-{number}"
    return free
