"""From a name or a path to the files of a model."""

from pathlib import Path

from penname.domain.errors import ModelFileError
from penname.models.catalog import catalog
from penname.models.files import ModelFiles
from penname.models.header import read_header
from penname.models.starter import starter_files

LONGEST_CONTEXT = 8192  # tokens; more costs memory and time that a post or a letter does not need


def open_model(name_or_path: str) -> ModelFiles:
    """The model with this name in the catalog, or the GGUF file at this path, its header checked.

    Raises ModelFileError with a sentence for the user.
    """
    for entry in catalog():
        if entry.name == name_or_path:
            return starter_files(entry)  # its files are known by their hashes
    path = Path(name_or_path).expanduser()
    if not path.is_file():
        names = ", ".join(f"“{entry.name}”" for entry in catalog())
        raise ModelFileError(
            f"There is no model called “{path.name}” and no such file. Models Penname knows: {names}; "
            "or give the path of a GGUF file."
        )
    header = read_header(path)
    return ModelFiles(
        name=path.stem,
        title=_printable(header.name) or path.stem,
        path=str(path.resolve()),
        context=min(header.context or LONGEST_CONTEXT, LONGEST_CONTEXT),
    )


def _printable(name: str) -> str:
    """A name from a stranger's file, fit for one line of the window."""
    return "".join(character for character in name if character.isprintable())[:60].strip()
