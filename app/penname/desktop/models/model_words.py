"""Sizes, speeds, times and languages of models, in words."""

from penname.desktop.models.model_rows import ModelAction, ModelRow
from penname.desktop.translate import tr, tr_count
from penname.models.catalog import CatalogEntry
from penname.models.fit import Fit, FitLevel
from penname.models.hardware import Hardware
from penname.sessions.languages import NAMES

_READING_WORDS = 3.3  # a second: what an adult reads (Brysbaert 2019), to tell people what a speed means
_WORDS_PER_TOKEN = 0.75
_MANY = 5  # languages that are named; more are counted
FIT_SHAPES = {FitLevel.WELL: "●", FitLevel.TIGHTLY: "◐", FitLevel.TOO_BIG: "○", FitLevel.UNKNOWN: "?"}


def size_words(size: float) -> str:
    """Bytes, as file sizes are written."""
    if size < 1e6:
        return tr("{number} kB", number=f"{size / 1e3:.0f}")
    if size < 1e9:
        return tr("{number} MB", number=f"{size / 1e6:.0f}")
    return tr("{number} GB", number=f"{size / 1e9:.1f}")


def duration(seconds: float) -> str:
    """A rough time."""
    if seconds < 90:
        count = max(1, round(seconds))
        return tr_count("{count} second", "{count} seconds", count)
    if seconds < 5400:
        return tr_count("{count} minute", "{count} minutes", round(seconds / 60))
    return tr("{number} hours", number=f"{seconds / 3600:.1f}")


def fit_words(fit: Fit) -> str:
    """Whether a model fits this computer, and how fast it would write, in a sentence."""
    needs = size_words(fit.memory)
    level = {
        FitLevel.WELL: tr("Fits this computer well"),
        FitLevel.TIGHTLY: tr("Fits tightly: it needs {memory} of memory; close other programs", memory=needs),
        FitLevel.TOO_BIG: tr("Too big for this computer: it needs {memory} of memory", memory=needs),
        FitLevel.UNKNOWN: tr("Needs {memory} of memory", memory=needs),
    }[fit.level]
    if fit.level is FitLevel.TOO_BIG:
        return level
    if fit.on_card:
        return tr("{level}; the graphics card does the work", level=level)
    if fit.tokens_per_second is None:
        return level
    return tr("{level}; {speed}", level=level, speed=speed_words(fit.tokens_per_second))


def speed_words(tokens_per_second: float) -> str:
    """What a speed feels like; the number stays beside it."""
    words = tokens_per_second * _WORDS_PER_TOKEN
    number = f"{tokens_per_second:.0f}" if tokens_per_second >= 2 else f"{tokens_per_second:.1f}"
    if words >= 2 * _READING_WORDS:
        return tr("writes faster than you read, about {number} tokens a second", number=number)
    if words >= _READING_WORDS / 2:
        return tr("writes about as fast as you read, {number} tokens a second", number=number)
    return tr("writes slowly, about {number} tokens a second", number=number)


def facts_of(entry: CatalogEntry) -> str:
    """Size, parameters and languages in one line."""
    parts = [size_words(entry.size)] if entry.size else []
    if entry.parameters:
        million = entry.parameters * 1000
        parts.append(
            tr("{number} billion parameters", number=f"{entry.parameters:g}")
            if million >= 1000
            else tr("{number} million parameters", number=f"{million:.0f}")
        )
    parts.append(language_words(entry.languages))
    return " · ".join(filter(None, parts))


def language_words(codes: tuple[str, ...]) -> str:
    """The languages by name, only how many where there are many, "" where its maker names none."""
    if len(codes) > _MANY:
        return (
            tr("{count} languages, English among them", count=len(codes))
            if "en" in codes
            else tr("{count} languages", count=len(codes))
        )
    return ", ".join(NAMES.get(code, code) for code in codes)


def action_words(action: ModelAction, row: ModelRow) -> str:
    """What the button says."""
    return {
        ModelAction.USE: tr("Use"),
        ModelAction.DOWNLOAD: tr("Use the network") if row.question else tr("Download"),
        ModelAction.PAUSE: tr("Pause"),
        ModelAction.RESUME: tr("Resume"),
        ModelAction.CANCEL: tr("Not now") if row.question else tr("Cancel"),
        ModelAction.DISCARD: tr("Discard"),
        ModelAction.GIVE_TOKEN: tr("Resume"),
        ModelAction.DELETE: tr("Delete"),
        ModelAction.COPY_LINK: tr("Copy the address of its page")
        if row.asks_token
        else tr("Copy the licence’s address"),
    }[action]


def computer_words(hardware: Hardware | None) -> str:
    """What this computer has, in a line."""
    if hardware is None:
        return ""
    parts = []
    if hardware.memory:
        parts.append(
            tr(
                "{memory} of memory, {free} of it free now",
                memory=size_words(hardware.memory),
                free=size_words(hardware.free_memory),
            )
        )
    parts.append(tr_count("{count} processor core", "{count} processor cores", hardware.cores))
    parts += [
        tr("{card} with {memory}", card=card.name, memory=size_words(card.memory)) for card in hardware.cards
    ]
    return tr("This computer: {parts}", parts=", ".join(parts))
