"""What the window is started for, from its arguments."""

import os
from collections.abc import Sequence
from typing import NamedTuple

from penname.instance.activation import CLIPBOARD, OPEN, SHOW, Activation, activation_from

FOR_CLIPBOARD, AT_LOGIN, OPEN_FILE = "--for-clipboard", "--at-login", "--open"


class Start(NamedTuple):
    """`argv` is what is left for the window; `at_login` that nobody waits for it."""

    argv: list[str]
    activation: Activation = Activation(SHOW)
    at_login: bool = False


def read(argv: Sequence[str]) -> Start:
    """Parse `argv` (as in `sys.argv`)."""
    rest, kind, file = list(argv), SHOW, ""
    at_login = AT_LOGIN in rest
    if at_login:
        rest.remove(AT_LOGIN)
    if FOR_CLIPBOARD in rest:
        place = rest.index(FOR_CLIPBOARD)
        if rest[place + 1 : place + 2] and rest[place + 1] in CLIPBOARD:
            kind = rest[place + 1]
        del rest[place : place + 2]
    if OPEN_FILE in rest:  # without a file where the desktop had none to give
        place = rest.index(OPEN_FILE)
        if rest[place + 1 : place + 2]:
            kind, file = OPEN, os.path.abspath(rest[place + 1])
        del rest[place : place + 2]
    return Start(rest, activation_from(os.environ, kind)._replace(file=file), at_login)
