"""From a name or a path to the files of a model."""

import shlex
from pathlib import Path

from penname import locations
from penname.domain.errors import ModelFileError
from penname.models import library
from penname.models.catalog import CatalogEntry, entry_named
from penname.models.checking import check_model_file
from penname.models.files import ModelFiles
from penname.models.fingerprints import what_changed
from penname.models.importing import title_of
from penname.models.starter import starter_files

LONGEST_CONTEXT = 8192  # tokens; more costs memory and time that a post or a letter does not need


def open_model(name_or_path: str) -> ModelFiles:
    """The model with this name, or the GGUF file at this path, its header checked.

    Raises ModelFileError with a sentence for the user.
    """
    entry = entry_named(name_or_path)
    if entry is not None and entry.repo is None:
        return starter_files(entry)  # its files are known by their hashes
    path, model = located(name_or_path)
    header = check_model_file(path, model.title if model is not None else None)
    _check_unchanged(path, model)
    if model is not None and model.entry is not None:
        return _catalogued(model.entry, path)
    return ModelFiles(
        name=model.name if model is not None else path.stem,
        title=model.title if model is not None else title_of(header, path),
        path=str(path.resolve()),
        context=min(header.context or LONGEST_CONTEXT, LONGEST_CONTEXT),
    )


def located(name_or_path: str) -> tuple[Path, library.InstalledModel | None]:
    """The model's file, and the model if it is one of Penname's. Raises ModelFileError when there is none."""
    model = library.installed_named(name_or_path)
    path = Path(model.path if model is not None else name_or_path).expanduser()
    if not path.is_file():
        raise ModelFileError(_missing(name_or_path, entry_named(name_or_path)))
    return path, model


def changed(title: str, path: Path, model: library.InstalledModel | None, what: str) -> ModelFileError:
    """The error to raise when the file's `what` ("size", "contents") is not what it was."""
    have = "contents have" if what == "contents" else "size has"
    if model is not None and model.removable:
        return ModelFileError(
            f"The file of “{title}” is not the one that Penname took in: its {have} changed. "
            "Remove the model and add it again, or choose another."
        )
    if model is not None:
        return ModelFileError(
            f"The file of “{title}” is not the one that came with Penname: its {have} changed. "
            "Install Penname again, or choose another model."
        )
    return ModelFileError(
        f"The file of “{title}” is not the one that was used before: its {have} changed. If you know why, "
        "“Check the file” in the list of models takes it as it is now, or: penname models check "
        f"{shlex.quote(str(path))}; if not, choose another model."
    )


def writer_of(reader: str) -> str:
    """The name of the model that rewrites what `reader` has read, where one goes with it and is here.

    Empty where `reader` does that itself.
    """
    entry = entry_named(reader)
    return entry.writer if entry and entry.writer and library.installed_named(entry.writer) else ""


def _catalogued(entry: CatalogEntry, path: Path) -> ModelFiles:
    """The files of a downloaded model; our adapter of it comes with Penname."""
    return ModelFiles(
        name=entry.name,
        title=entry.title,
        path=str(path.resolve()),
        pack=entry.pack,
        languages=entry.languages,
        context=min(entry.context, LONGEST_CONTEXT),
        adapter=str(_adapter(entry)) if entry.adapter else None,
        sampling=entry.sampling,
        template=entry.template,
    )


def _adapter(entry: CatalogEntry) -> Path:
    assert entry.adapter is not None
    try:
        return locations.resource(entry.adapter)
    except FileNotFoundError as error:
        raise ModelFileError(
            f"A part of “{entry.title}” is missing: {entry.adapter}. "
            "Install Penname again, or choose another model."
        ) from error


def _check_unchanged(path: Path, model: library.InstalledModel | None) -> None:
    try:
        what = what_changed(path, model.sha256 if model else None)
    except OSError as error:
        raise ModelFileError(
            f"“{path.name}” could not be read ({error.strerror or 'unknown reason'}). Try again, or choose "
            "another model."
        ) from error
    if what or (model is not None and model.size != path.stat().st_size):
        raise changed(model.title if model else path.stem, path, model, what or "size")


def _missing(name: str, entry: CatalogEntry | None) -> str:
    if entry is not None:
        return (
            f"“{entry.title}” is not on this computer yet ({entry.size / 1e9:.1f} GB). To fetch it: penname "
            f"models download {entry.name}; or choose another model."
        )
    names = ", ".join(f"“{model.name}”" for model in library.installed())
    return (
        f"There is no model called “{Path(name).name}” and no such file. Models on this computer: {names}; "
        "or give the path of a GGUF file. To see what else there is: penname models list"
    )
