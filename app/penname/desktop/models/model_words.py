"""Sizes, speeds, times and languages of models, in words."""

from bisect import bisect

from penname.desktop.models.model_rows import ModelAction, ModelFact, ModelRow
from penname.desktop.models.recommending import is_slow
from penname.desktop.translate import tr, tr_count
from penname.models.catalog import CatalogEntry
from penname.models.fit import Fit, FitLevel
from penname.models.hardware import Hardware
from penname.models.trials import SENTENCES, TrialResult, figures
from penname.sessions.languages import NAMES

_READING_WORDS = 3.3  # a second: what an adult reads (Brysbaert 2019), to tell people what a speed means
_WORDS_PER_TOKEN = 0.75
_MANY = 5  # languages that are named; more are counted
_CLASSES = (1.5, 3.0, 7.0)  # thousand million parameters from which a model is of the next class
FIT_SHAPES = {FitLevel.TIGHTLY: "◐", FitLevel.TOO_BIG: "○"}


def size_words(size: float) -> str:
    """Bytes, as file sizes are written."""
    if size < 1e6:
        return tr("{number} kB", number=f"{size / 1e3:.0f}")
    if size < 1e9:
        return tr("{number} MB", number=f"{size / 1e6:.0f}")
    return tr("{number} GB", number=f"{size / 1e9:.1f}")


def memory_fact(fit: Fit) -> ModelFact:
    """Whether this computer has the memory that a model needs."""
    words = {
        FitLevel.WELL: tr("Easily"),
        FitLevel.TIGHTLY: tr("Only just"),
        FitLevel.TOO_BIG: tr("No"),
        FitLevel.UNKNOWN: tr("Not known"),
    }[fit.level]
    return ModelFact(words, tr("{size} of memory", size=size_words(fit.memory)), fit.level)


def memory_words(fit: Fit) -> str:
    """The same in a sentence."""
    needs = size_words(fit.memory)
    return {
        FitLevel.WELL: tr("Needs {memory} while it runs; this computer has that.", memory=needs),
        FitLevel.TIGHTLY: tr("Needs {memory} while it runs; close other programs first.", memory=needs),
        FitLevel.TOO_BIG: tr("Needs {memory} while it runs; this computer has too little.", memory=needs),
        FitLevel.UNKNOWN: tr("Needs {memory} while it runs.", memory=needs),
    }[fit.level]


def speed_fact(fit: Fit, seconds: float | None, words: int) -> ModelFact:
    """How long a model takes for a text of so many words (0: for a usual one)."""
    if fit.level is FitLevel.TOO_BIG or (seconds is None and not fit.on_card):
        return ModelFact("")
    if fit.on_card or seconds is None:
        return ModelFact(tr("Not timed"), tr("on the graphics card"))
    note = tr("for this text") if words else tr("for a short text")
    if is_slow(fit):
        return ModelFact(about(seconds), tr("slow"), FitLevel.TIGHTLY)
    return ModelFact(about(seconds), note, FitLevel.WELL)


def speed_words(fit: Fit) -> str:
    """The figure behind `speed_fact`, and what it feels like."""
    if fit.on_card:
        return tr("The graphics card does the work; how fast was never timed.")
    if fit.tokens_per_second is None:
        return tr("Not known before a model was loaded on this computer.")
    speed = fit.tokens_per_second
    words, number = speed * _WORDS_PER_TOKEN, f"{speed:.0f}" if speed >= 2 else f"{speed:.1f}"
    if words >= 2 * _READING_WORDS:
        feels = tr("faster than you read")
    elif words >= _READING_WORDS / 2:
        feels = tr("about as fast as you read")
    else:
        feels = tr("slower than you read")
    return tr(
        "About {number} tokens a second, {feels}. The time is an estimate: the text is read, rewritten and "
        "read again.",
        number=number,
        feels=feels,
    )


def about(seconds: float) -> str:
    """A rough time."""
    if seconds < 90:
        return tr("about {count} s", count=max(5, round(seconds / 5) * 5))
    if seconds < 5400:
        return tr("about {count} min", count=round(seconds / 60))
    return tr("about {count} h", count=round(seconds / 3600))


def quality_fact(entry: CatalogEntry | None, trial: TrialResult | None = None) -> ModelFact:
    """How much a model sees, as far as we know; how much it hid where it was tried here."""
    if trial is not None:
        hid = tr("{hidden} of {clues} hidden", hidden=trial.hidden, clues=trial.clues)
        return ModelFact(hid, tr("On samples, here"))
    if entry is None:
        return ModelFact(tr("not known"), tr("Not tried by us"))
    if entry.measured:
        return ModelFact(tr("Basic"), tr("Measured"))
    names = (tr("Basic"), tr("Fair"), tr("Good"), tr("Strong"))
    return ModelFact(names[bisect(_CLASSES, entry.parameters)], tr("Estimated from size"))


def trial_words(trial: TrialResult) -> str:
    """What a model did on the samples, in full."""
    return tr(SENTENCES, **figures(trial))


def facts_of(entry: CatalogEntry) -> str:
    """Parameters and languages in one line, and that it does only half of the work."""
    parts = [tr("Only rewrites")] if entry.rewrites_only else []
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
            tr("{count} languages including English", count=len(codes))
            if "en" in codes
            else tr("{count} languages", count=len(codes))
        )
    return ", ".join(NAMES.get(code, code) for code in codes)


def action_words(action: ModelAction, row: ModelRow) -> str:
    """What the button or the entry of the menu says."""
    return {
        ModelAction.USE: tr("Use"),
        ModelAction.DOWNLOAD: tr("Use the network")
        if row.question
        else tr("Download {size}", size=size_words(row.size)),
        ModelAction.PAUSE: tr("Stop"),
        ModelAction.RESUME: tr("Go on"),
        ModelAction.CANCEL: tr("Not now") if row.question else tr("Discard download"),
        ModelAction.DISCARD: tr("Discard download"),
        ModelAction.GIVE_TOKEN: tr("Go on"),
        ModelAction.TRY: tr("Try it on ten samples"),
        ModelAction.STOP_TRYING: tr("Stop"),
        ModelAction.CHECK: tr("Check the file"),
        ModelAction.DELETE: tr("Remove"),
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
