"""The human study of `penname evaluate`: questionnaires for raters, and their answers as figures."""

import argparse
from pathlib import Path

import msgspec

from penname.cli import data_sets
from penname.cli.terminal import DONE, say
from penname.domain.errors import BadInput

_MOST_RATERS = 100
_TEXTS = 50  # as many as RLAA showed each rater


def add_options(job: argparse.ArgumentParser) -> None:
    """Add the study's options to `penname evaluate`."""
    study = job.add_argument_group("human study, of DATASET and the results in --output, or --versions")
    study.add_argument(
        "--study",
        choices=["pairs", "ratings"],
        help="write blinded questionnaires: two versions side by side, or one version to rate",
    )
    study.add_argument(
        "--raters", type=int, default=5, metavar="N", help="so many people rate each version (default: 5)"
    )
    study.add_argument(
        "--answers",
        nargs="+",
        type=Path,
        metavar="FILE",
        help="read these answers back into figures: of raters with --study, of outside readers with --key",
    )


def run(options: argparse.Namespace) -> int:
    """Write questionnaires, or evaluate answers; raises BadInput."""
    from penname.lab.evaluation.outside.choosing import Choice, chosen
    from penname.lab.human_study.answers import read_answers, study_report
    from penname.lab.human_study.study import StudyKind, key_path, write_study

    kind = StudyKind(options.study)
    if options.output is None:
        raise BadInput("Say where the study is to lie, with the results that raters are to see: --output DIR")
    if not 1 <= options.raters <= _MOST_RATERS:
        raise BadInput(f"The number of raters must be from 1 to {_MOST_RATERS}.")
    if options.answers:
        result = read_answers(options.output, kind, options.answers)
        plain = msgspec.json.format(msgspec.json.encode(result), indent=2) + b"\n"
        (options.output / f"study-{kind}-results.json").write_bytes(plain)
        print(study_report(result), end="")
        return DONE
    if options.dataset is None:
        raise BadInput(f"Name the data set of the results: penname evaluate DATASET --study {kind}")
    samples, versions, _ = chosen(
        Choice(
            options.dataset,
            data_sets.columns(options),
            options.output if (options.output / "rewrites.jsonl").exists() or not options.versions else None,
            data_sets.listed(options.method or ""),
            options.versions,
            data_sets.authors(options),
            options.limit or _TEXTS,
            options.seed,
        ),
        (),
    )
    sheets = write_study(options.output, kind, samples, versions, options.raters, options.seed)
    for sheet in sheets:
        print(sheet)
    say(
        f"Give one page to each rater, and keep {key_path(options.output, kind).name} to yourself. "
        "The pages hold the original texts; they send nothing."
    )
    return DONE
