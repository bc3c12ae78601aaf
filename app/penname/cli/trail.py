"""`penname pen-name trail`: what all texts under a pen name give away together, and which of them did it."""

import argparse
import sys
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from penname.cli.passphrases import add_option, vault_passphrase
from penname.cli.stopping import until_stopped
from penname.cli.terminal import DONE, STOPPED, put, say, source
from penname.cli.writing_as import keep_told
from penname.domain.errors import BadInput
from penname.domain.inferences import Validity
from penname.domain.matching import Match
from penname.domain.pen_names import PenName
from penname.domain.told import Told
from penname.roles.known_values import known_values
from penname.sessions.author_history import AuthorHistoryReading
from penname.sessions.author_history_job import AuthorHistoryJob
from penname.sessions.author_history_report import (
    AuthorHistoryReport,
    ReportedFinding,
    ReportedText,
    author_history_report,
    with_people,
)
from penname.sessions.intake import read_text
from penname.sessions.linkable import links
from penname.sessions.session_job import ProgressReporter
from penname.settings import Settings, load_settings
from penname.vault.opening import AskPassphrase, open_vault
from penname.vault.pen_names import NONE_KEPT, pen_name_called, pen_names


def add_parser(actions: Any) -> None:
    """Add the action to `actions`, what argparse's `add_subparsers` returned."""
    trail = actions.add_parser(
        "trail",
        help="say what its posts, and a new text, give away together",
        description="Readers see all posts of a pen name. This reads the new text, if one is given, "
        "together with the newest posts, and says what they give away and which of them did it.",
    )
    trail.add_argument("name", metavar="NAME")
    trail.add_argument(
        "file", nargs="?", metavar="FILE", help="a text that is to be published; -: standard input"
    )
    trail.add_argument("--encoding", metavar="NAME", help="the encoding of a text that is not UTF-8")
    trail.add_argument("--json", action="store_true", help="print the reading as one JSON object")
    add_model(trail)
    add_option(trail)
    trail.set_defaults(run=run)


def add_model(parser: argparse.ArgumentParser) -> None:
    """Add the option that says who reads."""
    parser.add_argument(
        "--model", metavar="NAME|PATH", help="a model's name or a GGUF file (default: starter)"
    )


def run(options: argparse.Namespace) -> int:
    """Read the trail and print; raises PennameError for what cannot be used."""
    if options.file == options.passphrase_from == "-":
        raise BadInput("The text and the passphrase cannot both come from standard input.")
    ask = vault_passphrase(options)
    pen_name, others = _read(options.name, ask)
    new_text = read_text(source(options.file), options.encoding).text if options.file else ""
    if not new_text and not pen_name.posts:
        raise BadInput(
            "Nothing has been published under this pen name yet, and there is no new text: there is nothing "
            "to read. To add a post: penname pen-name post NAME FILE"
        )
    read = read_posts(options, pen_name, new_text)
    if read is None:
        say("Stopped before the trail was read.")
        return STOPPED
    reading, model, told = read
    keep_told(pen_name.name, told, ask)
    pen_name = pen_name.with_told(told)
    report = with_people(author_history_report(pen_name, reading, known_values(), model), reading)
    report = msgspec.structs.replace(report, links=links(pen_name, others, known_values()))
    if options.json:
        put(report.to_json())
    else:
        _print(report)
    return DONE


def read_posts(
    options: argparse.Namespace, pen_name: PenName, new_text: str = ""
) -> tuple[AuthorHistoryReading, str, Mapping[str, Sequence[Told]]] | None:
    """What the posts, and the new text, give away to the model of that title, and what posts that nobody had
    read before tell by themselves; None after Ctrl+C.
    """
    progress = reading_progress()
    job = AuthorHistoryJob(reading_settings(options), new_text, pen_name.posts, progress)
    reading = until_stopped(job)
    progress.sentence("")
    return None if reading is None else (reading, job.model, job.told)


def reading_settings(options: argparse.Namespace) -> Settings:
    """The settings with the model of the options, where nothing is rewritten."""
    settings = msgspec.structs.replace(load_settings(), rewrite_model="")
    return msgspec.structs.replace(settings, model=options.model) if options.model else settings


def reading_progress() -> ProgressReporter:
    """Says how far a reading is."""
    return ProgressReporter(say, live=sys.stderr.isatty(), in_rounds=False)


def _read(name: str, ask: AskPassphrase) -> tuple[PenName, tuple[PenName, ...]]:
    """The pen name of that name, and all of them; raises BadInput when there is none."""
    vault = open_vault(ask, write=False)
    if vault is None:
        raise BadInput(NONE_KEPT)
    with vault:
        return pen_name_called(vault, name), pen_names(vault)


def _print(report: AuthorHistoryReport) -> None:
    titles = {text.number: _title(text) for text in report.texts}
    print(f"Read together: {', '.join(titles[text.number] for text in report.texts if text.read)}.")
    if report.read_alone:
        print(f"Too long to read at once, read one by one: {', '.join(map(_title, report.read_alone))}.")
    if report.left_out:
        print(f"Too long to read at once, left out: {', '.join(map(_title, report.left_out))}.")
    for finding in report.findings:
        print(f"\n{finding.attribute}: {'; '.join(dict.fromkeys(finding.guesses))}  [{_how_sure(finding)}]")
        if finding.pretended is not None:
            print(f"  {_PRETENDED[finding.pretended]}")
        for clue in finding.clues:
            print(f"  {titles[clue.number]}: “{clue.phrase}”")
        for number in () if finding.clues else finding.numbers:
            print(f"  {titles[number]}")
    if not report.findings:
        print(f"The {report.model} found nothing.")
    elif report.people is not None:
        print(f"\n{report.people.fitting} what is read here.")
    for link in report.links:
        print(f"\n{link}")
    say("A stronger reader, or someone who knows you, may read more.")


_PRETENDED = {
    Match.YES: "This is what the pen name claims.",
    Match.LESS_PRECISE: "This fits what the pen name claims.",
    Match.NO: "The pen name claims something else.",
}


def _how_sure(finding: ReportedFinding) -> str:
    judged = finding.validity not in (None, Validity.NOT_JUDGED)
    return f"certainty {finding.certainty} of 5" + (f", support: {finding.validity}" if judged else "")


def _title(text: ReportedText) -> str:
    if not text.number:
        return "the new text"
    facts = ", ".join(filter(None, (text.date, text.title)))
    return f"post {text.number}" + (f" ({facts})" if facts else "")
