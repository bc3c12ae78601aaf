"""`penname anonymize`: the window's job without a window."""

import argparse
import sys
from functools import partial
from typing import Any

import msgspec

from penname.cli import (
    decisions,
    document_files,
    goals,
    own_attributes,
    several_posts,
    true_values,
    writing_as,
)
from penname.cli.interactive import InteractiveJob, check_terminal
from penname.cli.passphrases import vault_passphrase
from penname.cli.stopping import until_stopped
from penname.cli.terminal import DONE, FAILED, STOPPED, put, say, source
from penname.domain.proposals import ENGINE_ERROR, STOPPED_BY_USER
from penname.methods.registry import misleads
from penname.sessions.intake import Intake, encode_text
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
    several_posts.add_files(job)
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
        help="print the whole job as one JSON object; each phrase of its evidence has its weight: how many "
        "nats less likely the guess is without it (null where that was not weighed); its people are how many "
        "fit what is read of the original (before) and of the result (after), each from low to high, or null "
        "where nobody read it; with --as, its against_posts say what is new, known, or contradicts the posts"
        "; the alternatives of a round are other changes that its rewrite offered",
    )
    job.add_argument(
        "--interactive",
        action="store_true",
        help="show every proposal here and ask: hide or leave what was read, mark and lock words, take "
        "single changes back or make them another way, go back to a round; ? lists all",
    )
    decisions.add_options(job)
    job.set_defaults(run=partial(run, job=job))


def run(options: argparse.Namespace, job: argparse.ArgumentParser) -> int:
    """Anonymize and print; raises PennameError for what cannot be used. `job` knows the options."""
    if options.more_files:
        several_posts.check_options(options)
    if options.decide:
        decisions.check_alone(options, job)
        return _repeat(options)
    if options.interactive:
        check_terminal()
    kept = decisions.DecisionsFile(options)
    settings = own_attributes.with_own(with_models(load_settings(), options), options)
    ask = vault_passphrase(options)
    pen_name = writing_as.pen_name_of(options, ask)
    goal = goals.goal_of(options, settings, load_attributes(settings), ask, pen_name)
    document, intake = _imported(options)
    goal = msgspec.structs.replace(goal, together=bool(options.more_files))
    method = goals.method_of(options, settings)
    if options.pen_name is not None and not misleads(method):
        say(f"The method {method} does not point readers at what the pen name claims; misleading does.")
    progress = ProgressReporter(say, live=sys.stderr.isatty())
    made = InteractiveJob if options.interactive else SessionJob
    session = made(settings, intake.text, goal, progress, method, pen_name, weighs=options.json)
    report = until_stopped(session)
    if pen_name is not None:
        writing_as.keep_told(pen_name.name, session.told, ask)
    if report is None:
        say("Stopped before the model was ready. Your text is unchanged.")
        return STOPPED
    if session.error is not None:
        say(str(session.error))
    if counted := str(report.people):
        say(counted)
    written = kept.write(report)
    written = (document is None or document.write(report.text)) and written
    if document is None or options.json:
        put(report.to_json() if options.json else encode_text(intake, report.text))
    if options.pen_name is not None:
        say("Nothing was added to the pen name. Once the text is published: penname pen-name post NAME FILE")
    if report.stopped == STOPPED_BY_USER and not (options.interactive and not session.stopped):
        return STOPPED
    return DONE if written and report.stopped != ENGINE_ERROR else FAILED


def with_models(settings: Settings, options: argparse.Namespace) -> Settings:
    """The settings with the models of the options; a model that is named does all, unless two are."""
    if options.model:
        settings = msgspec.structs.replace(settings, model=options.model, rewrite_model="")
    if options.rewrite_model:
        settings = msgspec.structs.replace(settings, rewrite_model=options.rewrite_model)
    return settings


def _repeat(options: argparse.Namespace) -> int:
    """Make decisions again."""
    document, intake = _imported(options)
    text = decisions.repeated(options, intake.text)
    if document is not None:
        return DONE if document.write(text) else FAILED
    put(encode_text(intake, text))
    return DONE


def _imported(
    options: argparse.Namespace,
) -> tuple[document_files.DocumentFile | several_posts.SeveralPosts | None, Intake]:
    """The text, and the document that it stands in, if it does; raises BadInput and BadEncoding."""
    if options.more_files:
        posts = several_posts.SeveralPosts(options)
        return posts, Intake(posts.text)
    document = document_files.document_of(options)
    return document, Intake(document.text) if document else document_files.read(options, source(options.file))
