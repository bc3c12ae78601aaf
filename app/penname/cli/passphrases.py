"""How commands come by a passphrase: typed without an echo, or from a file or pipe, never an argument."""

import argparse
import getpass
import sys
import warnings
from typing import Any

from penname.cli.terminal import say
from penname.domain.errors import BadInput
from penname.vault.opening import AskPassphrase

_LONGEST = 4096  # bytes


def add_option(parser: argparse.ArgumentParser) -> None:
    """Add `--passphrase-from` to a command that opens the vault."""
    parser.add_argument(
        "--passphrase-from",
        metavar="FILE|-",
        help="take the vault's passphrase from the first line of a file, or of standard input",
    )


def add_action(actions: Any, name: str, run: Any, words: str) -> argparse.ArgumentParser:
    """Add an action that opens the vault to `actions`, what argparse's `add_subparsers` returned."""
    parser: argparse.ArgumentParser = actions.add_parser(name, help=words)
    add_option(parser)
    parser.set_defaults(run=run)
    return parser


def vault_passphrase(options: argparse.Namespace) -> AskPassphrase:
    """What `open_vault` asks: the option's source, else the terminal, once for all that a command opens.

    Asking raises BadInput when there is nobody to ask or nothing in the source.
    """
    known: list[str] = []

    def ask(*, new: bool) -> str | None:
        if known:
            return known[0]
        if new and not options.passphrase_from:
            say(
                "There is no keyring here that Penname can use, so a passphrase protects what it keeps. "
                "Without the passphrase nobody can open it, not even Penname."
            )
        known.append(passphrase("Passphrase", options.passphrase_from, new=new))
        return known[0]

    return ask


def passphrase(what: str, source: str | None, *, new: bool) -> str:
    """The first line of `source`, or what is typed at the prompt `what`; a new one is typed twice."""
    if source is not None:
        return first_line(source, "passphrase", "--passphrase-from")
    typed = _typed(f"{what}: ")
    if new and _typed(f"{what}, again: ") != typed:
        raise BadInput("The two passphrases differ. Nothing was changed; try again.")
    return typed


def first_line(source: str, what: str, option: str) -> str:
    """The first line of a file, or of standard input for "-"; raises BadInput, naming `what` and `option`."""
    try:
        if source == "-":
            line = sys.stdin.buffer.readline(_LONGEST)
        else:
            with open(source, "rb") as file:
                line = file.readline(_LONGEST)
        typed = line.decode("utf-8").rstrip("\r\n")
    except (OSError, UnicodeDecodeError):
        raise BadInput(f"The {what} cannot be read from where {option} says.") from None
    if not typed:
        raise BadInput(f"There is no {what} where {option} says.")
    return typed


def _typed(prompt: str) -> str:
    with warnings.catch_warnings():
        warnings.simplefilter("error", getpass.GetPassWarning)  # it would show what is typed
        try:
            return getpass.getpass(prompt)
        except (EOFError, getpass.GetPassWarning):
            raise BadInput(
                "A passphrase is needed, and there is no terminal to ask at. Give it with --passphrase-from."
            ) from None
