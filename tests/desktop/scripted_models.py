"""Models that are listed, fetched and deleted as a test says, without a disk or a network."""

import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec

from penname.domain.errors import Cancelled, PennameError
from penname.models.catalog import CatalogEntry
from penname.models.download import DownloadProgress, DownloadState
from penname.models.hardware import Hardware
from penname.models.library import InstalledModel, ModelOrigin
from penname.models.speed import Speed
from penname.models.trials import TrialResult
from penname.models.verifying import VerifiedFile
from penname.sessions.model_service import ModelInventory

GB = 1_000_000_000
MACHINE = Hardware(16 * GB, 12 * GB, 8)


def entry(name: str, size: int = GB, *, gated: bool = False) -> CatalogEntry:
    """A model of the catalog."""
    return CatalogEntry(
        name=name,
        title=name.title(),
        family="Test",
        file=f"{name}.gguf",
        pack="default",
        context=8192,
        languages=("en", "de"),
        licence="Apache-2.0",
        licence_link=f"https://example.org/{name}",
        summary=f"{name.title()} reads and rewrites.",
        repo=f"somebody/{name}",
        size=size,
        parameters=1.5,
        memory=size + GB,
        gated=gated,
    )


def model(name: str, origin: ModelOrigin = ModelOrigin.DOWNLOADED, **more: Any) -> InstalledModel:
    """A model on this computer."""
    fields = {
        "title": name.title(),
        "path": f"/models/{name}.gguf",
        "size": GB,
        "removable": origin in (ModelOrigin.DOWNLOADED, ModelOrigin.IMPORTED),
    }
    return InstalledModel(name=name, origin=origin, **{**fields, **more})


STARTER = model(
    "starter",
    ModelOrigin.SHIPPED,
    title="Starter model",
    entry=msgspec.structs.replace(entry("starter"), repo=None, pack="starter"),
)


class ScriptedDownload:
    """Goes as far as `hold`, waits for `go_on`, then arrives or fails."""

    def __init__(
        self, models: "ScriptedModels", wanted: CatalogEntry, tell: Callable[[DownloadProgress], None]
    ):
        self._models, self._entry, self._tell = models, wanted, tell
        self._cancelled = threading.Event()
        self.kept: bool | None = None
        self._resting = False

    def run(self) -> InstalledModel:
        """Download."""
        half, size = self._entry.size // 2, self._entry.size
        if not self._resting:
            self._tell(DownloadProgress(DownloadState.DOWNLOADING, half, size, 10_000_000.0, 50.0))
        while not self._models.go_on.wait(0.005):
            if self._cancelled.is_set():
                raise Cancelled
        if self._models.failures:
            raise self._models.failures.pop(0)
        fetched = model(self._entry.name, entry=self._entry)
        self._models.inventory = replace(
            self._models.inventory, installed=(*self._models.inventory.installed, fetched)
        )
        return fetched

    def pause(self) -> None:
        """Rest."""
        self._resting = True
        self._tell(DownloadProgress(DownloadState.PAUSED, self._entry.size // 2, self._entry.size))

    def resume(self) -> None:
        """Go on."""
        self._resting = False
        self._tell(DownloadProgress(DownloadState.DOWNLOADING, self._entry.size // 2, self._entry.size))

    def cancel(self, *, keep: bool = True) -> None:
        """End."""
        self.kept = keep if self.kept is None else self.kept
        self._cancelled.set()


class ScriptedTrial:
    """Rewrites three of ten samples, waits for `go_on`, then has its result."""

    def __init__(self, models: "ScriptedModels", name: str, on_text: Callable[[int, int], None]) -> None:
        self._models, self._name, self._on_text = models, name, on_text
        self._stopped = threading.Event()
        self.is_closed = False

    def run(self) -> TrialResult:
        """Try."""
        self._on_text(3, 10)
        while not self._models.go_on.wait(0.005):
            if self._stopped.is_set():
                raise Cancelled
        result = TrialResult(texts=10, clues=22, hidden=17, kept=0.714, seconds=41.0, unchanged=0)
        trials = {**self._models.inventory.trials, self._name: result}
        self._models.inventory = replace(self._models.inventory, trials=trials)
        return result

    def stop(self) -> None:
        """End."""
        self._stopped.set()

    def close(self) -> None:
        """Note it."""
        self.is_closed = True


class ScriptedModels:
    """`failures` end the next downloads; `tokens` and `imported` note what was handed over."""

    def __init__(self) -> None:
        self.inventory = ModelInventory(
            installed=(STARTER,),
            catalog=(
                entry("small"),
                entry("large", 8 * GB),
                entry("huge", 40 * GB),
                entry("closed", gated=True),
            ),
            hardware=MACHINE,
            speed=Speed(0.02, GB),
        )
        self.go_on = threading.Event()
        self.may_begin = threading.Event()
        self.may_begin.set()
        self.failures: list[PennameError] = []
        self.tokens: list[str | None] = []
        self.kept_tokens: list[str] = []
        self.imported: list[Path] = []
        self.downloads: list[ScriptedDownload] = []
        self.trials: list[ScriptedTrial] = []
        self.checks_begun = self.checks_stopped = 0

    def list_models(self) -> ModelInventory:
        """As scripted."""
        return self.inventory

    def download(
        self, wanted: CatalogEntry, on_progress: Callable[[DownloadProgress], None], token: str | None
    ) -> ScriptedDownload:
        """A scripted download; it takes as long to make as the test says."""
        self.may_begin.wait()
        self.tokens.append(token)
        self.downloads.append(ScriptedDownload(self, wanted, on_progress))
        return self.downloads[-1]

    def import_file(
        self, path: Path, copy: bool, on_progress: Callable[[int, int], None], stopped: Callable[[], bool]
    ) -> InstalledModel:
        """Take the file in, unless a failure is scripted."""
        if self.failures:
            raise self.failures.pop(0)
        self.imported.append(path)
        own = model(path.stem, ModelOrigin.IMPORTED)
        self.inventory = replace(self.inventory, installed=(*self.inventory.installed, own))
        return own

    def trial(self, name: str, on_text: Callable[[int, int], None]) -> ScriptedTrial:
        """A scripted trial."""
        self.trials.append(ScriptedTrial(self, name, on_text))
        return self.trials[-1]

    def verify(self, name: str, stopped: Callable[[], bool]) -> VerifiedFile:
        """It is whole, unless a failure is scripted."""
        self.checks_begun += 1
        while not self.go_on.wait(0.005):
            if stopped():
                self.checks_stopped += 1
                raise Cancelled
        if self.failures:
            raise self.failures.pop(0)
        return VerifiedFile(name, "5ha" * 8, True)

    def remove(self, name: str) -> None:
        """Take it off the list."""
        rest = tuple(one for one in self.inventory.installed if one.name != name)
        self.inventory = replace(self.inventory, installed=rest)

    def discard(self, name: str) -> None:
        """Forget what there is of it."""
        self.inventory = replace(
            self.inventory, partial={k: v for k, v in self.inventory.partial.items() if k != name}
        )

    def keep_token(self, token: str) -> None:
        """Note it."""
        self.kept_tokens.append(token)
