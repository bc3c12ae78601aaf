"""`penname batch`: folders of documents and data sets, one text after the other, on all cores."""

import argparse
import sys
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

from penname.batch.batch import FAILURES, RESULTS, Batch
from penname.batch.cluster import Cluster
from penname.batch.dry_run import DryRun
from penname.batch.progress import BatchProgress
from penname.batch.room import shared_out, workers_with_room
from penname.batch.tables import TextColumns
from penname.batch.texts import BatchTexts
from penname.batch.worker import LocalWorker, TextWorker
from penname.cli import goals, true_values, writing_as
from penname.cli.anonymize import with_models
from penname.cli.passphrases import vault_passphrase
from penname.cli.stopping import until_stopped
from penname.cli.terminal import DONE, FAILED, STOPPED, say
from penname.documents.kinds import usual_endings
from penname.domain.errors import BadInput
from penname.models.system import physical_cores
from penname.sessions.session_job import duration
from penname.settings import Settings, load_attributes, load_settings

_AUTO = "auto"
_LOCAL = "local"
_MOST_WORKERS = 4096
_STARTS = "Starting a Ray cluster on this computer. It is reached from nowhere else, and ends with the batch."
_CROSSES = (
    "The texts cross the network to the machines of the Ray cluster at {address} and back, encrypted only if "
    "that cluster is set up for TLS. Who runs these machines can read them, and may let Ray write texts that "
    "do not fit into memory to a disk."
)
_GO_ON = "{done:,} of {total:,} texts are done. The same command goes on from there."


def add_parser(commands: Any) -> None:
    """Add the command to `commands`, what argparse's `add_subparsers` returned."""
    job = commands.add_parser(
        "batch",
        help="rewrite many texts: folders of documents, data sets",
        description="Rewrites every text of documents and data sets as “penname anonymize” rewrites one. "
        "Results lie in --output under the names of the inputs; results.jsonl has each once it is done, "
        "failures.jsonl those that could not be rewritten, with reasons. A batch that was stopped or killed "
        "goes on with the same command, and no text is done twice.",
        epilog="Exit codes: 0 all texts are done, 1 some are not, 2 inputs or options cannot be used, 70 an "
        "unexpected error, 130 stopped with Ctrl+C.",
    )
    job.add_argument(
        "inputs",
        nargs="+",
        metavar="INPUT",
        type=Path,
        help=f"a folder, a document ({', '.join(usual_endings(lambda kind: kind.whole))}) or a data set "
        "(.jsonl, .csv, .tsv; .parquet with the packages of penname[parquet])",
    )
    job.add_argument(
        "--output", metavar="DIR", type=Path, required=True, help="a new folder, or that of the same batch"
    )
    job.add_argument(
        "--text-column",
        default="text",
        metavar="NAME",
        help="of data sets: the column with the texts (text); all others stay as they are",
    )
    job.add_argument(
        "--author-column",
        default="",
        metavar="NAME",
        help="of data sets: who wrote each text; those of one author are worked on together and in order, "
        "and misleading takes the same wrong values in all of them",
    )
    job.add_argument(
        "--together",
        action="store_true",
        help="with --author-column: rewrite all texts of an author as one, so that what any of them tells is "
        "hidden in all, in the same words",
    )
    job.add_argument(
        "--workers",
        default=_AUTO,
        metavar="N|auto",
        help="processes that work at the same time, each with its own models (auto: one for each core that "
        "has the memory for it)",
    )
    job.add_argument(
        "--ray",
        metavar="ADDRESS|local",
        help="share the work out through Ray (the packages of penname[ray]): local starts a cluster on this "
        "computer, HOST:PORT uses one that this computer is a node of; the texts then cross the network",
    )
    job.add_argument(
        "--dry-run", action="store_true", help="rewrite a few texts, say how long all take, write nothing"
    )
    kept = job.add_mutually_exclusive_group()
    kept.add_argument(
        "--strip-metadata", action="store_true", help="leave out what documents tell beside their text"
    )
    kept.add_argument("--keep-metadata", action="store_true", help="take it along")
    goals.add_options(job)
    true_values.add_options(job)
    job.add_argument("--model", metavar="NAME|PATH", help="as in penname anonymize")
    job.add_argument("--rewrite-model", metavar="NAME|PATH", help="as in penname anonymize")
    job.set_defaults(run=run, file=None)


def run(options: argparse.Namespace) -> int:
    """Work through the batch; raises PennameError for what cannot be used."""
    settings = with_models(load_settings(), options)
    ask = vault_passphrase(options)
    pen_name = writing_as.pen_name_of(options, ask)
    goal = goals.goal_of(options, settings, load_attributes(settings), ask, pen_name)
    method = goals.method_of(options, settings)
    if options.together and not options.author_column:
        raise BadInput("--together needs --author-column: which texts are of one author?")
    strip = options.strip_metadata if options.strip_metadata or options.keep_metadata else None
    columns = TextColumns(options.text_column, options.author_column)
    texts = BatchTexts(options.inputs, columns, strip=strip)
    if texts.left_out:
        say(f"{texts.left_out:,} files in the folders are of other kinds, hidden, or links: left out.")
    with ExitStack() as stack:
        make_worker, count = _workers_for(options, settings, method, len(texts), stack)
        if options.dry_run:
            return _dry_run(DryRun(texts, goal, make_worker, count), len(texts), count)
        named = [options.model or settings.model, options.rewrite_model or settings.rewrite_model]
        batch = Batch(
            texts,
            options.output,
            method,
            goal,
            [*columns, str(strip), *named],
            make_worker,
            count,
            BatchProgress(say, live=sys.stderr.isatty()),
            together=options.together,
        )
        say(f"{len(texts):,} texts, {_workers(count)}.")
        return _finish(batch, len(texts), options.output)


def _workers_for(
    options: argparse.Namespace, settings: Settings, method: str, total: int, stack: ExitStack
) -> tuple[Callable[[], TextWorker], int]:
    """What makes a worker, and how many to make."""
    if options.ray is None:
        count = min(_count(options.workers) or workers_with_room(settings, physical_cores()), total)
        shared = shared_out(settings, count)
        return lambda: LocalWorker(shared, method), count
    address = "" if options.ray == _LOCAL else options.ray
    say(_CROSSES.format(address=address) if address else _STARTS)
    wanted = _count(options.workers)
    cluster = stack.enter_context(closing(Cluster(settings, method, address, workers=wanted, most=total)))
    if address:
        say(f"The cluster has {cluster.nodes:,} nodes that work.")
    return cluster.worker, cluster.workers


def _finish(batch: Batch, total: int, folder: Path) -> int:
    done = until_stopped(batch)
    if sys.stderr.isatty():
        say("")
    if done is None or batch.stopped:
        say(_GO_ON.format(done=done or 0, total=total))
        return STOPPED
    say(f"{done:,} of {total:,} texts are done; the results are in {folder}, also line by line in {RESULTS}.")
    if batch.failed:
        say(f"{batch.failed:,} could not be rewritten and are left out; {FAILURES} says why.")
    say("A stronger reader, or someone who knows the authors, may still recognize them.")
    return FAILED if batch.failed else DONE


def _dry_run(job: DryRun, total: int, count: int) -> int:
    if not until_stopped(job):
        return STOPPED
    if job.seconds is None:
        say("None of the texts that were tried could be rewritten, so nobody knows how long the others take.")
        return FAILED
    took, rate = total * job.seconds / count, 3600 * count / job.seconds
    say(
        f"{total:,} texts with {_workers(count)}: {duration(took)}, {rate:,.0f} an hour, "
        f"by {job.tried} of them tried here. Nothing was written."
    )
    return DONE


def _workers(count: int) -> str:
    return f"{count} workers" if count > 1 else "one worker"


def _count(wanted: str) -> int:
    """The number that was named; 0 where memory and cores say it."""
    if wanted == _AUTO:
        return 0
    if not wanted.isdecimal() or not 1 <= int(wanted) <= _MOST_WORKERS:
        raise BadInput(f"The number of workers is a whole number from 1 to {_MOST_WORKERS:,}, or auto.")
    return int(wanted)
