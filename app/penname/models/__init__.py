"""Which model: the catalog, the files on disk, the starter. Nothing here loads a model."""

from penname.models.catalog import CatalogEntry, catalog
from penname.models.files import ModelFiles
from penname.models.opening import open_model

__all__ = ["CatalogEntry", "ModelFiles", "catalog", "open_model"]
