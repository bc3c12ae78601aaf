"""`penname conversation`: who stands for whom in conversations with chatbots, kept in the vault."""

import argparse
import datetime as dt
from typing import Any

import msgspec

from penname.cli import passphrases
from penname.cli.terminal import DONE, say
from penname.domain.errors import BadInput
from penname.pseudonyms.conversation import Conversation, checked_name
from penname.pseudonyms.mapping import Mapping
from penname.vault.opening import AskPassphrase, open_vault


def add_parser(commands: Any) -> None:
    """Add the command to `commands`, what argparse's `add_subparsers` returned."""
    command = commands.add_parser(
        "conversation",
        help="who stands for whom in conversations with chatbots",
        description="“penname pseudonymize --conversation NAME” keeps who stands for whom, encrypted, so "
        "that later texts get the same stand-ins and replies can be restored.",
    )
    actions = command.add_subparsers(metavar="ACTION", required=True)
    listing = actions.add_parser("list", help="their names, the one begun last first")
    listing.set_defaults(run=_list)
    showing = actions.add_parser("show", help="print who stands for whom, as JSON")
    showing.set_defaults(run=_show)
    forgetting = actions.add_parser("forget", help="forget one for good, or all")
    forgetting.add_argument(
        "--all", action="store_true", help="all, and the stand-ins shared by all conversations"
    )
    forgetting.set_defaults(run=_forget)
    showing.add_argument("name", metavar="NAME")
    forgetting.add_argument("name", nargs="?", metavar="NAME")
    for action in (listing, showing, forgetting):
        passphrases.add_option(action)


def add_option(parser: argparse._ActionsContainer, words: str) -> None:
    """Add `--conversation` to a command."""
    parser.add_argument("--conversation", metavar="NAME", help=words)


def known_in(name: str, ask: AskPassphrase) -> Mapping:
    """What was sent in the conversation called `name` so far, nothing for a new one.

    Raises like `open_vault`.
    """
    from penname.pseudonyms.kept_conversations import find_conversation

    checked_name(name)
    vault = open_vault(ask, create=False, write=False)
    if vault is None:
        return Mapping()
    with vault:
        found = find_conversation(vault, name)
    return found.mapping if found else Mapping()


def keep_in(name: str, mapping: Mapping, ask: AskPassphrase) -> None:
    """Keep `mapping` as that of the conversation called `name`. Raises like `open_vault`, and BadInput when
    nothing can be kept."""
    from penname.pseudonyms.kept_conversations import find_conversation, save_conversation

    vault = open_vault(ask)
    if vault is None:
        raise BadInput("Nothing can be kept without a passphrase. Nothing was printed.")
    with vault:
        found = find_conversation(vault, name)
        fresh = Conversation(checked_name(name), f"{dt.date.today():%Y-%m-%d}")
        save_conversation(vault, msgspec.structs.replace(found or fresh, mapping=mapping))


def mapping_of(name: str, ask: AskPassphrase) -> Mapping:
    """The mapping of a conversation that is kept; raises BadInput when there is none called so."""
    from penname.pseudonyms.kept_conversations import read_conversation

    return read_conversation(name, ask).mapping


def _list(options: argparse.Namespace) -> int:
    from penname.pseudonyms.kept_conversations import conversations

    vault = open_vault(passphrases.vault_passphrase(options), create=False, write=False)
    if vault is not None:
        with vault:
            for one in conversations(vault):
                print(f"{one.date}  {one.name}")
    return DONE


def _show(options: argparse.Namespace) -> int:
    print(mapping_of(options.name, passphrases.vault_passphrase(options)).to_json().decode(), end="")
    return DONE


def _forget(options: argparse.Namespace) -> int:
    from penname.pseudonyms.kept_conversations import forget_conversation, forget_conversations

    if bool(options.name) == options.all:
        raise BadInput("Give the name of one conversation, or --all. Nothing was changed.")
    vault = open_vault(passphrases.vault_passphrase(options), create=False)
    if vault is None:
        raise BadInput("No conversation is kept on this computer.")
    with vault:
        if options.all:
            forget_conversations(vault)
        else:
            forget_conversation(vault, options.name)
    say("Forgotten. Its replies can no longer be restored.")
    return DONE
