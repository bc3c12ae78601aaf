"""What the user wants of `anonymize`, from its options: every mistake is a sentence."""

import argparse
from collections.abc import Sequence

from penname.cli import own_attributes, thread, writing_as
from penname.cli.true_values import Pairs, true_values
from penname.domain.attributes import Attribute
from penname.domain.conditions import CONDITIONS, DEFAULT
from penname.domain.errors import BadInput
from penname.domain.goal import MOST_ROUNDS, ROUNDS, TRADEOFFS, Goal
from penname.domain.inferences import CERTAIN, FACTUAL
from penname.domain.pen_names import PenName
from penname.domain.targets import check_target
from penname.methods.registry import MISLEADING, USUAL, method_named, methods, misleads
from penname.roles.known_values import known_values
from penname.settings import Settings
from penname.vault.opening import AskPassphrase


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that say what to protect and how."""
    parser.add_argument(
        "--method",
        metavar="NAME",
        help=f"{'; '.join(f'{method.name}: {method.brief}' for method in methods())} (default: {USUAL.name})",
    )
    parser.add_argument(
        "--target",
        action="append",
        default=[],
        metavar="ATTRIBUTE=VALUE",
        help='for misleading: what readers are to infer, such as location="Dublin, Ireland"; may be '
        "repeated; attributes without one get one drawn at random",
    )
    writing_as.add_option(parser)
    parser.add_argument(
        "--row",
        type=int,
        metavar="N",
        help=f"for misleading: who is told what, a row of IncogniText's Table 2 (default: {DEFAULT}, "
        "without a true value 3)",
    )
    parser.add_argument(
        "--certainty",
        type=int,
        metavar="N",
        help="for adversarial: how certain an inference must be to be acted on, 1 to 5; 0: not at all "
        f"(default: {FACTUAL})",
    )
    parser.add_argument(
        "--protect", metavar="A,B", help="attributes to act on, such as age,location (default: all)"
    )
    parser.add_argument(
        "--rounds", type=int, metavar="N", help=f"most rewrites, 1 to {MOST_ROUNDS} (default: {ROUNDS})"
    )
    parser.add_argument(
        "--lambda",
        type=float,
        dest="tradeoff",
        default=1.0,
        metavar="X",
        help=f"how much of the text may go for what it hides, {TRADEOFFS[0]} to {TRADEOFFS[-1]:g} (RLAA's "
        "lambda; default: 1); acts where the bundled starter reads",
    )
    own_attributes.add_option(parser)
    thread.add_options(parser)
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="for the model's random choices")


def method_of(options: argparse.Namespace, settings: Settings) -> str:
    """The method that was asked for; raises BadInput for one that there is not."""
    usual = settings.method if options.pen_name is None or misleads(settings.method) else MISLEADING.name
    method: str = options.method or usual
    method_named(method)
    return method


def goal_of(
    options: argparse.Namespace,
    settings: Settings,
    attributes: Sequence[Attribute],
    ask: AskPassphrase,
    pen_name: PenName | None,
) -> Goal:
    """The goal that the options describe, and the `pen_name` among them; raises BadInput."""
    names = tuple(attribute.name for attribute in attributes)
    method = method_of(options, settings)
    wanted = tuple(filter(None, (name.strip() for name in (options.protect or "").split(","))))
    for name in wanted or settings.protect:
        _check_known(name, names)
    rounds = settings.rounds if options.rounds is None else options.rounds
    if not 1 <= rounds <= MOST_ROUNDS:
        raise BadInput(f"The number of rounds must be from 1 to {MOST_ROUNDS}.")
    if not 0 <= options.seed < 2**31:
        raise BadInput("The seed must be a whole number from 0 to 2147483647.")
    if not TRADEOFFS[0] <= options.tradeoff <= TRADEOFFS[-1]:
        raise BadInput(f"The lambda must be from {TRADEOFFS[0]} to {TRADEOFFS[-1]:g}.")
    row = _row(options, method)
    certainty = _certainty(options, method)
    truth = true_values(options, attributes, ask)
    targets = _targets(options, method, attributes, truth)
    protect = set(wanted or settings.protect or names)
    unprotected = [name for name, _ in targets if wanted and name not in protect]
    if unprotected:
        raise BadInput(f"There is a target for {unprotected[0]}, but --protect leaves it out.")
    goal = Goal(
        names,
        frozenset(protect | {name for name, _ in targets}),
        rounds=rounds,
        targets=targets,
        truth=truth,
        seed=options.seed,
        certainty=certainty,
        condition=row,
        thread=thread.thread_of(options),
        tradeoff=options.tradeoff,
    )
    return goal if pen_name is None else writing_as.goal_as(pen_name, goal, frozenset(wanted), attributes)


def _check_known(name: str, names: Sequence[str]) -> None:
    if name not in names:
        raise BadInput(f"There is no attribute “{name}”. Choose from: {', '.join(names)}.")


def _row(options: argparse.Namespace, method: str) -> int:
    row: int = DEFAULT if options.row is None else options.row
    if options.row is not None and not misleads(method):
        raise BadInput("--row is for the method misleading.")
    if row not in CONDITIONS:
        raise BadInput(f"The row must be from {min(CONDITIONS)} to {max(CONDITIONS)}.")
    if not CONDITIONS[row].target and (options.target or options.pen_name is not None):
        raise BadInput(f"Row {row} has no targets. Choose row 3, 4, 5 or 6.")
    return row


def _certainty(options: argparse.Namespace, method: str) -> int:
    if options.certainty is None:
        return FACTUAL
    if not method_named(method).weighs_certainty:
        raise BadInput("--certainty is for the methods adversarial and misleading.")
    if not 0 <= options.certainty <= CERTAIN:
        raise BadInput(f"The certainty must be from 0 to {CERTAIN}.")
    certainty: int = options.certainty
    return certainty


def _targets(
    options: argparse.Namespace, method: str, attributes: Sequence[Attribute], truth: Pairs
) -> Pairs:
    if options.target and not misleads(method):
        raise BadInput("--target is for the method misleading: give --method misleading, too.")
    if options.target and options.pen_name is not None:
        raise BadInput(
            "Give the targets either by --as or by --target, not by both. To add a value to a pen name: "
            "penname pen-name set NAME"
        )
    known = {attribute.name: attribute for attribute in attributes}
    true = dict(truth)
    found: dict[str, str] = {}
    for written in options.target:
        name, equals, value = (part.strip() for part in written.partition("="))
        if not equals:
            raise BadInput(f"“{written}” is not of the form ATTRIBUTE=VALUE, such as age=50.")
        _check_known(name, tuple(known))
        if name in found:
            raise BadInput(f"There are two targets for {name}. Give one.")
        found[name] = check_target(known[name], value, true.get(name), known_values())
    return tuple((name, found[name]) for name in known if name in found)
