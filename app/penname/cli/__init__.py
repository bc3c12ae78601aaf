"""The command line: `penname` opens the window, a command does one job without it.

Exit codes: 0 the job ran to its end; 1 the model could not finish; 2 the text or the options cannot be used;
70 an error nobody foresaw; 130 stopped with Ctrl+C. With 1 and 130, what was done until then is printed too.
"""

import argparse
import contextlib
import os
from collections.abc import Sequence

from penname import __version__
from penname.cli import (
    anonymize,
    batch,
    bench,
    clipboard,
    conversations,
    evaluate,
    models,
    pen_names,
    pseudonymize,
    restore,
    vault,
    version,
)
from penname.cli.terminal import DONE, FAILED, STOPPED, UNFORESEEN, UNUSABLE, say
from penname.crash_log import note_crash
from penname.domain.errors import BadEncoding, BadInput, PennameError

__all__ = ["DONE", "FAILED", "STOPPED", "UNFORESEEN", "UNUSABLE", "main"]

# Each adds its parser, whose `run` takes the options and returns the exit code.
_COMMANDS = (
    anonymize,
    batch,
    pseudonymize,
    restore,
    conversations,
    clipboard,
    pen_names,
    vault,
    models,
    bench,
    evaluate,
    version,
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code. Never raises an error at the user."""
    try:
        options = _parser().parse_args(arguments)
        code: int = options.run(options)
        return code
    except PennameError as error:
        say(str(error))
        if isinstance(error, BadEncoding) and error.detected:
            say(f"From here: --encoding {error.detected}")
        return UNUSABLE if isinstance(error, BadInput) else FAILED
    except KeyboardInterrupt:
        return STOPPED
    except BrokenPipeError:  # whoever read our output has gone
        with contextlib.suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return FAILED
    except Exception as error:
        log = note_crash(error)
        say(f"Something went wrong in Penname. Your text is unchanged. Details without it: {log}")
        return UNFORESEEN


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="penname",
        description="Shows what a text gives away about its author, and rewrites it, all on this computer. "
        "Without arguments, the window opens.",
    )
    parser.add_argument("--version", action="version", version=f"penname {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for command in _COMMANDS:
        command.add_parser(commands)
    return parser
