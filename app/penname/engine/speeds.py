"""Raw speeds of a model on this machine, and the order to measure them."""

from itertools import pairwise

import msgspec

from penname.engine.options import Tuning
from penname.models.files import ModelFiles


class Speeds(msgspec.Struct, frozen=True, tag="speeds"):
    """Tokens a second: of a prompt, of single tokens, of runs of one answer and of several answers at once.

    `runs` are (tokens in one batch, tokens/s), `together` (answers that are written side by side, tokens/s of
    all). All but the prompt's are measured behind a prompt of `depth` tokens.
    """

    depth: int
    prompt: float
    single: float
    runs: tuple[tuple[int, float], ...] = ()
    together: tuple[tuple[int, float], ...] = ()

    def of_run(self, length: float) -> float:
        """The speed at a mean run length; between the measured ones, in proportion of seconds a token."""
        known = ((1, self.single), *self.runs)
        for (low, slow), (high, fast) in pairwise(known):
            if length <= high:
                share = max(0.0, (length - low) / (high - low))
                return 1 / ((1 - share) / slow + share / fast)
        return known[-1][1]


class Measure(msgspec.Struct, frozen=True, tag="measure"):
    """Measure this model with these settings: a prompt of `depth` tokens, `steps` decodes at a time.

    All orders to one process load the model alike: the first one's way.
    """

    model: ModelFiles
    tuning: Tuning
    depth: int
    steps: int
    runs: tuple[int, ...] = ()
    together: tuple[int, ...] = ()


class SettingsRefused(msgspec.Struct, frozen=True, tag="refused"):
    """These settings cannot be had on this machine, or the model cannot be loaded."""
