"""What is said of a model below its row: where it comes from, what was tried, and the figures in full."""

from penname.desktop.models.model_words import (
    language_words,
    memory_words,
    size_words,
    speed_words,
    trial_words,
)
from penname.desktop.translate import tr
from penname.models.catalog import CatalogEntry
from penname.models.fit import Fit
from penname.models.library import InstalledModel, ModelOrigin
from penname.models.trials import TrialResult

Details = tuple[tuple[str, str], ...]  # (heading, words)


def details_of_model(model: InstalledModel, fit: Fit, trial: TrialResult | None) -> Details:
    """Those of a model that is here, with what it did on the samples."""
    if model.entry is not None:
        return details_of_entry(model.entry, fit, trial)
    about = (
        tr(
            "Belongs to {program}. Penname uses the file in its place and does not copy it.",
            program=model.program,
        )
        if model.origin is ModelOrigin.OTHER_PROGRAM
        else tr("A file that you imported.")
    )
    return (
        (tr("About"), about),
        (tr("Tried"), trial_words(trial) if trial else tr("Not tried by us.")),
        (tr("Speed"), speed_words(fit)),
        (tr("Memory"), memory_words(fit)),
        (tr("File"), model.path),
        (tr("Size"), _exact_size(model.size)),
    )


def details_of_entry(entry: CatalogEntry, fit: Fit, trial: TrialResult | None = None) -> Details:
    """Those of a model of the catalog."""
    untried = tr("Not tried by us. Larger models usually see more; this is judged by its size.")
    tried = " ".join(filter(None, (entry.measured, trial_words(trial) if trial else "")))
    found = (
        (tr("About"), entry.summary),
        (tr("Tried"), tried or untried),
        (
            tr("Languages"),
            language_words(entry.languages) or tr("more than a hundred, or its makers name none"),
        ),
        (tr("Speed"), speed_words(fit)),
        (tr("Memory"), memory_words(fit)),
        (tr("Licence"), f"{entry.licence} · {entry.licence_link}"),
        (tr("Repository"), f"{entry.repo} · {entry.revision}" if entry.repo else ""),
        (tr("File"), entry.file),
        (tr("Size"), _exact_size(entry.size) if entry.size else ""),
        (tr("SHA-256"), entry.sha256 or tr("the one that the repository states")),
    )
    return tuple((heading, words) for heading, words in found if words)


def _exact_size(size: int) -> str:
    return tr("{size} ({bytes} bytes)", size=size_words(size), bytes=f"{size:,}")
