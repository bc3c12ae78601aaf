"""`penname anonymize --as NAME`: a pen name from the vault says what readers are to believe."""

import argparse
from collections.abc import Mapping, Sequence

import msgspec

from penname.cli.terminal import say
from penname.domain.attributes import Attribute
from penname.domain.errors import BadInput, PennameError
from penname.domain.goal import Goal
from penname.domain.pen_names import PenName, writing_as
from penname.domain.suggestions import avoidable
from penname.domain.targets import check_target
from penname.domain.told import Told
from penname.roles.known_values import known_values
from penname.vault.opening import AskPassphrase


def add_option(parser: argparse.ArgumentParser) -> None:
    """Add `--as`."""
    parser.add_argument(
        "--as",
        dest="pen_name",
        metavar="NAME",
        help="write as a pen name from the vault: its values are the targets (method: misleading), and what "
        "is found is held against its posts",
    )


def pen_name_of(options: argparse.Namespace, ask: AskPassphrase) -> PenName | None:
    """The pen name that `--as` names; None without it. Raises BadInput when there is no such pen name."""
    if options.pen_name is None:
        return None
    from penname.vault.pen_names import read_pen_name  # with its cryptography, which most commands do without

    return read_pen_name(options.pen_name, ask)


def keep_told(name: str, told: Mapping[str, Sequence[Told]], ask: AskPassphrase) -> None:
    """Keep with the pen name what its posts tell, by their texts; say so where that cannot be done."""
    from penname.vault.opening import open_vault
    from penname.vault.pen_names import keep_told

    try:
        vault = open_vault(ask, create=False) if told else None
        if vault is not None:
            with vault:
                keep_told(vault, name, told)
    except PennameError as error:
        say(f"{error} What the posts tell is not kept, so they will be read again the next time.")


def goal_as(pen_name: PenName, goal: Goal, wanted: frozenset[str], attributes: Sequence[Attribute]) -> Goal:
    """The goal for writing as `pen_name`; `wanted` are attributes that --protect names.

    Raises BadInput when it contradicts itself or comes close to the truth.
    """
    _check(pen_name, goal, attributes)
    if alone := sorted(wanted & pen_name.left_alone):
        raise BadInput(
            f"The pen name leaves {alone[0]} as it is: so it was drawn by chance, once for all its texts. "
            "Leave it out of --protect."
        )
    changed = writing_as(goal, pen_name)
    return msgspec.structs.replace(changed, protect=wanted) if wanted else changed


def _check(pen_name: PenName, goal: Goal, attributes: Sequence[Attribute]) -> None:
    """What randomized response drew may lie anywhere; only what was chosen is held against the truth."""
    if quarrels := avoidable(pen_name, known_values()):
        raise BadInput(
            f"This pen name contradicts itself. {' '.join(quarrels)} Nothing was rewritten. "
            "To change a value: penname pen-name set NAME"
        )
    known = {attribute.name: attribute for attribute in attributes}
    for attribute, value in pen_name.targets:
        if attribute in known and attribute not in pen_name.randomized:
            check_target(known[attribute], value, goal.truth_of(attribute), known_values())
