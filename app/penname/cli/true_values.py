"""How `anonymize` comes by the author's true values: from a profile, a file or a pipe, never from an argument
(the process list shows those to everybody)."""

import argparse
import tomllib
from collections.abc import Sequence

from penname.cli.passphrases import add_option, vault_passphrase
from penname.cli.terminal import source
from penname.domain.attributes import Attribute
from penname.domain.errors import BadInput
from penname.domain.profile import make_profile
from penname.vault.opening import AskPassphrase

Pairs = tuple[tuple[str, str], ...]


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add `--profile`, `--true-from` and what opens the vault."""
    parser.add_argument(
        "--profile", metavar="NAME", help="a profile in the vault that holds the author's true values"
    )
    parser.add_argument(
        "--true-from",
        metavar="FILE|-",
        help="a file with the author's true values: TOML, or lines such as: location = Lisbon, Portugal",
    )
    add_option(parser)


def true_values(
    options: argparse.Namespace, attributes: Sequence[Attribute], ask: AskPassphrase | None = None
) -> Pairs:
    """The true values as (attribute, value), none without such an option; raises BadInput.

    `ask` is for the vault's passphrase where the command opens it for more than this.
    """
    piped = [options.file, options.true_from, options.passphrase_from]
    if piped.count("-") > 1:
        raise BadInput(
            "The text, the true values and the passphrase cannot all come from standard input. "
            "Give the name of a file for all but one of them."
        )
    if options.profile is not None and options.true_from is not None:
        raise BadInput("Give the true values either by --profile or by --true-from, not by both.")
    if options.true_from is not None:
        written = written_values(source(options.true_from, prompt="Type the true values"))
        return make_profile("true values", written, attributes).values
    if options.profile is None:
        return ()
    from penname.vault.profiles import read_profile  # with its cryptography, which most commands do without

    known = {attribute.name for attribute in attributes}
    profile = read_profile(options.profile, ask or vault_passphrase(options))
    return tuple((name, value) for name, value in profile.values if name in known)


def written_values(data: bytes) -> dict[str, str]:
    """The values in TOML, or in lines with the name, an equals sign and the rest; # begins a remark.

    Raises BadInput with what is wrong.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput("The file with the true values is not saved as UTF-8. Save it as UTF-8.") from None
    try:
        return {name: _plain(name, value) for name, value in tomllib.loads(text).items()}
    except tomllib.TOMLDecodeError:
        return _from_lines(text)


def _plain(name: str, value: object) -> str:
    if isinstance(value, str | int | float) and not isinstance(value, bool):
        return str(value)
    raise BadInput(f"The true value for “{name}” must be a text or a number.")


def _from_lines(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        name, equals, value = (part.strip() for part in line.partition("="))
        if not equals or not name:
            raise BadInput(f"Line {number} of the true values is not of the form: attribute = value.")
        if name in found:
            raise BadInput(f"The true values name “{name}” twice.")
        found[name] = value[1:-1] if value[:1] in ('"', "'") and value[-1:] == value[:1] != value else value
    return found
