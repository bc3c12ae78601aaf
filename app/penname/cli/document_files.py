"""`--output`: a document goes in, the same document with another text comes out, in a file of its own."""

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from penname.cli.new_file import NewFile
from penname.cli.terminal import one_line, put, say
from penname.documents.client import OpenedDocument, read_file
from penname.documents.document import Fact, ReadingOptions
from penname.documents.kinds import KINDS, PLAIN, WORD, check_target, kind_of, listed, usual_endings
from penname.domain.errors import BadInput
from penname.sessions.intake import Intake, check_text, read_text

_WHOSE = (
    "This file is a chat{senders}. Say whose messages are to be worked on: --sender NAME, as the chat has "
    "it. Those of others stay as they are."
)
_WHICH = (
    "This file is a table{columns}. Say which of its columns holds the texts: --text-column NAME, as the "
    "table has it. All others stay as they are."
)
_MOST_SHOWN = 30  # facts, senders, columns
_UNDECIDED = (
    "The file tells more than its text (see above). Say what shall become of that: --strip-metadata leaves "
    "it out of the result, --keep-metadata takes it along. Nothing was written."
)
_NOT_A_TEXT = (
    "{file} is a document. Say with --output where the result goes, as a {kind} file or another one."
)
_LEFT = (
    "This could not be taken out of the file: {facts}. Nothing was written. Take it out yourself, or give "
    "--keep-metadata."
)
_READ_AS_TEXT = (".eml", ".mbox")  # without --output; each says in itself how it is encoded
_TEXT_KEPT = "{error} The text follows on standard output, so that it is not lost."


def add_file(job: Any) -> None:
    """Add the file that is worked on."""
    job.add_argument(
        "file",
        nargs="?",
        default="-",
        metavar="FILE",
        help="a text, or with --output a document; - or nothing: standard input",
    )


def add_options(job: Any, *, metadata: bool = True) -> None:
    """Add `--output` and, for what makes a text anonymous, what becomes of the file's own data."""
    job.add_argument(
        "--output",
        metavar="FILE",
        help="write the result here, as a document like the one that was read and formatted like it "
        f"({_what_is_written()}); the file must not exist",
    )
    job.add_argument(
        "--sender",
        metavar="NAME",
        help="with --output: the file is a chat (.json of Telegram, Discord or Signal, .txt of WhatsApp), "
        "and only what NAME wrote is worked on",
    )
    job.add_argument(
        "--text-column",
        metavar="NAME",
        help="with --output: the file is a table, and only this column of it is worked on, as one text of "
        "one author (“penname batch” rewrites rows one by one)",
    )
    if metadata:
        choice = job.add_mutually_exclusive_group()
        choice.add_argument(
            "--strip-metadata",
            action="store_true",
            help="with --output: leave out what the file tells beside its text (author, company, dates, "
            "comments, tracked changes, places in pictures, addresses behind links, headers and attachments "
            "of mails)",
        )
        choice.add_argument(
            "--keep-metadata",
            action="store_true",
            help="with --output: take it along; with neither, you are asked",
        )


def _what_is_written() -> str:
    whole = usual_endings(lambda kind: kind.whole and kind.rewritten)
    chats = usual_endings(lambda kind: kind.chat and not kind.whole)
    tables = usual_endings(lambda kind: kind.table)
    others = usual_endings(lambda kind: not kind.rewritten)
    return (
        f"{', '.join(whole)}, chats in {', '.join(chats)}, tables in {', '.join(tables)}; "
        f"{listed(others)} as {WORD} or {PLAIN}"
    )


class DocumentFile:
    """The document of a command and the file that its result goes to."""

    def __init__(self, options: argparse.Namespace) -> None:
        """Read the file, say what it tells beside its text, and have the user decide what becomes of that.

        Raises BadInput and BadEncoding; nothing is written then.
        """
        if options.file == "-":
            raise BadInput(
                "With --output, name the file to read: its ending says what kind of document it is."
            )
        source = Path(options.file)
        kind = kind_of(source.name)
        self._target = check_target(kind, Path(options.output).name)
        self._output = NewFile(options.output, "--output")
        reading = ReadingOptions(options.encoding, options.sender, options.text_column)
        opened = OpenedDocument(read_file(source), kind, reading)
        if opened.contents.senders and options.sender is None:
            raise BadInput(_WHOSE.format(senders=_listed(" of ", opened.contents.senders)))
        if opened.contents.columns:
            raise BadInput(_WHICH.format(columns=_listed(" with ", opened.contents.columns)))
        check_text(opened.contents.text)
        for notice in opened.contents.notices:
            say(notice)
        if opened.contents.facts and hasattr(options, "strip_metadata"):
            _show(opened.contents.facts)
            if self._target == PLAIN or not KINDS[kind].rewritten:
                say("None of this comes along: only the text goes into the result.")
            elif _is_to_be_stripped(options):
                opened = _stripped(opened)
        self._opened = opened
        self.text = opened.contents.text

    def write(self, text: str) -> bool:
        """Write the result; where that cannot be done the text is printed, and this is False."""
        try:
            data = self._opened.with_text(text, self._target)
            self._output.write(data)
        except BadInput as error:
            say(_TEXT_KEPT.format(error=error))
            put(text.encode())
            return False
        say(f"Written to {self._output.path}. The original is as it was.")
        return True


def document_of(options: argparse.Namespace) -> DocumentFile | None:
    """The document to work on; None where the command works on plain text, as it does without `--output`."""
    if options.output:
        return DocumentFile(options)
    if getattr(options, "strip_metadata", False) or getattr(options, "keep_metadata", False):
        raise BadInput("--strip-metadata and --keep-metadata are about documents: they need --output.")
    if options.sender is not None:
        raise BadInput("--sender is about chats in files: it needs --output.")
    if options.text_column is not None:
        raise BadInput("--text-column is about tables in files: it needs --output.")
    return None


def read(options: argparse.Namespace, source: bytes) -> Intake:
    """A plain text, or a sentence on how a document is given. Raises BadInput and BadEncoding."""
    ending = Path(options.file).suffix.lower()
    if ending in KINDS and not KINDS[ending].encoded and ending not in _READ_AS_TEXT:
        raise BadInput(
            _NOT_A_TEXT.format(file=options.file, kind=ending if KINDS[ending].rewritten else WORD)
        )
    return read_text(source, options.encoding)


def _listed(before: str, names: Sequence[str]) -> str:
    """The names for a terminal only, since what is not one may be a log."""
    return before + ", ".join(map(one_line, names[:_MOST_SHOWN])) if sys.stderr.isatty() else ""


def _show(facts: tuple[Fact, ...]) -> None:
    """What the file tells; its words are for a terminal only, since what is not one may be a log."""
    say("Beside its text, the file tells:")
    if not sys.stderr.isatty():
        for what, count in Counter(fact.what for fact in facts).items():
            say(f"  {one_line(what)}" + (f" ({count})" if count > 1 else ""))
        return
    for fact in facts[:_MOST_SHOWN]:
        say(f"  {one_line(fact.what)}: {one_line(fact.value)}")
    if len(facts) > _MOST_SHOWN:
        say(f"  and {len(facts) - _MOST_SHOWN} more")


def _is_to_be_stripped(options: argparse.Namespace) -> bool:
    if options.strip_metadata or options.keep_metadata:
        return bool(options.strip_metadata)
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise BadInput(_UNDECIDED)
    while True:
        say("Leave this out of the result? [Y/n] ", end="")
        line = sys.stdin.readline()
        if not line:
            raise BadInput(_UNDECIDED)
        answer = line.strip().lower()
        if answer in ("", "y", "yes", "n", "no"):
            return answer not in ("n", "no")


def _stripped(opened: OpenedDocument) -> OpenedDocument:
    stripped = opened.stripped()
    if stripped.contents.facts:  # none was ever seen; a kind of mark that is listed but not taken out
        left = ", ".join(sorted({fact.what for fact in stripped.contents.facts}))
        raise BadInput(_LEFT.format(facts=left))
    check_text(stripped.contents.text)
    return stripped
