"""`penname evaluate --try MODEL`: how a model does on the samples that ship, on this computer."""

import argparse

from penname.cli.stopping import until_stopped
from penname.cli.terminal import DONE, STOPPED, say
from penname.models.trials import in_words
from penname.sessions.model_service import ModelService


def add_options(job: argparse.ArgumentParser) -> None:
    """Add the option to `penname evaluate`."""
    job.add_argument(
        "--try",
        dest="tried",
        metavar="MODEL",
        help="without a DATASET: rewrite the ten samples that ship with this model, and say what is hidden, "
        "what is left of the texts, and how long a text takes; the list of models shows it from then on",
    )


def run(options: argparse.Namespace) -> int:
    """Try the model; raises PennameError."""
    job = ModelService().trial(options.tried, lambda done, of: say(f"Sample {done + 1} of {of} ..."))
    trial = until_stopped(job)
    if trial is None:
        say("Stopped; nothing was kept.")
        return STOPPED
    print(in_words(trial))
    return DONE
