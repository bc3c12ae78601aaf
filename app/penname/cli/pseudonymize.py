"""`penname pseudonymize`: stand-ins for what names somebody, before a text goes to a chatbot."""

import argparse
import os
import sys
from pathlib import Path
from typing import Any

import msgspec

from penname.cli.terminal import DONE, say, source
from penname.domain.errors import BadInput
from penname.pseudonyms.detect import Search
from penname.pseudonyms.mapping import Mapping, read_mapping
from penname.pseudonyms.names.hidden import Hidden, read_hidden
from penname.pseudonyms.pseudonymize import Pseudonymized, pseudonymize
from penname.sessions.intake import encode_text, read_text

MOST_CHARACTERS = 2_000_000
_TOO_LONG = (
    "This text has {count:,} characters; stand-ins are made for at most {most:,} at once. "
    "Your text is as it was. Split it, and give the later parts --known with the mapping of the earlier ones."
)
_HINT = (
    "Stand-ins hide names and numbers, not what the rest of the text gives away. Names were looked for by "
    "rules alone: read the result before you send it."
)


def add_parser(commands: Any) -> None:
    """Add the command to `commands`, what argparse's `add_subparsers` returned."""
    job = commands.add_parser(
        "pseudonymize",
        help="replace names and numbers by stand-ins",
        description="Replaces names, addresses, numbers and keys by stand-ins that `penname restore` turns "
        "back. The text goes to standard output.",
        epilog="The mapping names everybody it hides: keep it where nobody else reads. Exit codes: 0 done, "
        "1 no stand-ins could be made, 2 the text or the options cannot be used.",
    )
    job.add_argument(
        "file", nargs="?", default="-", metavar="FILE", help="a text file; - or nothing: standard input"
    )
    job.add_argument(
        "--json", action="store_true", help="print text, mapping and entities as one JSON object"
    )
    job.add_argument("--placeholders", action="store_true", help="visible stand-ins such as [PERSON_1]")
    job.add_argument("--hide", metavar="FILE", help="what to hide always: one phrase a line, or kind: phrase")
    job.add_argument("--keep", metavar="FILE", help="what to leave as it is: one phrase a line")
    job.add_argument("--known", metavar="FILE", help="the mapping of what was sent before, to go on with")
    job.add_argument("--save-mapping", metavar="FILE", help="write the mapping here, readable for you alone")
    job.add_argument("--seed", type=int, default=None, metavar="N", help="for the choice of stand-ins")
    job.add_argument("--encoding", metavar="NAME", help="the encoding of a text that is not UTF-8")
    job.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Pseudonymize and print; raises PennameError for what cannot be used."""
    if [options.file, options.hide, options.keep, options.known].count("-") > 1:
        raise BadInput("Only one of the files can be standard input (-).")
    search = Search(
        hidden=read_hidden(_lines(options.hide)) if options.hide else Hidden(()),
        keep=tuple(filter(None, map(str.strip, _lines(options.keep).splitlines()))) if options.keep else (),
    )
    known = read_mapping(source(options.known)) if options.known else Mapping()
    intake = read_text(source(options.file), options.encoding)
    if len(intake.text) > MOST_CHARACTERS:
        raise BadInput(_TOO_LONG.format(count=len(intake.text), most=MOST_CHARACTERS))
    seed = int.from_bytes(os.urandom(4)) if options.seed is None else options.seed
    result = pseudonymize(intake.text, search, known, visible=options.placeholders, seed=seed)
    if options.save_mapping:
        _save(Path(options.save_mapping), result.mapping)
    for notice in result.notices:
        say(notice)
    say(_HINT)
    if not options.json and not options.save_mapping:
        say("The mapping was not kept: with --json or --save-mapping FILE, replies can be restored.")
    output = _json(result) if options.json else encode_text(intake, result.text)
    sys.stdout.flush()
    sys.stdout.buffer.write(output)
    sys.stdout.buffer.flush()
    return DONE


def _lines(file: str) -> str:
    return read_text(source(file)).text


def _json(result: Pseudonymized) -> bytes:
    return msgspec.json.format(msgspec.json.encode(result), indent=2) + b"\n"


def _save(path: Path, mapping: Mapping) -> None:
    """Write the mapping for its owner alone; raises BadInput when it cannot be written."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with open(descriptor, "wb") as file:
            file.write(mapping.to_json())
    except OSError as error:
        raise BadInput(
            f"The mapping cannot be written to {path}: {error.strerror or 'unknown reason'}. "
            "Nothing was printed."
        ) from error
