"""`--thread` and `--date`: what a text answers and when it is published, which readers see beside it."""

import argparse

from penname.cli.terminal import source
from penname.domain.errors import BadInput
from penname.domain.thread import Thread, make_thread
from penname.sessions.intake import read_text


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument(
        "--thread",
        metavar="FILE|-",
        help="the question or post that the text answers: read beside it, never changed or printed",
    )
    parser.add_argument("--date", default="", metavar="YYYY-MM-DD", help="when the text is published")


def thread_of(options: argparse.Namespace) -> Thread:
    """The thread that the options give; raises BadInput and BadEncoding."""
    others = (options.file, options.true_from, options.passphrase_from)
    if options.thread == "-" and "-" in others:
        raise BadInput(
            "Only one of the text, the thread, the true values and the passphrase can come from standard "
            "input. Give the name of a file for all but one of them."
        )
    post = read_text(source(options.thread, "Type or paste the post")).text if options.thread else ""
    return make_thread(post, options.date)
