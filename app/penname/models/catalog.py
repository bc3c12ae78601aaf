"""The models Penname knows by name: `models.toml`."""

from functools import cache

import msgspec

from penname import locations
from penname.domain.errors import ModelFileError


class CatalogEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One model of the catalog. `source` says where its files come from; `context` is in tokens.

    `adapter` and `probe` are files of our own that belong to it (models/files.py).
    """

    name: str
    title: str
    source: str
    pack: str
    context: int
    languages: tuple[str, ...]
    licence: str
    summary: str
    file: str
    sha256: str
    adapter: str | None = None
    adapter_sha256: str | None = None
    probe: str | None = None


class _Catalog(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    model: tuple[CatalogEntry, ...]


@cache
def catalog() -> tuple[CatalogEntry, ...]:
    """All entries, in the order in which they are offered. Raises ModelFileError when the list is damaged."""
    try:
        return msgspec.toml.decode(locations.shipped("models.toml").read_bytes(), type=_Catalog).model
    except (OSError, msgspec.DecodeError) as error:
        raise ModelFileError(
            "The list of models that belongs to Penname is missing or damaged; install Penname again."
        ) from error
