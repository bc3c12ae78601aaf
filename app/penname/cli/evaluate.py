"""`penname evaluate`: measures protection on a data set, with any models, on this computer."""

import argparse
import shlex
import sys
from pathlib import Path
from typing import Any

from penname.batch.room import shared_out
from penname.cli import data_sets, human_study, outside_readers, trial
from penname.cli.stopping import until_stopped
from penname.cli.terminal import DONE, FAILED, STOPPED, say
from penname.domain.errors import BadInput
from penname.domain.goal import MOST_ROUNDS, ROUNDS
from penname.domain.matching import Rules
from penname.methods.registry import USUAL, methods
from penname.settings import load_attributes, load_settings

_MOST_WORKERS = 64


def add_parser(commands: Any) -> None:
    """Add the command to `commands`, what argparse's `add_subparsers` returned."""
    job = commands.add_parser(
        "evaluate",
        help="measure how well methods and models protect, as the papers do",
        description="Rewrites the texts of a data set, lets an attacker read them before and after, and "
        "writes a report. Needs the extra packages of penname[evaluation].",
        epilog="Reads the synthetic PersonalReddit and SynthPAI's comments as they are published, "
        "self-disclosures (JSON lines with text, attribute and value), and any JSON lines or CSV by columns. "
        "The results folder holds the texts: keep it where you keep the data set.",
    )
    job.add_argument("dataset", metavar="DATASET", type=Path, nargs="?", help="a JSONL or CSV file")
    job.add_argument(
        "--method",
        metavar="M[,M...]",
        help=f"{', '.join(method.name for method in methods())}, mask (asterisks over what the detectors "
        "find), none (the texts as they are); with settings: misleading:row=3, adversarial:certainty=0 "
        f"(default: {USUAL.name})",
    )
    job.add_argument(
        "--model", default="starter", metavar="X[,X...]", help="anonymizers: names or GGUF files (starter)"
    )
    job.add_argument(
        "--attacker",
        metavar="Y[,Y...]",
        help="attackers, the first in all tables (default: the anonymizer); a model alone unless more is "
        "named: starter+rules, starter+rules+probes, starter+prompts (asked in the words of the method)",
    )
    job.add_argument(
        "--attack-style",
        default="short",
        metavar="S[,S...]",
        help="short: a sentence of reasoning within the answer; one-by-one (FgAA, IncogniText) or together "
        "(RLAA): up to 600 tokens of free reasoning first, of one attribute a question or of all; several "
        "are compared on the same texts (default: short)",
    )
    job.add_argument("--judge", default="none", metavar="Z", help="a model that judges texts (default: none)")
    job.add_argument("--output", type=Path, metavar="DIR", help="results (default: evaluation-DATASET)")
    job.add_argument(
        "--resume", action="store_true", help="go on with the run in --output; more attackers may join it"
    )
    job.add_argument(
        "--workers",
        type=int,
        default=1,
        metavar="N",
        help="processes that work at the same time, each with its own models (1)",
    )
    job.add_argument("--limit", type=int, metavar="N", help="this many texts, drawn with the seed")
    job.add_argument("--seed", type=int, default=0, metavar="N", help="for all random choices (default: 0)")
    job.add_argument(
        "--rounds", type=int, default=ROUNDS, metavar="N", help=f"most rewrites (default: {ROUNDS})"
    )
    job.add_argument(
        "--rules",
        choices=[rules.value for rules in Rules],
        default=Rules.PENNAME.value,
        help="whose rules say that a guess is right, and whose BLEU (default: penname)",
    )
    job.add_argument("--hardness", metavar="N,N", help="only texts of this hardness, 1 to 5")
    job.add_argument(
        "--stated", action="store_true", help="only texts in which the labelled value appears literally"
    )
    job.add_argument(
        "--ends-only", action="store_true", help="attack only the first and the last text: faster, no curves"
    )
    job.add_argument(
        "--labelled-only",
        action="store_true",
        help="ask the attacker for nothing but what each text is about, as IncogniText does: much faster",
    )
    data_sets.add_options(job)
    outside_readers.add_options(job)
    human_study.add_options(job)
    trial.add_options(job)
    job.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Evaluate; raises PennameError for what cannot be used."""
    if options.tried is not None:
        return trial.run(options)
    from penname.lab.evaluation.attackers import in_styles
    from penname.lab.evaluation.evaluating import Evaluation, EvaluationOptions, parse_method
    from penname.lab.evaluation.models import Models

    if outside_readers.are_meant(options):
        return outside_readers.run(options)
    if options.study is not None:
        return human_study.run(options)
    if options.answers:
        raise BadInput(
            "Say what the answers are to: --key FILE of outside readers' tasks, or --study with --output."
        )
    if options.dataset is None:
        raise BadInput("Name a data set: penname evaluate DATASET")
    chosen = data_sets.listed(options.method or USUAL.name)
    for method in chosen:
        if method not in ("mask", "none"):
            parse_method(method)
    if not 1 <= options.rounds <= MOST_ROUNDS:
        raise BadInput(f"The number of rounds must be from 1 to {MOST_ROUNDS}.")
    if options.limit is not None and options.limit < 1:
        raise BadInput("The limit must be at least 1.")
    if not 1 <= options.workers <= _MOST_WORKERS:
        raise BadInput(f"The number of workers is a whole number from 1 to {_MOST_WORKERS}.")
    if not 0 <= options.seed < 2**31:
        raise BadInput("The seed must be a whole number from 0 to 2147483647.")
    wanted = EvaluationOptions(
        dataset=options.dataset,
        output=options.output or Path(f"evaluation-{options.dataset.stem}"),
        methods=chosen,
        models=data_sets.listed(options.model),
        attackers=in_styles(
            data_sets.listed(options.attacker or "") or data_sets.listed(options.model)[:1],
            data_sets.listed(options.attack_style),
        ),
        judge=options.judge,
        columns=data_sets.columns(options),
        limit=options.limit,
        seed=options.seed,
        rounds=options.rounds,
        rules=Rules(options.rules),
        every_round=not options.ends_only,
        labelled_only=options.labelled_only,
        stated_only=options.stated,
        hardness=_hardness(options.hardness),
        authors=data_sets.authors(options),
        resume=options.resume,
        command=shlex.join(["penname", *(word for word in sys.argv[1:] if word != "--resume")]),
    )
    settings = load_settings()
    engine = shared_out(settings, options.workers).engine
    models = [Models(say, engine) for _ in range(options.workers)]
    evaluation = Evaluation(wanted, load_attributes(settings), say, models)
    summary = until_stopped(evaluation)
    if summary is not None:
        print((wanted.output / "summary.md").read_text(encoding="utf-8"), end="")
    if summary is None or evaluation.stopped:
        say(f"What was measured is kept in {wanted.output}; --resume continues from there.")
        return STOPPED
    return DONE if all(row.texts for row in summary.methods.values()) else FAILED


def _hardness(written: str | None) -> tuple[int, ...]:
    if written is None:
        return ()
    levels = data_sets.listed(written)
    if not levels or not all(level in ("1", "2", "3", "4", "5") for level in levels):
        raise BadInput("Hardness is given like 1,2: whole numbers from 1 to 5.")
    return tuple(map(int, levels))
