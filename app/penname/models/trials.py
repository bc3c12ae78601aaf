"""What a model did on the sample texts that ship; kept in the cache folder, without a word of them.

`sessions/model_trial.py` measures it.
"""

import msgspec

from penname import locations
from penname.models.measured import keep_measured

_FILE = "trials.json"


class TrialResult(msgspec.Struct, frozen=True, kw_only=True):
    """How a model protected `texts` samples.

    Of the `clues` written beside them that the starter's reader found in the originals, it no longer found
    `hidden` in the results. `kept` is the mean share of the originals' words that are left (0 to 1),
    `seconds` the mean time a text took on this computer, `unchanged` how many texts with clues were left as
    they were.
    """

    texts: int
    clues: int
    hidden: int
    kept: float
    seconds: float
    unchanged: int


SENTENCES = (
    "In {texts} samples {hidden} of {clues} clues are hidden from the starter model; {kept} % of the words "
    "are left, and {unchanged} texts with clues are unchanged. A text takes {seconds} s on this computer. "
    "Whether you would post the results only you can say; stronger readers may see more."
)


def figures(trial: TrialResult) -> dict[str, int]:
    """What goes into the places of SENTENCES."""
    fields = msgspec.structs.asdict(trial)
    return {**fields, "kept": round(100 * trial.kept), "seconds": round(trial.seconds)}


def in_words(trial: TrialResult) -> str:
    """What was found, in English."""
    return SENTENCES.format(**figures(trial))


def remember_trial(model: str, trial: TrialResult) -> None:
    """Keep what the model with this name did, in the place of what it did before."""
    keep_measured(_FILE, msgspec.json.encode({**known_trials(), model: trial}))


def known_trials() -> dict[str, TrialResult]:
    """What was measured on this computer, by the models' names; empty where nothing was."""
    try:
        return msgspec.json.decode((locations.cache_dir() / _FILE).read_bytes(), type=dict[str, TrialResult])
    except (OSError, msgspec.DecodeError):
        return {}
