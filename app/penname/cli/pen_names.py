"""`penname pen-name`: who to write as, kept in the vault: decoy values and what was published under them."""

import argparse
import math
import random
from collections.abc import Mapping, Sequence
from typing import Any

from penname.cli import passphrases, trail, true_values
from penname.cli.passphrases import add_action
from penname.cli.stopping import until_stopped
from penname.cli.terminal import DONE, STOPPED, say, source
from penname.cli.writing_as import keep_told
from penname.domain.attributes import Attribute
from penname.domain.errors import BadInput, PennameError
from penname.domain.inferences import Inference
from penname.domain.pen_names import Chosen, Decoy, PenName, Post, checked_name
from penname.domain.randomized_response import EPSILONS, keep_probability
from penname.domain.suggestions import avoidable, check, suggest, with_randomized
from penname.domain.targets import check_target
from penname.domain.thread import checked_date
from penname.domain.told import Told
from penname.roles.known_values import known_values
from penname.sessions.intake import read_text
from penname.sessions.linkable import links
from penname.sessions.session_job import PostsJob
from penname.settings import load_attributes, load_settings
from penname.vault.opening import AskPassphrase, open_vault
from penname.vault.pen_names import (
    NONE_KEPT,
    find_pen_name,
    pen_name_called,
    pen_names,
    remove_pen_name,
    save_pen_name,
)
from penname.vault.vault import Vault


def add_parser(commands: Any) -> None:
    """Add the command to `commands`, what argparse's `add_subparsers` returned."""
    pen_name = commands.add_parser(
        "pen-name",
        help="who to write as: made-up values, the same in every text",
        description="A pen name is a set of values that readers are to believe, and the texts published "
        "under it. Values are drawn once: a new lie in each text would show the truth by its absence.",
    )
    actions = pen_name.add_subparsers(metavar="ACTION", required=True)
    add_action(actions, "list", _list, "the names of the pen names")
    for name, run, words in (
        ("show", _show, "print its values and its posts"),
        ("check", _check, "say where it contradicts itself"),
        ("remove", _remove, "remove it, with its posts"),
    ):
        add_action(actions, name, run, words).add_argument("name", metavar="NAME")
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
    how_much = drawing.add_mutually_exclusive_group()
    how_much.add_argument(
        "--tells",
        choices=EPSILONS,
        default="little",
        help="how much such a draw may tell about the true value (default: little)",
    )
    how_much.add_argument("--epsilon", type=float, metavar="E", help="the same as a number, from 0 to 20")
    drawing.add_argument(
        "--ignore-posts", action="store_true", help="do not read what was published under it first"
    )
    trail.add_model(drawing)
    drawing.set_defaults(run=_suggest, file=None)
    setting = actions.add_parser("set", help="choose values: lines of attribute=value on standard input")
    true_values.add_options(setting)
    setting.set_defaults(run=_set, file="-")
    posting = add_action(actions, "post", _post, "keep a text that was published under it, and what it tells")
    for action in (drawing, setting, posting):
        action.add_argument("name", metavar="NAME")
    posting.add_argument("file", nargs="?", default="-", metavar="FILE", help="a text file (default: -)")
    trail.add_model(posting)
    posting.add_argument("--title", default="", metavar="WORDS")
    posting.add_argument("--date", default="", metavar="YYYY-MM-DD", help="when it was published")
    trail.add_parser(actions)


def _list(options: argparse.Namespace) -> int:
    vault = open_vault(passphrases.vault_passphrase(options), write=False)
    if vault is not None:
        with vault:
            for one in pen_names(vault):
                print(one.name)
    return DONE


def _show(options: argparse.Namespace) -> int:
    with _opened(passphrases.vault_passphrase(options), write=False) as vault:
        _print(pen_name_called(vault, options.name))
    return DONE


def _check(options: argparse.Namespace) -> int:
    with _opened(passphrases.vault_passphrase(options), write=False) as vault:
        found = check(pen_name_called(vault, options.name), knowledge=known_values())
    for sentence in found:
        print(sentence)
    if not found:
        say("Its values go together.")
    return DONE


def _remove(options: argparse.Namespace) -> int:
    with _opened(passphrases.vault_passphrase(options)) as vault:
        remove_pen_name(vault, options.name)
    return DONE


def _suggest(options: argparse.Namespace) -> int:
    """What is published is read first, while nothing is locked: what readers believe becomes a value, too."""
    attributes = load_attributes(load_settings())
    ask = passphrases.vault_passphrase(options)
    truth = dict(true_values.true_values(options, attributes, ask))
    randomized = _randomized(options, attributes, truth)
    published = _published(options, attributes, ask)
    if published is None:
        say("Stopped. Nothing was changed.")
        return STOPPED
    chance = random.SystemRandom()
    epsilon = EPSILONS[options.tells] if options.epsilon is None else options.epsilon
    with _opened(ask, create=True) as vault:
        pen_name = find_pen_name(vault, options.name) or PenName(checked_name(options.name))
        for attribute in randomized:
            true = truth[attribute.name]
            pen_name = with_randomized(pen_name, attribute, true, epsilon, chance, known_values())
        suggestion = suggest(
            attributes,
            chance,
            truth=truth,
            fixed=pen_name.decoys,
            published=published,
            knowledge=known_values(),
        )
        for decoy in suggestion.decoys:
            pen_name = pen_name.with_decoy(decoy)
        save_pen_name(vault, pen_name)
    if not truth:
        say("Without your true values (--profile or --true-from) some of these may be true by chance.")
    for name, why in suggestion.left_out:
        say(f"{name}: {why}")
    for attribute in randomized:
        say(_promised(pen_name, attribute))
    for sentence in check(pen_name, published, known_values()):
        say(sentence)
    _print(pen_name)
    return DONE


def _randomized(
    options: argparse.Namespace, attributes: Sequence[Attribute], truth: Mapping[str, str]
) -> list[Attribute]:
    """The attributes that are to be drawn by randomized response; raises BadInput."""
    known = {attribute.name: attribute for attribute in attributes}
    wanted = list(filter(None, (part.strip() for part in options.randomize.split(","))))
    for name in wanted:
        if name not in known:
            raise BadInput(f"There is no attribute “{name}”. Choose from: {', '.join(known)}.")
        if name not in truth:
            raise BadInput(f"A randomized response for {name} needs its true value.")
    return [known[name] for name in wanted]


def _published(
    options: argparse.Namespace, attributes: Sequence[Attribute], ask: AskPassphrase
) -> Sequence[Inference] | None:
    """What the posts give away, where a value is still missing; None after Ctrl+C."""
    vault = open_vault(ask, create=False, write=False)
    if vault is None:
        return ()
    with vault:
        pen_name = find_pen_name(vault, options.name)
    whole = pen_name is not None and all(pen_name.decoy(attribute.name) for attribute in attributes)
    if pen_name is None or whole or not pen_name.posts or options.ignore_posts:
        return ()
    read = trail.read_posts(options, pen_name)
    if read is None:
        return None
    reading, _model, told = read
    keep_told(pen_name.name, told, ask)
    return reading.published


def _promised(pen_name: PenName, attribute: Attribute) -> str:
    """What a draw promises and what not."""
    decoy = pen_name.decoy(attribute.name)
    assert decoy is not None
    epsilon, k = decoy.epsilon or 0.0, decoy.k or 2
    kept = keep_probability(epsilon, k)
    sentences = [
        f"{attribute.name} was drawn among {k} groups, your own with a chance of {kept:.0%}.",
        f"No outcome is more than {math.exp(epsilon):.1f} times likelier for one true value than for "
        "another: that is how little it tells about yours.",
        "It promises nothing about clues in your texts, nor about what is finer than a group.",
    ]
    if decoy.value is None:
        sentences.append(
            "Your own value won, so texts keep their words. Words that are in none of Penname's lists look "
            "different from a drawn value to a reader who knows the lists."
        )
    return " ".join(sentences)


def _set(options: argparse.Namespace) -> int:
    """Values that are given replace those of before; one that contradicts itself is not kept."""
    attributes = {attribute.name: attribute for attribute in load_attributes(load_settings())}
    ask = passphrases.vault_passphrase(options)
    truth = dict(true_values.true_values(options, tuple(attributes.values()), ask))
    given = true_values.written_values(source("-", prompt="Type lines such as age = 52"))
    with _opened(ask, create=True) as vault:
        pen_name = find_pen_name(vault, options.name) or PenName(checked_name(options.name))
        for name, value in given.items():
            if name not in attributes:
                raise BadInput(f"There is no attribute “{name}”. Choose from: {', '.join(attributes)}.")
            target = check_target(attributes[name], value, truth.get(name), known_values())
            pen_name = pen_name.with_decoy(Decoy(name, target, Chosen.BY_USER))
        if quarrels := avoidable(pen_name, known_values()):
            raise BadInput(
                f"This pen name would contradict itself. {' '.join(quarrels)} Nothing was changed."
            )
        save_pen_name(vault, pen_name)
    return DONE


def _post(options: argparse.Namespace) -> int:
    """The post is kept first; then what it tells is read, now or, where that cannot be, another time."""
    text, ask = read_text(source(options.file)).text, passphrases.vault_passphrase(options)
    with _opened(ask) as vault:
        pen_name = pen_name_called(vault, options.name)
        pen_name = pen_name.with_post(Post(text, options.title, checked_date(options.date)))
        save_pen_name(vault, pen_name)
    told = _told_now(options, pen_name)
    if told is None:
        say("The post is kept. What it tells will be read the next time.")
        return DONE
    keep_told(pen_name.name, told, ask)
    with _opened(ask, write=False) as vault:
        others = pen_names(vault)
    for link in links(pen_name.with_told(told), others, known_values()):
        say(str(link))
    return DONE


def _told_now(options: argparse.Namespace, pen_name: PenName) -> Mapping[str, Sequence[Told]] | None:
    """What its unread posts tell; None where they could not be read, which is said, or after Ctrl+C."""
    try:
        job = PostsJob(trail.reading_settings(options), pen_name.unread, trail.reading_progress())
        return until_stopped(job)
    except PennameError as error:
        say(str(error))
        return None


def _print(pen_name: PenName) -> None:
    for decoy in pen_name.decoys:
        value = "(left as it is)" if decoy.value is None else decoy.value
        print(f"{decoy.attribute}={value}  [{decoy.chosen}]")
    for post in pen_name.posts:
        print(f"post {post.date or '(no date)'} {post.title or '(no title)'}, {len(post.text)} characters")


def _opened(ask: AskPassphrase, *, create: bool = False, write: bool = True) -> Vault:
    vault = open_vault(ask, create=create, write=write)
    if vault is None:
        raise BadInput(NONE_KEPT)
    return vault
