"""The command line: `penname` opens the window, `penname anonymize` does the same job without one.

Exit codes: 0 the job ran to its end; 1 the model could not finish; 2 the text or the options cannot be used;
70 an error nobody foresaw; 130 stopped with Ctrl+C. With 1 and 130, what was done until then is printed too.
"""

import argparse
import contextlib
import os
import signal
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

import msgspec

from penname import __version__
from penname.crash_log import note_crash
from penname.domain.attributes import Attribute
from penname.domain.errors import BadEncoding, BadInput, Cancelled, PennameError
from penname.domain.goal import Goal
from penname.domain.proposals import ENGINE_ERROR, STOPPED_BY_USER
from penname.sessions.intake import Intake, encode_text, read_text
from penname.sessions.job import Job, Progress
from penname.sessions.report import Report
from penname.settings import Settings, load_attributes, load_settings

DONE, FAILED, UNUSABLE, UNFORESEEN, STOPPED = 0, 1, 2, 70, 130
_MOST_ROUNDS = 20


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code. Never raises an error at the user."""
    try:
        options = _parser().parse_args(arguments)
        return _anonymize(options)
    except PennameError as error:
        _say(str(error))
        if isinstance(error, BadEncoding) and error.detected:
            _say(f"From here: --encoding {error.detected}")
        return UNUSABLE if isinstance(error, BadInput) else FAILED
    except KeyboardInterrupt:
        return STOPPED
    except BrokenPipeError:  # whoever read our output has gone
        with contextlib.suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return FAILED
    except Exception as error:
        log = note_crash(error)
        _say(f"Something in Penname went wrong. Your text is as it was. What is known, without it: {log}")
        return UNFORESEEN


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="penname",
        description="Shows what a text gives away about its author, and rewrites it, all on this computer. "
        "Without any argument, the window opens.",
    )
    parser.add_argument("--version", action="version", version=f"penname {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    job = commands.add_parser(
        "anonymize",
        help="rewrite a text on the command line",
        description="Rewrites a text so that it gives less away about its author. The result goes to "
        "standard output, progress to standard error.",
        epilog="Exit codes: 0 done, 1 the model could not finish, 2 the text or the options cannot be used, "
        "70 an error nobody foresaw, 130 stopped with Ctrl+C. With 1 and 130, what was done is printed.",
    )
    job.add_argument(
        "file", nargs="?", default="-", metavar="FILE", help="a text file; - or nothing: standard input"
    )
    job.add_argument(
        "--protect", metavar="A,B", help="attributes to act on, such as age,location (default: all)"
    )
    job.add_argument(
        "--rounds", type=int, metavar="N", help=f"most rewrites, 1 to {_MOST_ROUNDS} (default: 5)"
    )
    job.add_argument("--model", metavar="NAME|PATH", help="a model's name or a GGUF file (default: starter)")
    job.add_argument("--seed", type=int, default=0, metavar="N", help="for the model's random choices")
    job.add_argument("--encoding", metavar="NAME", help="the encoding of a text that is not UTF-8")
    job.add_argument("--json", action="store_true", help="print the whole job as one JSON object")
    return parser


def _anonymize(options: argparse.Namespace) -> int:
    settings = load_settings()
    if options.model:
        settings = msgspec.structs.replace(settings, model=options.model)
    goal = _goal(options, settings, load_attributes(settings))
    intake = read_text(_source(options.file), options.encoding)
    job = Job(settings, intake.text, goal, Progress(_say, live=sys.stderr.isatty()))
    report = _until_stopped(job)
    if report is None:
        _say("Stopped before the model was ready. Your text is as it was.")
        return STOPPED
    if job.error is not None:
        _say(str(job.error))
    _print(report, intake, as_json=options.json)
    return {ENGINE_ERROR: FAILED, STOPPED_BY_USER: STOPPED}.get(report.stopped, DONE)


def _goal(options: argparse.Namespace, settings: Settings, attributes: Sequence[Attribute]) -> Goal:
    names = tuple(attribute.name for attribute in attributes)
    protect = (
        tuple(filter(None, (name.strip() for name in (options.protect or "").split(",")))) or settings.protect
    )
    unknown = [name for name in protect if name not in names]
    if unknown:
        raise BadInput(f"Penname knows no attribute “{unknown[0]}”. It knows: {', '.join(names)}.")
    rounds = settings.rounds if options.rounds is None else options.rounds
    if not 1 <= rounds <= _MOST_ROUNDS:
        raise BadInput(f"The number of rounds must be from 1 to {_MOST_ROUNDS}.")
    if not 0 <= options.seed < 2**31:
        raise BadInput("The seed must be a whole number from 0 to 2147483647.")
    return Goal(names, frozenset(protect or names), rounds=rounds, seed=options.seed)


def _source(file: str) -> bytes:
    if file == "-":
        if sys.stdin.isatty():
            _say("Type or paste your text, then end it with Ctrl+D on a line of its own.")
        return sys.stdin.buffer.read()
    try:
        return Path(file).read_bytes()
    except OSError as error:
        raise BadInput(f"{file} cannot be read: {error.strerror or 'unknown reason'}.") from error


def _until_stopped(job: Job) -> Report | None:
    """The finished job, or what there is of it after Ctrl+C; None when it had not even begun.

    The job has a thread of its own: a signal interrupts the main thread, which must then hold no lock.
    """
    if hasattr(signal, "SIGTERM"):
        signal.signal(signal.SIGTERM, signal.default_int_handler)
    outcome: list[Report | BaseException] = []

    def work() -> None:
        try:
            outcome.append(job.run())
        except BaseException as error:
            outcome.append(error)

    thread = threading.Thread(target=work, name="job", daemon=True)
    try:
        thread.start()
        while thread.is_alive():
            thread.join(0.2)
    except KeyboardInterrupt:
        with contextlib.suppress(KeyboardInterrupt):  # a second one ends the model at once
            job.stop()
            while thread.is_alive():
                thread.join(0.2)
        job.close()
        thread.join(5)
    finally:
        job.close()
    match outcome:
        case [Report() as report]:
            return report
        case [Cancelled()] | []:
            return None
        case [BaseException() as error]:
            raise error
    raise AssertionError(outcome)


def _print(report: Report, intake: Intake, *, as_json: bool) -> None:
    sys.stdout.flush()
    sys.stdout.buffer.write(report.to_json() if as_json else encode_text(intake, report.text))
    sys.stdout.buffer.flush()


def _say(sentence: str, end: str = "\n") -> None:
    """Tell the user on standard error, if there is anybody to tell."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        sys.stderr.write(sentence + end)
        sys.stderr.flush()
