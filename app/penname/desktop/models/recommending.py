"""Which model suits this computer best, and how long a model takes for a text."""

from penname.models.catalog import CatalogEntry
from penname.models.fit import Fit, FitLevel, fit_of_entry
from penname.sessions.model_service import ModelInventory

SLOW = 4.0  # tokens a second; below, nobody wants to wait for a first round
_USUAL_WORDS = 120  # of a text, for which the counts below stand
# Tokens to read a text, rewrite it and read it again. Those of the starter and of the sentence writer were
# measured (docs/MEASURED.md: 4.5 s a round at 83 a second; 18 s a text at 47). Nobody has timed the others:
# theirs are half of what their prompts allow.
_TOKENS = {"starter": 750, "writer": 850}
_TOKENS_OF_OTHERS = 2300


def recommended(inventory: ModelInventory) -> CatalogEntry | None:
    """The largest model of the catalog that this computer runs well and fast enough, else what it came with.

    Where nothing is known of its speed, the first of the catalog that fits well.
    """
    if inventory.hardware is None:
        return None
    found = []
    for entry in inventory.catalog:
        fit = fit_of_entry(entry, inventory.hardware, inventory.speed)
        fits = fit.level is FitLevel.WELL and not is_slow(fit)
        if entry.repo and not entry.rewrites_only and not entry.gated and fits:
            found.append(entry)
    if not found:
        return next(
            (model.entry for model in inventory.installed if model.entry and not model.entry.repo), None
        )
    return max(found, key=lambda entry: entry.size) if inventory.speed else found[0]


def is_slow(fit: Fit) -> bool:
    """Whether a model would try its user's patience here."""
    return fit.tokens_per_second is not None and fit.tokens_per_second < SLOW


def seconds_for(words: int, pack: str, tokens_per_second: float) -> float:
    """How long it takes to read a text of so many words, to rewrite it, and to read it again; an estimate."""
    tokens = _TOKENS.get(pack, _TOKENS_OF_OTHERS) * max(1.0, words / _USUAL_WORDS)
    return tokens / tokens_per_second
