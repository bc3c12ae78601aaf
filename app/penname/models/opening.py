"""From a name or a path to the files of a model."""

from pathlib import Path

from penname import locations
from penname.domain.errors import ModelFileError
from penname.models import library
from penname.models.catalog import CatalogEntry, entry_named
from penname.models.checking import check_model_file
from penname.models.files import ModelFiles
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
    model = library.installed_named(name_or_path)
    path = Path(model.path if model is not None else name_or_path).expanduser()
    if not path.is_file():
        raise ModelFileError(_missing(name_or_path, entry))
    header = check_model_file(path, model.title if model is not None else None)
    _check_whole(path, model)
    if model is not None and model.entry is not None:
        return _catalogued(model.entry, path)
    return ModelFiles(
        name=model.name if model is not None else path.stem,
        title=model.title if model is not None else title_of(header, path),
        path=str(path.resolve()),
        context=min(header.context or LONGEST_CONTEXT, LONGEST_CONTEXT),
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


def _check_whole(path: Path, model: library.InstalledModel | None) -> None:
    if model is not None and model.size != path.stat().st_size:
        raise ModelFileError(
            f"The file of “{model.title}” is not the one that Penname took in: its size has changed. "
            "Remove the model and add it again, or choose another."
        )


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
