"""The models of this computer, for the window: calls the model service in threads, one for each download."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from penname.desktop.background.job_thread import Job, JobThread
from penname.desktop.models.model_list import Transfer, Trying
from penname.desktop.translate import tr
from penname.domain.errors import Cancelled, PennameError
from penname.models.catalog import CatalogEntry
from penname.models.download import DownloadProgress, DownloadState
from penname.models.errors import DownloadFailed
from penname.models.library import InstalledModel
from penname.models.verifying import VerifiedFile
from penname.sessions.model_service import ModelInventory, ModelService

if TYPE_CHECKING:
    from penname.sessions.model_trial import ModelTrial


class ModelClient(QObject):
    """Calls the model service; nothing is listed before `refresh`, and only `download` uses the network."""

    changed = Signal()
    arrived = Signal(object)  # InstalledModel, downloaded or taken in
    told = Signal(str)  # what is to be said in the list
    _moved = Signal(str, object)  # a model's name, DownloadProgress; from the download's thread
    _copied = Signal(object, object)  # bytes, of how many
    _sampled = Signal(int, int)  # samples that a trial has rewritten, of how many

    def __init__(self, models: ModelService, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._models = models
        self._jobs = JobThread(self)
        self._closed = False
        self._downloads: dict[str, _Running] = {}
        self.inventory: ModelInventory | None = None  # before it was looked at
        self.transfers: dict[str, Transfer] = {}
        self.importing = ""  # the name of the file being copied, else ""
        self.copied: tuple[int, int] = (0, 0)
        self.error = ""  # what last went wrong with the list as a whole
        self._import: Job | None = None
        self.trying: Trying | None = None  # one model at a time
        self._trial: ModelTrial | None = None
        self._trials = JobThread(self)
        self._sampled.connect(self._follow_trial)
        self._moved.connect(self._follow)
        self._copied.connect(self._follow_copy)

    @property
    def busy(self) -> bool:
        """Whether something is looked at, copied or deleted."""
        return self._jobs.busy

    @property
    def fetching(self) -> tuple[str, ...]:
        """The models whose download may be using the network."""
        return tuple(
            name
            for name in self._downloads
            if (progress := self.transfers[name].progress) and progress.state is not DownloadState.PAUSED
        )

    def refresh(self) -> None:
        """List the models; `changed` follows."""
        self._do(self._models.list_models, lambda _inventory: None)

    def ask(self, entry: CatalogEntry) -> None:
        """Ask in the entry's place before the network is used for the first time."""
        self._set(entry.name, Transfer(asking=True))

    def leave(self, name: str) -> None:
        """Say no to what was asked, or put an error away."""
        self.transfers.pop(name, None)
        self.changed.emit()

    def download(self, entry: CatalogEntry, token: str | None = None) -> None:
        """Fetch a model, or go on fetching it; with the `token`, which is kept where that is possible."""
        if self._closed or entry.name in self._downloads:
            return
        begun = DownloadProgress(DownloadState.STARTING, 0, entry.size)
        running = self._downloads[entry.name] = _Running(JobThread(self))
        self._set(entry.name, Transfer(begun))

        def work() -> InstalledModel:
            if token:
                self._keep(token)
            download = self._models.download(entry, lambda p: self._moved.emit(entry.name, p), token)
            running.download = job.stoppable = download
            if running.resting:
                download.pause()
            job.check()
            model: InstalledModel = download.run()
            return model

        job = Job(work)
        job.success(lambda model: self._fetched(entry.name, model))
        running.jobs.start()
        running.jobs.submit(job.failure(lambda error: self._not_fetched(entry.name, error)))

    def pause(self, name: str) -> None:
        """Pause a download; it uses no network until `resume`."""
        if running := self._downloads.get(name):
            running.resting = True
            if running.download is not None:
                running.download.pause()

    def resume(self, name: str) -> None:
        """Go on after `pause`."""
        if running := self._downloads.get(name):
            running.resting = False
            if running.download is not None:
                running.download.resume()

    def cancel(self, name: str) -> None:
        """End a download and delete what it has fetched."""
        if running := self._downloads.get(name):
            if running.download is not None:
                running.download.cancel(keep=False)
            else:
                running.jobs.stop()

    def discard(self, name: str) -> None:
        """Delete what an earlier download left."""
        self.transfers.pop(name, None)
        self._do(self._after(lambda: self._models.discard(name)), lambda _inventory: None)

    def remove(self, name: str) -> None:
        """Delete a model."""
        self._do(self._after(lambda: self._models.remove(name)), lambda _inventory: None)

    def check_file(self, name: str) -> None:
        """Compare a model's whole file with what is known of it; `told` says how it ended."""

        def whole(verified: VerifiedFile) -> None:
            self.changed.emit()
            self.told.emit(tr(verified.sentence, title=verified.title, sha256=verified.sha256))

        self.error = ""
        job = Job(lambda: self._models.verify(name, job.stopping.is_set))
        self._submit(job.success(whole).failure(self._complain))
        self.told.emit(tr("Reading the whole file…"))

    def import_file(self, path: str, copy: bool = True) -> None:
        """Import the user's own file as one of Penname's models."""
        if self.importing or self._closed:
            return
        self.importing, self.copied, self.error = Path(path).name, (0, 0), ""
        self.changed.emit()

        def work() -> tuple[InstalledModel, ModelInventory]:
            model = self._models.import_file(Path(path), copy, self._copied.emit, job.stopping.is_set)
            return model, self._models.list_models()

        job = self._import = Job(work)
        job.success(lambda found: self._imported(*found)).failure(self._not_imported)
        self._submit(job)

    def stop_importing(self) -> None:
        """Stop the copy; nothing of it stays."""
        if self._import is not None:
            self._import.stopping.set()

    def try_out(self, name: str) -> None:
        """Try a model on the samples, unless another is being tried; its figures are listed afterwards."""
        if self.trying or self._closed:
            return
        self.trying, self.error = Trying(name), ""
        trial = self._trial = self._models.trial(name, self._sampled.emit)

        def work() -> ModelInventory:
            try:
                trial.run()
            finally:
                trial.close()
            return self._models.list_models()

        if not self._trials.isRunning():
            self._trials.start()
        self._trials.submit(Job(work).success(self._tried).failure(self._not_tried))
        self.changed.emit()

    def stop_trying(self) -> None:
        """End the trial; nothing of it is kept."""
        if self._trial is not None:
            self._trial.stop()

    def close(self) -> None:
        """End everything; what downloads have fetched is kept for the next time."""
        for running in self._downloads.values():
            if running.download is not None:
                running.download.cancel(keep=True)
            running.jobs.close(lambda: None)
        self.stop_importing()
        self._closed = True
        self.stop_trying()
        self._trials.close(self._trial.close if self._trial else lambda: None)
        self._jobs.close(lambda: None)

    def _after(self, call: Callable[[], None]) -> Callable[[], ModelInventory]:
        def work() -> ModelInventory:
            call()
            return self._models.list_models()

        return work

    def _do(self, work: Callable[[], ModelInventory], done: Callable[[ModelInventory], None]) -> None:
        def looked(inventory: ModelInventory) -> None:
            self.inventory = inventory
            done(inventory)
            self.changed.emit()

        self.error = ""
        self._submit(Job(work).success(looked).failure(self._complain))

    def _submit(self, job: Job) -> None:
        if self._closed:
            return
        if not self._jobs.isRunning():
            self._jobs.start()
        self._jobs.submit(job)

    def _keep(self, token: str) -> None:
        try:
            self._models.keep_token(token)
        except PennameError:
            return  # it serves this once, and is asked for again

    def _fetched(self, name: str, model: InstalledModel) -> None:
        self._end(name)
        self.transfers.pop(name, None)
        self._do(self._models.list_models, lambda _inventory: self.arrived.emit(model))

    def _not_fetched(self, name: str, error: PennameError) -> None:
        self._end(name)
        if isinstance(error, Cancelled):
            self.transfers.pop(name, None)
        else:
            needs_token = isinstance(error, DownloadFailed) and error.needs_token
            self.transfers[name] = Transfer(error=str(error), needs_token=needs_token)
        self.changed.emit()
        self._do(self._models.list_models, lambda _inventory: None)

    def _end(self, name: str) -> None:
        running = self._downloads.pop(name)
        running.jobs.close(lambda: None)
        running.jobs.deleteLater()

    def _follow(self, name: str, progress: DownloadProgress) -> None:
        if name in self._downloads:
            self._set(name, replace(self.transfers.get(name, Transfer()), progress=progress))

    def _follow_copy(self, done: int, size: int) -> None:
        self.copied = (done, size)
        self.changed.emit()

    def _follow_trial(self, done: int, of: int) -> None:
        if self.trying:
            self.trying = replace(self.trying, done=done, of=of)
            self.changed.emit()

    def _tried(self, inventory: ModelInventory) -> None:
        self.trying, self.inventory = None, inventory
        self.changed.emit()

    def _not_tried(self, error: PennameError) -> None:
        self.trying = None
        self._complain(error)

    def _imported(self, model: InstalledModel, inventory: ModelInventory) -> None:
        self.importing, self.inventory = "", inventory
        self.changed.emit()
        self.arrived.emit(model)

    def _not_imported(self, error: PennameError) -> None:
        self.importing = ""
        self._complain(error)

    def _complain(self, error: PennameError) -> None:
        if not isinstance(error, Cancelled):
            self.error = str(error)
        self.changed.emit()

    def _set(self, name: str, transfer: Transfer) -> None:
        self.transfers[name] = transfer
        self.changed.emit()


class _Running:
    """A download and its thread; there is no download before the thread made it."""

    def __init__(self, jobs: JobThread) -> None:
        self.jobs = jobs
        self.download: Any = None
        self.resting = False  # the user wants it to rest, also before there is a download
