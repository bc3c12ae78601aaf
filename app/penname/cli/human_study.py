"""The human study of `penname evaluate`: questionnaires for raters, and their answers as figures."""

import argparse
from pathlib import Path

import msgspec

from penname.cli.terminal import DONE, say
from penname.domain.errors import BadInput

_MOST_RATERS = 100
_TEXTS = 50  # as many as RLAA showed each rater


def add_options(job: argparse.ArgumentParser) -> None:
    """Add the study's options to `penname evaluate`."""
    study = job.add_argument_group("human study, of the results in --output")
    study.add_argument(
        "--study",
        choices=["pairs", "ratings"],
        help="write blinded questionnaires: two versions side by side, or one version to rate",
    )
    study.add_argument("--raters", type=int, default=5, metavar="N", help="this many raters (default: 5)")
    study.add_argument(
        "--answers",
        nargs="+",
        type=Path,
        metavar="FILE",
        help="read these answers back into figures: of raters with --study, of outside readers with --key",
    )


def run(options: argparse.Namespace) -> int:
    """Write questionnaires, or evaluate answers; raises BadInput."""
    from penname.lab.human_study.answers import read_answers, study_report
    from penname.lab.human_study.study import StudyKind, key_path, write_study

    kind = StudyKind(options.study)
    if options.output is None:
        raise BadInput("Say where the results are that raters are to see: --output DIR")
    if not 1 <= options.raters <= _MOST_RATERS:
        raise BadInput(f"The number of raters must be from 1 to {_MOST_RATERS}.")
    if options.answers:
        result = read_answers(options.output, kind, options.answers)
        plain = msgspec.json.format(msgspec.json.encode(result), indent=2) + b"\n"
        (options.output / f"study-{kind}-results.json").write_bytes(plain)
        print(study_report(result), end="")
        return DONE
    named = [] if options.method is None else [name.strip() for name in options.method.split(",")]
    sheets = write_study(options.output, kind, named, options.raters, options.limit or _TEXTS, options.seed)
    for sheet in sheets:
        print(sheet)
    say(
        f"Give one page to each rater, and keep {key_path(options.output, kind).name} to yourself. "
        "The pages hold the original texts; they send nothing."
    )
    return DONE
