"""The models of this computer for a front end: listed, downloaded, imported, deleted."""

import contextlib
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import msgspec

from penname.domain.errors import PennameError
from penname.models import importing, library, other_programs
from penname.models.catalog import CatalogEntry, catalog, catalog_complaints
from penname.models.download import Download, DownloadProgress
from penname.models.hardware import Hardware, probe_hardware
from penname.models.library import InstalledModel
from penname.models.speed import Speed, known_speed
from penname.models.trials import TrialResult, known_trials
from penname.models.verifying import VerifiedFile, verify_model
from penname.settings import load_settings

if TYPE_CHECKING:  # the roles would come with it
    from penname.sessions.model_trial import ModelTrial

_HUB = "huggingface.co"


@dataclass(frozen=True)
class ModelInventory:
    """All that is known about models here; `partial` has the bytes of unfinished downloads by name."""

    installed: tuple[InstalledModel, ...] = ()
    other_programs: tuple[InstalledModel, ...] = ()
    catalog: tuple[CatalogEntry, ...] = ()
    partial: Mapping[str, int] = field(default_factory=dict)
    hardware: Hardware | None = None
    speed: Speed | None = None
    complaints: tuple[str, ...] = ()
    trials: Mapping[str, TrialResult] = field(default_factory=dict)  # by the models' names


class ModelService:
    """The calls of `models` and the keyring that a front end needs. Every call may block.

    Only what `download` returns uses the network.
    """

    def __init__(self) -> None:
        self._hardware: Hardware | None = None

    def list_models(self) -> ModelInventory:
        """List everything; takes about a second the first time. Raises ModelFileError and OSError."""
        if self._hardware is None:
            self._hardware = probe_hardware()
        entries = catalog()
        partial = {entry.name: library.partial_bytes(entry.name) for entry in entries if entry.repo}
        return ModelInventory(
            installed=library.installed(),
            other_programs=other_programs.models_of_other_programs(),
            catalog=entries,
            partial={name: count for name, count in partial.items() if count},
            hardware=self._hardware,
            speed=known_speed(),
            complaints=catalog_complaints(),
            trials=known_trials(),
        )

    def download(
        self, entry: CatalogEntry, on_progress: Callable[[DownloadProgress], None], token: str | None
    ) -> Download:
        """A download that has not begun; `token`, else the one in the keyring if the model needs one."""
        if token is None and entry.gated:
            from penname.vault.hub_token import fetch_token

            with contextlib.suppress(PennameError):  # a locked keyring: the hub asks, and then the user is
                token = fetch_token()
        return Download(entry, on_progress, token=token)

    def import_file(
        self, path: Path, copy: bool, on_progress: Callable[[int, int], None], stopped: Callable[[], bool]
    ) -> InstalledModel:
        """Import the user's own file as one of Penname's models; see `models.importing.import_model`."""
        return importing.import_model(path, copy=copy, on_progress=on_progress, stopped=stopped)

    def trial(self, name: str, on_text: Callable[[int, int], None]) -> "ModelTrial":
        """A trial of the model on the samples, not begun; see `ModelTrial`."""
        from penname.sessions.model_trial import ModelTrial

        return ModelTrial(msgspec.structs.replace(load_settings(), model=name, rewrite_model=""), on_text)

    def verify(self, name: str, stopped: Callable[[], bool]) -> VerifiedFile:
        """Read the model's whole file and compare; see `models.verifying.verify_model`."""
        return verify_model(name, stopped)

    def remove(self, name: str) -> None:
        """Delete a model that Penname keeps; raises like `models.library.remove`."""
        library.remove(name)

    def discard(self, name: str) -> None:
        """Delete what an unfinished download left; raises ModelFileError."""
        library.discard_partial(name)

    def keep_token(self, token: str) -> None:
        """Keep the user's token for the hub; raises VaultLocked where nothing keeps it."""
        from penname.vault.hub_token import store_token

        store_token(token)


def hub_host() -> str:
    """The server that downloads ask: the hub, or the mirror that HF_ENDPOINT names."""
    return urlsplit(os.environ.get("HF_ENDPOINT", "")).hostname or _HUB
