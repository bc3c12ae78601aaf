"""`penname anonymize`: the window's job without a window."""

import argparse
import sys
from typing import Any

import msgspec

from penname.cli import document_files, goals, true_values
from penname.cli.stopping import until_stopped
from penname.cli.terminal import DONE, FAILED, STOPPED, say, source
from penname.domain.proposals import ENGINE_ERROR, STOPPED_BY_USER
from penname.sessions.intake import Intake, encode_text
from penname.sessions.report import Report
from penname.sessions.session_job import ProgressReporter, SessionJob
from penname.settings import Settings, load_attributes, load_settings


def add_parser(commands: Any) -> None:
    """Add the command to `commands`, what argparse's `add_subparsers` returned."""
    job = commands.add_parser(
        "anonymize",
        help="rewrite a text on the command line",
        description="Rewrites a text so that it gives less away about its author. The result goes to "
        "standard output, progress to standard error, and so does how many people fit what can be read.",
        epilog="Exit codes: 0 done, 1 the model could not finish, 2 the text or the options cannot be used, "
        "70 an unexpected error, 130 stopped with Ctrl+C. With 1 and 130, what was done is printed.",
    )
    document_files.add_file(job)
    goals.add_options(job)
    true_values.add_options(job)
    job.add_argument(
        "--model",
        metavar="NAME|PATH",
        help="a model's name (see “penname models list”) or a GGUF file (default: that of the settings)",
    )
    job.add_argument(
        "--rewrite-model",
        metavar="NAME|PATH",
        help="another model that rewrites what --model has read and judged "
        "(default: the same, or the writer that goes with it)",
    )
    document_files.add_options(job)
    job.add_argument("--encoding", metavar="NAME", help="the encoding of a text that is not UTF-8")
    job.add_argument(
        "--json",
        action="store_true",
        help="print the whole job as one JSON object; its people are how many fit what is read of the "
        "original (before) and of the result (after), each from low to high, or null where nobody read it",
    )
    job.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Anonymize and print; raises PennameError for what cannot be used."""
    settings = with_models(load_settings(), options)
    goal = goals.goal_of(options, settings, load_attributes(settings))
    document = document_files.document_of(options)
    intake = Intake(document.text) if document else document_files.read(options, source(options.file))
    method = goals.method_of(options, settings)
    if options.pen_name is not None and method != "misleading":
        say(f"The method {method} does not point readers at what the pen name claims; misleading does.")
    progress = ProgressReporter(say, live=sys.stderr.isatty())
    job = SessionJob(settings, intake.text, goal, progress, method)
    report = until_stopped(job)
    if report is None:
        say("Stopped before the model was ready. Your text is unchanged.")
        return STOPPED
    if job.error is not None:
        say(str(job.error))
    if counted := str(report.people):
        say(counted)
    written = document is None or document.write(report.text)
    if document is None or options.json:
        _print(report, intake, as_json=options.json)
    if options.pen_name is not None:
        say("Nothing was added to the pen name. Once the text is published: penname pen-name post NAME FILE")
    return {ENGINE_ERROR: FAILED, STOPPED_BY_USER: STOPPED}.get(report.stopped, DONE if written else FAILED)


def with_models(settings: Settings, options: argparse.Namespace) -> Settings:
    """The settings with the models of the options; a model that is named does all, unless two are."""
    if options.model:
        settings = msgspec.structs.replace(settings, model=options.model, rewrite_model="")
    if options.rewrite_model:
        settings = msgspec.structs.replace(settings, rewrite_model=options.rewrite_model)
    return settings


def _print(report: Report, intake: Intake, *, as_json: bool) -> None:
    sys.stdout.flush()
    sys.stdout.buffer.write(report.to_json() if as_json else encode_text(intake, report.text))
    sys.stdout.buffer.flush()
