"""`penname restore`: the originals come back in a chatbot's reply."""

import argparse
from typing import Any

import msgspec

from penname.cli import conversations, document_files, passphrases
from penname.cli.terminal import DONE, FAILED, put, say, source
from penname.domain.errors import BadInput
from penname.pseudonyms.mapping import read_mapping
from penname.pseudonyms.restore import Restored, restore
from penname.sessions.intake import Intake, encode_text


def add_parser(commands: Any) -> None:
    """Add the command to `commands`, what argparse's `add_subparsers` returned."""
    job = commands.add_parser(
        "restore",
        help="turn stand-ins back into what they stand for",
        description="Puts the originals back into a reply to a pseudonymized text. Words that may or may not "
        "be stand-ins are left alone and reported on standard error.",
    )
    job.add_argument(
        "file", nargs="?", default="-", metavar="FILE", help="the reply; - or nothing: standard input"
    )
    who = job.add_mutually_exclusive_group(required=True)
    who.add_argument("--mapping", metavar="FILE", help="what `penname pseudonymize` wrote")
    conversations.add_option(who, "the conversation in the vault that this replies to")
    passphrases.add_option(job)
    document_files.add_options(job, metadata=False)
    job.add_argument("--json", action="store_true", help="print text, what came back and doubts as JSON")
    job.add_argument("--encoding", metavar="NAME", help="the encoding of a reply that is not UTF-8")
    job.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Restore and print; raises PennameError for what cannot be used."""
    if [options.file, options.mapping, options.passphrase_from].count("-") > 1:
        raise BadInput("Only one of the reply, the mapping and the passphrase can be standard input (-).")
    if options.mapping:
        mapping = read_mapping(source(options.mapping))
    else:
        mapping = conversations.mapping_of(options.conversation, passphrases.vault_passphrase(options))
    document = document_files.document_of(options)
    intake = Intake(document.text) if document else document_files.read(options, source(options.file))
    restored = restore(intake.text, mapping)
    _tell(restored)
    written = document is None or document.write(restored.text)
    if document is not None and not options.json:
        return DONE if written else FAILED
    plain = msgspec.json.format(msgspec.json.encode(restored), indent=2) + b"\n"
    put(plain if options.json else encode_text(intake, restored.text))
    return DONE if written else FAILED


def _tell(restored: Restored) -> None:
    """What came back is counted, never named: standard error ends up in logs."""
    times = sum(returned.times for returned in restored.returned)
    say(f"{len(restored.returned)} stand-ins came back, {times} times; {len(restored.missing)} did not.")
    if restored.doubts:
        say(
            f"{len(restored.doubts)} places may or may not be stand-ins and were left as they are; --json "
            "lists them."
        )
