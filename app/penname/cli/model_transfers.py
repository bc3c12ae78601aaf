"""`penname models download` and `import`: long work that shows how far it is and can be stopped."""

import argparse
import sys
import threading

from penname.cli.model_list import gigabytes
from penname.cli.passphrases import first_line
from penname.cli.stopping import CallJob, until_stopped
from penname.cli.terminal import DONE, FAILED, STOPPED, say
from penname.domain.errors import BadInput
from penname.models import library
from penname.models.catalog import CatalogEntry, entry_named
from penname.models.checking import cautions
from penname.models.download import Download, DownloadProgress, DownloadState
from penname.models.errors import DownloadFailed
from penname.models.importing import import_model
from penname.models.library import InstalledModel
from penname.sessions.model_service import hub_host
from penname.sessions.session_job import duration
from penname.vault.hub_token import fetch_token, store_token

_SAID_EVERY = 0.05  # of the whole, where lines cannot be written over


def fetch(options: argparse.Namespace) -> int:
    """Download a model of the catalog; what came so far is kept when it raises PennameError."""
    entry = _wanted(options.name)
    if entry is None:
        say(f"{options.name} is on this computer already.")
        return DONE
    token = _token(options, entry)
    say(f"This uses the network: {hub_host()} learns this computer's address and which model it fetches.")
    shown = _Shown(entry.title)
    download = Download(entry, shown.show, token=token)
    try:
        model = until_stopped(CallJob(download.run, download.cancel))
    except DownloadFailed as error:
        if not error.needs_token or options.token_from:
            raise
        say(f"{error} From here: --token-from FILE, or --token-from - for standard input.")
        return FAILED
    finally:
        shown.end()
    if model is None:
        kept = library.partial_bytes(entry.name)
        say(f"Stopped. {gigabytes(kept)} are kept; the same command continues from there.")
        return STOPPED
    say(f"{model.title} is here. To use it: penname anonymize --model {model.name} FILE")
    return DONE


def import_file(options: argparse.Namespace) -> int:
    """Import a file; raises PennameError."""
    shown, stopping = _Shown(options.file.name, copies=True), threading.Event()

    def take_in() -> InstalledModel:
        return import_model(
            options.file,
            copy=not options.in_place,
            on_progress=lambda done, size: shown.show(
                DownloadProgress(DownloadState.DOWNLOADING, done, size)
            ),
            stopped=stopping.is_set,
        )

    try:
        model = until_stopped(CallJob(take_in, stopping.set))
    finally:
        shown.end()
    if model is None:
        say("Stopped. None of the copy is kept.")
        return STOPPED
    for caution in cautions(library.header_of(model)):
        say(caution)
    say(f"{model.title} can be used now: penname anonymize --model {model.name} FILE")
    return DONE


def _wanted(name: str) -> CatalogEntry | None:
    """The entry to fetch, None when its model is here."""
    entry = entry_named(name)
    if library.installed_named(name) is not None:
        return None
    if entry is None:
        raise BadInput(f"No list of models has “{name}”. To see what there is: penname models list")
    return entry


def _token(options: argparse.Namespace, entry: CatalogEntry) -> str | None:
    if options.token_from:
        token = first_line(options.token_from, "token", "--token-from")
        if options.keep_token:
            store_token(token)
        return token
    if options.keep_token:
        raise BadInput("--keep-token keeps the token that --token-from gives. Give both.")
    return fetch_token() if entry.gated else None


class _Shown:
    """Says how far it is: on a terminal in one line that is written over, else now and then."""

    def __init__(self, title: str, *, copies: bool = False) -> None:
        self._title, self._copies = title, copies
        self._live = sys.stderr.isatty()
        self._said = -1.0
        self._state: DownloadState | None = None

    def show(self, progress: DownloadProgress) -> None:
        share = progress.done / progress.size if progress.size else 0.0
        changed = progress.state is not self._state
        if self._live:
            say(f"\r\x1b[K{self._line(progress, share)}", end="")
        elif changed or share - self._said >= _SAID_EVERY:
            self._said = share
            say(self._line(progress, share))
        self._state = progress.state

    def end(self) -> None:
        """Leave the line that was written over."""
        if self._live and self._state is not None:
            say("")

    def _line(self, progress: DownloadProgress, share: float) -> str:
        if progress.state is DownloadState.WAITING:
            return f"{progress.sentence} Trying again ..."
        doing = "checking what is here" if progress.state is DownloadState.CHECKING else str(progress.state)
        if self._copies:
            doing = "copying"  # no word of a download where nothing uses the network
        line = f"{self._title}: {doing}, {100 * min(share, 1):.0f}% of {gigabytes(progress.size)}"
        if progress.bytes_per_second:
            line += f", {progress.bytes_per_second / 1e6:.1f} MB/s"
        if progress.seconds_left is not None:
            line += f", {duration(progress.seconds_left)} left"
        return line
