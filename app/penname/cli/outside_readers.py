"""The outside readers of `penname evaluate`: tasks to give away, and filled-in answers as figures."""

import argparse
from pathlib import Path

import msgspec

from penname.cli import data_sets
from penname.cli.terminal import DONE, say
from penname.domain.errors import BadInput
from penname.domain.matching import Rules
from penname.settings import load_attributes, load_settings

_PORTION = 40


def add_options(job: argparse.ArgumentParser) -> None:
    """Add their options to `penname evaluate`."""
    tasks = job.add_argument_group("outside readers, of DATASET and the results in --output")
    tasks.add_argument(
        "--tasks",
        type=Path,
        metavar="DIR",
        help="write what outside readers need to guess and to judge texts, in portions, shuffled, with no "
        "method named; --answers with --key reads the filled-in files (JSON or CSV) back",
    )
    tasks.add_argument(
        "--versions",
        type=Path,
        metavar="FILE",
        help="mix in edited texts of others: JSON lines or CSV with id, text, version, control (yes: known "
        "to be good)",
    )
    tasks.add_argument(
        "--portion", type=int, default=_PORTION, metavar="N", help=f"tasks a file (default: {_PORTION})"
    )
    tasks.add_argument("--key", type=Path, metavar="FILE", help="the key (default: DIR-key.json beside DIR)")


def are_meant(options: argparse.Namespace) -> bool:
    """Whether the options ask for tasks, or for the answers to them."""
    return options.tasks is not None or bool(options.answers and options.key)


def run(options: argparse.Namespace) -> int:
    """Write tasks, or evaluate answers; raises BadInput."""
    return _write(options) if options.tasks is not None else _evaluate(options)


def _write(options: argparse.Namespace) -> int:
    from penname.lab.evaluation.outside.choosing import Choice, chosen
    from penname.lab.evaluation.outside.key import key_beside
    from penname.lab.evaluation.outside.tasks import tasks_of
    from penname.lab.evaluation.outside.writing import check_places, write_tasks

    if options.answers:
        raise BadInput("Write tasks, or read answers to them (--answers with --key): one at a time.")
    if options.dataset is None:
        raise BadInput("Name the data set of the results: penname evaluate DATASET --tasks DIR --output DIR")
    if options.output is None and options.versions is None:
        raise BadInput("Say whose texts readers are to see: --output RESULTS, --versions FILE, or both")
    if options.portion < 1 or (options.limit is not None and options.limit < 1):
        raise BadInput("Portions and limits must be at least 1.")
    key_file = options.key or key_beside(options.tasks)
    check_places(options.tasks, key_file)
    authors = data_sets.authors(options)
    samples, versions, asked = chosen(
        Choice(
            options.dataset,
            data_sets.columns(options),
            options.output,
            data_sets.listed(options.method or ""),
            options.versions,
            authors,
            options.limit,
            options.seed,
        ),
        load_attributes(load_settings()),
    )
    whose = authors.described if authors else ""
    tasks, key = tasks_of(samples, versions, asked, options.seed, whose)
    files = write_tasks(options.tasks, key_file, tasks, key, options.portion)
    for file in files:
        print(file)
    say(
        f"{len(tasks)} tasks about {len(samples)} texts. Give {options.tasks} away as it is, and keep "
        f"{key_file} to yourself. The tasks hold the texts."
    )
    return DONE


def _evaluate(options: argparse.Namespace) -> int:
    from penname.lab.evaluation.models import asked_attributes
    from penname.lab.evaluation.outside.answers import read_answers
    from penname.lab.evaluation.outside.counting import figures
    from penname.lab.evaluation.outside.key import read_key
    from penname.lab.evaluation.outside.report import report
    from penname.lab.evaluation.scoring import Scorer
    from penname.roles.known_values import known_values

    key = read_key(options.key)
    answers = read_answers(options.answers, key)
    asked = asked_attributes(load_attributes(load_settings()), list(key.empty))
    rules = Rules(options.rules)
    scorer = Scorer({attribute.name: attribute for attribute in asked}, rules, known_values())
    found = figures(key, answers, scorer, rules.value)
    name = options.key.stem.removesuffix("-key")
    plain = msgspec.json.format(msgspec.json.encode(found), indent=2) + b"\n"
    (options.key.parent / f"{name}-figures.json").write_bytes(plain)
    (options.key.parent / f"{name}-figures.md").write_text(report(found), encoding="utf-8")
    print(report(found), end="")
    return DONE
