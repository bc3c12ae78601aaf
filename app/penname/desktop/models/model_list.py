"""The models as the window lists them: which there are, what is said about each, what can be done with it.

Plain values, made again from what is known; without widgets, and without the network.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from penname.desktop.models.model_details import details_of_entry, details_of_model
from penname.desktop.models.model_rows import ModelAction, ModelRow, Section
from penname.desktop.models.model_words import (
    about,
    facts_of,
    language_words,
    memory_fact,
    quality_fact,
    size_words,
    speed_fact,
)
from penname.desktop.models.recommending import recommended, seconds_for
from penname.desktop.translate import tr
from penname.models.catalog import CatalogEntry
from penname.models.download import DownloadProgress, DownloadState
from penname.models.fit import Fit, FitLevel, memory_needed
from penname.models.fit import fit as fit_of_file
from penname.models.library import InstalledModel, ModelOrigin
from penname.sessions.model_service import ModelInventory

_STARTER_BYTES = 1.0625e9  # of a thousand million parameters in Q8_0, in which the starter is loaded


@dataclass(frozen=True)
class Transfer:
    """A download under way, or how it ended; `error` is a sentence, `needs_token` that the hub asks who."""

    progress: DownloadProgress | None = None
    error: str = ""
    needs_token: bool = False
    asking: bool = False  # for the first time: it waits for a yes to using the network


@dataclass(frozen=True)
class Trying:
    """A model that is rewriting the samples: `done` of so many."""

    name: str
    done: int = 0
    of: int = 0


def sections(
    inventory: ModelInventory,
    transfers: Mapping[str, Transfer],
    jobs: Mapping[str, str],
    host: str,
    words: int = 0,
    trying: Trying | None = None,
) -> tuple[Section, ...]:
    """What the window shows; `jobs` has the models in use with what each does, `host` is what a download
    asks, and `words` how many the text in front has.
    """
    here = {model.name for model in inventory.installed}
    others = [entry for entry in inventory.catalog if entry.repo is not None and entry.name not in here]
    best = recommended(inventory)
    others.sort(key=lambda entry: (entry != best, entry.size))
    offered = [catalog_row(entry, inventory, transfers.get(entry.name), host, words) for entry in others]
    at_hand = {row.name for row in offered if row.recommended or row.share is not None}
    at_hand |= transfers.keys() | jobs.keys()  # one in use may have lost its file
    found = (
        Section(
            tr("On this computer"),
            tuple(installed_row(model, inventory, jobs, words, trying) for model in inventory.installed),
        ),
        Section(
            tr("Found in other programs"),
            tuple(
                installed_row(model, inventory, jobs, words, trying)
                for model in inventory.other_programs
                if model.name not in here
            ),
        ),
        Section(
            tr("To download"),
            tuple(offered),
            tr("Every model that Penname knows is on this computer."),
            frozenset(row.name for row in offered) - at_hand,
        ),
    )
    return tuple(section for section in found if section.rows or section.empty)


def choices(installed: Sequence[InstalledModel], chosen: str) -> tuple[tuple[str, str], ...]:
    """(name, title) of the models to choose from; `chosen` is among them wherever its file is."""
    readers = (model for model in installed if model.entry is None or not model.entry.rewrites_only)
    return choices_with(tuple((model.name, model.title) for model in readers), chosen)


def choices_with(models: tuple[tuple[str, str], ...], chosen: str) -> tuple[tuple[str, str], ...]:
    """`models` as (name, title), and `chosen` if it is not among them."""
    return models if chosen in dict(models) else (*models, (chosen, Path(chosen).stem))


def installed_row(
    model: InstalledModel,
    inventory: ModelInventory,
    jobs: Mapping[str, str],
    words: int,
    trying: Trying | None = None,
) -> ModelRow:
    """A model that can be used now, or that is being tried."""
    entry, job = model.entry, jobs.get(model.name, "")
    fit = _judged(entry, inventory) if entry is not None else _judged_file(model, inventory)
    reads = entry is None or not entry.rewrites_only
    actions = [ModelAction.USE] if reads and not job else []
    trying = trying if trying and trying.name == model.name else None
    if trying:
        actions.insert(0, ModelAction.STOP_TRYING)
    elif reads:
        actions.append(ModelAction.TRY)
    actions.append(ModelAction.CHECK)
    if model.removable and not job and not trying:
        actions.append(ModelAction.DELETE)
    trial = inventory.trials.get(model.name)
    return ModelRow(
        name=model.name,
        title=model.title,
        note=_progress(trying) if trying else _what_it_is(model, job),
        quality=quality_fact(entry, trial),
        speed=speed_fact(fit, _seconds(entry, fit, inventory, words), words),
        memory=memory_fact(fit),
        recommended=entry is not None and entry == recommended(inventory),
        job=job,
        link=entry.licence_link if entry is not None else "",
        actions=tuple(actions),
        share=trying.done / max(1, trying.of) if trying else None,
        details=details_of_model(model, fit, trial),
    )


def catalog_row(
    entry: CatalogEntry, inventory: ModelInventory, transfer: Transfer | None, host: str, words: int
) -> ModelRow:
    """A model that could be fetched, or is being fetched."""
    fit, kept = _judged(entry, inventory), inventory.partial.get(entry.name, 0)
    progress = transfer.progress if transfer else None
    asking = transfer is not None and transfer.asking
    asks_token = transfer is not None and transfer.needs_token
    size = progress.size if progress and progress.size else entry.size
    done = progress.done if progress else kept
    question = (
        tr(
            "Downloading uses the network: {host} is asked for this one file and sees your IP address. "
            "Nothing you write is sent. Afterwards Penname is offline again.",
            host=host,
        )
        if asking
        else ""
    )
    return ModelRow(
        name=entry.name,
        title=entry.title,
        note=_status(progress, kept, entry.size) or facts_of(entry),
        quality=quality_fact(entry),
        speed=speed_fact(fit, _seconds(entry, fit, inventory, words), words),
        memory=memory_fact(fit),
        recommended=entry == recommended(inventory),
        share=min(1.0, done / size) if size and (progress or kept) else None,
        error=transfer.error if transfer else "",
        question=question,
        asks_token=asks_token,
        size=entry.size,
        link=entry.page if asks_token else entry.licence_link,
        actions=_fetching(progress, asking, asks_token, kept),
        details=details_of_entry(entry, fit),
    )


def _progress(trying: Trying) -> str:
    if not trying.of:
        return tr("Loading the model")
    return tr("Rewriting sample {number} of {count}", number=trying.done + 1, count=trying.of)


def _fetching(
    progress: DownloadProgress | None, asking: bool, asks_token: bool, kept: int
) -> tuple[ModelAction, ...]:
    if asking:
        return (ModelAction.DOWNLOAD, ModelAction.CANCEL)
    if progress is not None:
        paused = progress.state is DownloadState.PAUSED
        return (ModelAction.RESUME if paused else ModelAction.PAUSE, ModelAction.CANCEL)
    first = ModelAction.GIVE_TOKEN if asks_token else ModelAction.RESUME if kept else ModelAction.DOWNLOAD
    return (first, ModelAction.DISCARD) if kept else (first,)


def _status(progress: DownloadProgress | None, kept: int, size: int) -> str:
    if progress is None:
        if not kept:
            return ""
        return tr("{done} of {size} downloaded", done=size_words(kept), size=size_words(size))
    amounts = tr("{done} of {size}", done=size_words(progress.done), size=size_words(progress.size or size))
    match progress.state:
        case DownloadState.STARTING:
            return tr("Requesting the file")
        case DownloadState.CHECKING:
            return tr("Checking what was downloaded: {amounts}", amounts=amounts)
        case DownloadState.PAUSED:
            return tr("Stopped at {amounts}", amounts=amounts)
        case DownloadState.WAITING:
            return " ".join(filter(None, (amounts + ".", progress.sentence)))
        case DownloadState.DOWNLOADING if progress.seconds_left is not None:
            left = about(progress.seconds_left)
            pace = size_words(progress.bytes_per_second)
            return tr("{amounts} · {left} left · {pace} a second", amounts=amounts, left=left, pace=pace)
    return amounts


def _judged(entry: CatalogEntry, inventory: ModelInventory) -> Fit:
    if inventory.hardware is None:
        return Fit(FitLevel.UNKNOWN, entry.memory, None)
    size = entry.size or round(entry.parameters * _STARTER_BYTES)
    return fit_of_file(size, entry.memory, inventory.hardware, inventory.speed)


def _judged_file(model: InstalledModel, inventory: ModelInventory) -> Fit:
    memory = memory_needed(model.size)
    if inventory.hardware is None:
        return Fit(FitLevel.UNKNOWN, memory, None)
    return fit_of_file(model.size, memory, inventory.hardware, inventory.speed)


def _seconds(entry: CatalogEntry | None, fit: Fit, inventory: ModelInventory, words: int) -> float | None:
    """How long a text takes, with what the model's writer takes, where one is here."""
    if fit.tokens_per_second is None:
        return None
    seconds = seconds_for(words, entry.pack if entry else "", fit.tokens_per_second)
    for model in inventory.installed:
        if entry and model.entry and model.name == entry.writer:
            seconds += _seconds(model.entry, _judged(model.entry, inventory), inventory, words) or 0.0
    return seconds


def _what_it_is(model: InstalledModel, job: str) -> str:
    entry = model.entry
    if not job:
        return facts_of(entry) if entry else _origin(model)
    return " · ".join(filter(None, (job, language_words(entry.languages) if entry else "")))


def _origin(model: InstalledModel) -> str:
    if model.origin is ModelOrigin.OTHER_PROGRAM:
        return tr("{size} · from {program}", size=size_words(model.size), program=model.program)
    return tr("{size} · your own file", size=size_words(model.size))
