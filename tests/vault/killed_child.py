"""Saves on and on, says on standard output what is done, and kills itself (SIGKILL) at one point of a save.

Usage: killed_child.py WHAT POINT NTH

WHAT is save, append, begin, begin-again or remove; POINT one of `POINTS`, around or in the middle of a call
of the system; NTH how many of these calls are let through before, 0 for none. With the point "never" it saves
until somebody else kills it. The vault opens with the tests' passphrase.
"""

import itertools
import os
import signal
import sys
from collections.abc import Callable
from typing import Any

from penname.vault import passphrase
from penname.vault.opening import open_vault
from penname.vault.sealing import ScryptCost
from penname.vault.vault import Vault, VaultPart
from vault.vaults import Item, give_passphrase

SESSION = "0123456789abcdef"
POINTS = (
    "before write",
    "in write",
    "after write",
    "before fsync",
    "after fsync",
    "before replace",
    "after replace",
)


def main(what: str, point: str, nth: int) -> None:
    """Work until killed."""
    passphrase.COST = ScryptCost(16, 8, 1)
    vault = open_vault(give_passphrase)
    assert vault is not None
    if point != "never":
        _kill_at(point, nth)
    for number in range(1, 1000):
        _do(vault, what, number)
        sys.stdout.write(f"{number}\n")
        sys.stdout.flush()


def _do(vault: Vault, what: str, number: int) -> None:
    if what == "save":
        vault.save(VaultPart.PEN_NAMES, [Item("state", number), Item("x" * (number % 7) * 1000)])
    elif what == "append":
        vault.journal(SESSION).append(b"event %d" % number + b"x" * (number % 7) * 1000)
    elif what == "begin":
        vault.journal(f"{number:016x}").append(b"event")
    elif what == "begin-again":
        vault.journal(SESSION).begin(b"event %d" % number + b"x" * (number % 7) * 1000)
    else:
        vault.journal(f"{number:016x}").append(b"event")
        vault.remove_session(f"{number:016x}")


def _kill_at(point: str, nth: int) -> None:
    when, name = point.split()
    calls = itertools.count()
    real: Callable[..., Any] = getattr(os, name)

    def wrapped(*arguments: Any) -> Any:
        due = next(calls) == nth
        if due and when == "before":
            _die()
        if due and when == "in":
            real(arguments[0], bytes(arguments[1])[: len(arguments[1]) // 2])
            _die()
        result = real(*arguments)
        if due:
            _die()
        return result

    setattr(os, name, wrapped)


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
