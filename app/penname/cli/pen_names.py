"""`penname pen-name`: who to write as, kept in the vault: decoy values and what was published under them."""

import argparse
import random
from typing import Any

from penname.cli import passphrases, trail, true_values
from penname.cli.terminal import DONE, say, source
from penname.domain.errors import BadInput
from penname.domain.pen_names import Chosen, Decoy, PenName, Post, checked_name
from penname.domain.suggestions import check, suggest, with_randomized
from penname.domain.targets import check_target
from penname.roles.known_values import known_values
from penname.sessions.intake import read_text
from penname.settings import load_attributes, load_settings
from penname.vault.opening import open_vault
from penname.vault.pen_names import find_pen_name, pen_name_called, pen_names, remove_pen_name, save_pen_name
from penname.vault.vault import Vault


def add_parser(commands: Any) -> None:
    """Add the command to `commands`, what argparse's `add_subparsers` returned."""
    pen_name = commands.add_parser(
        "pen-name",
        help="who to write as: values to pretend, the same in every text",
        description="A pen name is a set of values that readers are to believe, and the texts published "
        "under it. Values are drawn once: a new lie in each text would show the truth by its absence.",
    )
    actions = pen_name.add_subparsers(metavar="ACTION", required=True)
    _add(actions, "list", _list, "the names of the pen names")
    for name, run, words in (
        ("show", _show, "print its values and its posts"),
        ("check", _check, "say where it contradicts itself"),
        ("remove", _remove, "remove it, with its posts"),
    ):
        _add(actions, name, run, words).add_argument("name", metavar="NAME")
    drawing = actions.add_parser(
        "suggest", help="draw all values that are missing, so that they fit together"
    )
    true_values.add_options(drawing)
    drawing.add_argument(
        "--randomize",
        metavar="A,B",
        default="",
        help="draw these by randomized response, in which the true value takes part",
    )
    drawing.add_argument(
        "--epsilon", type=float, default=1.0, metavar="E", help="of the randomized response (default: 1)"
    )
    drawing.set_defaults(run=_suggest, file=None)
    setting = actions.add_parser("set", help="choose values: lines of attribute=value on standard input")
    true_values.add_options(setting)
    setting.set_defaults(run=_set, file="-")
    posting = _add(actions, "post", _post, "keep a text that was published under it")
    for action in (drawing, setting, posting):
        action.add_argument("name", metavar="NAME")
    posting.add_argument("file", nargs="?", default="-", metavar="FILE", help="a text file (default: -)")
    posting.add_argument("--title", default="", metavar="WORDS")
    posting.add_argument("--date", default="", metavar="YYYY-MM-DD", help="when it was published")
    trail.add_parser(actions)


def _add(actions: Any, name: str, run: Any, words: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = actions.add_parser(name, help=words)
    passphrases.add_option(parser)
    parser.set_defaults(run=run)
    return parser


def _list(options: argparse.Namespace) -> int:
    vault = open_vault(passphrases.vault_passphrase(options), write=False)
    if vault is not None:
        with vault:
            for one in pen_names(vault):
                print(one.name)
    return DONE


def _show(options: argparse.Namespace) -> int:
    with _opened(options, write=False) as vault:
        _print(pen_name_called(vault, options.name))
    return DONE


def _check(options: argparse.Namespace) -> int:
    with _opened(options, write=False) as vault:
        found = check(pen_name_called(vault, options.name), knowledge=known_values())
    for sentence in found:
        print(sentence)
    if not found:
        say("Its values go together.")
    return DONE


def _remove(options: argparse.Namespace) -> int:
    with _opened(options) as vault:
        remove_pen_name(vault, options.name)
    return DONE


def _suggest(options: argparse.Namespace) -> int:
    attributes = load_attributes(load_settings())
    truth = dict(true_values.true_values(options, attributes))
    chance = random.SystemRandom()
    with _opened(options, create=True) as vault:
        pen_name = find_pen_name(vault, options.name) or PenName(checked_name(options.name))
        for name in filter(None, (part.strip() for part in options.randomize.split(","))):
            attribute = next((a for a in attributes if a.name == name), None)
            if attribute is None:
                known = ", ".join(a.name for a in attributes)
                raise BadInput(f"Penname knows no attribute “{name}”. It knows: {known}.")
            if name not in truth:
                raise BadInput(f"A randomized response for {name} needs its true value.")
            pen_name = with_randomized(
                pen_name, attribute, truth[name], options.epsilon, chance, known_values()
            )
        suggestion = suggest(attributes, chance, truth=truth, fixed=pen_name.decoys, knowledge=known_values())
        for decoy in suggestion.decoys:
            pen_name = pen_name.with_decoy(decoy)
        save_pen_name(vault, pen_name)
    if not truth:
        say("Without your true values (--profile or --true-from) some of these may be true by chance.")
    for name, why in suggestion.left_out:
        say(f"{name}: {why}")
    _print(pen_name)
    return DONE


def _set(options: argparse.Namespace) -> int:
    """Values that are given replace those of before; one that contradicts itself is not kept."""
    attributes = {attribute.name: attribute for attribute in load_attributes(load_settings())}
    truth = dict(true_values.true_values(options, tuple(attributes.values())))
    given = true_values.written_values(source("-", prompt="Type lines such as age = 52"))
    with _opened(options, create=True) as vault:
        pen_name = find_pen_name(vault, options.name) or PenName(checked_name(options.name))
        for name, value in given.items():
            if name not in attributes:
                raise BadInput(f"Penname knows no attribute “{name}”. It knows: {', '.join(attributes)}.")
            target = check_target(attributes[name], value, truth.get(name), known_values())
            pen_name = pen_name.with_decoy(Decoy(name, target, Chosen.BY_USER))
        if quarrels := check(pen_name, knowledge=known_values()):
            raise BadInput(
                f"This pen name would contradict itself. {' '.join(quarrels)} Nothing was changed."
            )
        save_pen_name(vault, pen_name)
    return DONE


def _post(options: argparse.Namespace) -> int:
    text = read_text(source(options.file)).text
    with _opened(options) as vault:
        pen_name = pen_name_called(vault, options.name)
        save_pen_name(vault, pen_name.with_post(Post(text, options.title, checked_date(options.date))))
    return DONE


def checked_date(date: str) -> str:
    """A date as Penname stores it, or nothing; raises BadInput for what is no date."""
    from datetime import date as day

    try:
        return day.fromisoformat(date).isoformat() if date else ""
    except ValueError:
        raise BadInput(f"“{date}” is not a date such as 2026-11-21.") from None


def _print(pen_name: PenName) -> None:
    for decoy in pen_name.decoys:
        value = "(left as it is)" if decoy.value is None else decoy.value
        print(f"{decoy.attribute}={value}  [{decoy.chosen}]")
    for post in pen_name.posts:
        print(f"post {post.date or '(no date)'} {post.title or '(no title)'}, {len(post.text)} characters")


def _opened(options: argparse.Namespace, *, create: bool = False, write: bool = True) -> Vault:
    vault = open_vault(passphrases.vault_passphrase(options), create=create, write=write)
    if vault is None:
        raise BadInput("No pen name is kept on this computer yet. To make one: penname pen-name suggest NAME")
    return vault
