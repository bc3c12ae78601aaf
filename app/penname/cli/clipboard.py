"""`penname clipboard`: the small window for what is on the clipboard, from a key that the desktop binds."""

import argparse
from typing import Any

from penname.instance import command
from penname.instance.activation import CLIPBOARD


def add_parser(commands: Any) -> None:
    """Add the command to `commands`, what argparse's `add_subparsers` returned."""
    job = commands.add_parser(
        "clipboard",
        help="work on what is on the clipboard, in a small window",
        description="Shows a small window with what is on the clipboard, rewritten or with stand-ins, by the "
        "running Penname or one that it starts. Bind it to a key in your desktop's own settings where "
        "Penname's hotkeys do not work.",
    )
    job.add_argument("job", choices=CLIPBOARD, help="what to do with it")
    job.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Reach the window; `__main__` comes here only when something has to be explained first."""
    return command.run(options.job)
