"""`penname vault`: what is kept on this computer, encrypted, and how to take it along or forget it."""

import argparse
import sys
from pathlib import Path
from typing import Any

from penname.cli import passphrases
from penname.cli.passphrases import add_action
from penname.cli.terminal import DONE, FAILED, say, source
from penname.domain.errors import BadInput
from penname.domain.profile import make_profile
from penname.settings import load_attributes, load_settings
from penname.vault.exporting import export_to, import_from
from penname.vault.key_file import Protection
from penname.vault.opening import forget_everything, open_vault, protection, vault_folder
from penname.vault.profiles import find_profile, profile_named, profiles, remove_profile, save_profile
from penname.vault.vault import Vault, VaultPart

_TERM = "term"
_PROTECTED_BY = {
    Protection.NONE: "Nothing is kept on this computer.",
    Protection.KEYRING: "Encrypted; the key is in the system's keyring.",
    Protection.PASSPHRASE: "Encrypted; it opens with your passphrase, on this computer only.",
}


def add_parser(commands: Any) -> None:
    """Add the command to `commands`, what argparse's `add_subparsers` returned."""
    vault = commands.add_parser(
        "vault",
        help="profiles and everything else that is kept, encrypted",
        description="What Penname keeps on this computer, encrypted: profiles, pen names, pseudonyms, "
        "history, open sessions.",
    )
    actions = vault.add_subparsers(metavar="ACTION", required=True)
    add_action(actions, "status", _status, "what is kept, how it is protected, and whether all of it opens")
    _add_profile(actions)
    restore = add_action(
        actions, "restore", _restore, "go back to the newest state of a damaged part that opens"
    )
    restore.add_argument("part", choices=[part.value for part in VaultPart], metavar="PART")
    export = add_action(
        actions, "export", _export, "write everything to one file with a passphrase of its own"
    )
    taking = add_action(actions, "import", _import, "put what an export holds into the vault")
    taking.add_argument("--replace", action="store_true", help="replace what is there")
    for action in (export, taking):
        action.add_argument("file", metavar="FILE", type=Path)
        action.add_argument(
            "--file-passphrase-from", metavar="FILE|-", help="take the export's passphrase from there"
        )
    forget = actions.add_parser(
        "forget",
        help="destroy the key and everything kept; copies of the folder can no longer be opened, exports can",
    )
    forget.add_argument("--yes", action="store_true", help="do not ask for confirmation")
    forget.set_defaults(run=_forget)


def _add_profile(actions: Any) -> None:
    profile = actions.add_parser("profile", help="what is true of you, to check guesses against")
    what = profile.add_subparsers(metavar="ACTION", required=True)
    add_action(what, "list", _list_profiles, "the names of the profiles")
    for name, run, words in (
        ("show", _show_profile, "print a profile, with its values"),
        (
            "set",
            _set_profile,
            f"make or change one: lines of attribute=value or {_TERM}=... on standard input",
        ),
        ("remove", _remove_profile, "remove a profile"),
    ):
        add_action(what, name, run, words).add_argument("name", metavar="NAME")


def _status(options: argparse.Namespace) -> int:
    print(_PROTECTED_BY[protection()])
    if protection() is Protection.NONE:
        return DONE
    print(f"Folder: {vault_folder()}")
    with _opened(options, write=False) as vault:
        wrong = vault.check()
        for part in VaultPart:
            if part not in wrong:
                print(f"{part.words}: {len(vault.records(part))}")
        print(f"sessions: {len(vault.sessions())}")
        for sentence in (*vault.cautions, *wrong.values()):
            print(sentence)
        return FAILED if vault.cautions or wrong else DONE


def _list_profiles(options: argparse.Namespace) -> int:
    if protection() is not Protection.NONE:
        with _opened(options, write=False) as vault:
            for one in profiles(vault):
                print(one.name)
    return DONE


def _show_profile(options: argparse.Namespace) -> int:
    with _opened(options, write=False) as vault:
        one = profile_named(vault, options.name)
    for attribute, value in one.values:
        print(f"{attribute}={value}")
    for term in one.terms:
        print(f"{_TERM}={term}")
    return DONE


def _set_profile(options: argparse.Namespace) -> int:
    """Values that are given replace those of before, an empty one removes; all terms replace all terms."""
    with _opened(options, create=True) as vault:
        if sys.stdin.isatty():
            say(f"Type lines of attribute=value or {_TERM}=..., then Ctrl+D on a line of its own.")
        given, terms = _read_values(source("-"))
        before = find_profile(vault, options.name)
        values = (dict(before.values) if before else {}) | given
        kept_terms = before.terms if before and not terms else tuple(terms)
        attributes = load_attributes(load_settings())
        save_profile(vault, make_profile(options.name, values, attributes, kept_terms))
    return DONE


def _read_values(typed: bytes) -> tuple[dict[str, str], list[str]]:
    values: dict[str, str] = {}
    terms: list[str] = []
    try:
        lines = typed.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise BadInput("What came on standard input is not UTF-8 text. Nothing was changed.") from None
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        name, equals, value = (piece.strip() for piece in line.partition("="))
        if not equals or not name:
            raise BadInput(f"Line {number} is not of the form attribute=value. Nothing was changed.")
        if name == _TERM:
            terms.append(value)
        else:
            values[name] = value
    if not values and not terms:
        raise BadInput("No values came on standard input. Give lines such as age=34. Nothing was changed.")
    return values, terms


def _remove_profile(options: argparse.Namespace) -> int:
    with _opened(options) as vault:
        remove_profile(vault, options.name)
    return DONE


def _restore(options: argparse.Namespace) -> int:
    with _opened(options) as vault:
        part = VaultPart(options.part)
        vault.restore(part)
        say(f"{part.words.capitalize()}: {len(vault.records(part))} kept.")
    return DONE


def _export(options: argparse.Namespace) -> int:
    with _opened(options, write=False) as vault:
        typed = passphrases.passphrase("Passphrase of the export", options.file_passphrase_from, new=True)
        export_to(options.file, vault, typed)
    say(f"Exported to {options.file}. Whoever has the file and its passphrase can read all of it.")
    return DONE


def _import(options: argparse.Namespace) -> int:
    with _opened(options, create=True) as vault:
        typed = passphrases.passphrase("Passphrase of the export", options.file_passphrase_from, new=False)
        import_from(options.file, vault, typed, replace=options.replace)
    return DONE


def _forget(options: argparse.Namespace) -> int:
    if not options.yes:
        say("This destroys everything Penname keeps on this computer, for good. Exports stay as they are.")
        say("To confirm, type forget: ", end="")
        if sys.stdin.readline().strip() != "forget":
            raise BadInput("Nothing was changed.")
    forget_everything()
    say(
        "Forgotten. Copies of the folder can no longer be opened on this computer. "
        "Exports you made still can."
    )
    return DONE


def _opened(options: argparse.Namespace, *, create: bool = False, write: bool = True) -> Vault:
    vault = open_vault(passphrases.vault_passphrase(options), create=create, write=write)
    if vault is None:
        raise BadInput("Nothing is kept on this computer yet. To begin: penname vault profile set NAME")
    return vault
