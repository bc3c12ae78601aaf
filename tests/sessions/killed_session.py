"""Runs a session that is kept in the vault, says which events were recorded, and kills itself in an append.

Usage: killed_session.py NTH: how many appends are let through.
"""

import itertools
import os
import signal
import sys

from penname.domain.cancellation import Cancellation
from penname.domain.events import Event, Started
from penname.domain.goal import Goal
from penname.domain.inferences import Validity
from penname.domain.session import Session
from penname.methods.registry import RATIONAL
from penname.sessions.driver import SessionDriver
from penname.sessions.journal import JournalStore
from penname.vault import passphrase
from penname.vault.opening import open_vault
from penname.vault.sealing import ScryptCost
from scripted import ScriptedRoles

NAMES = ("location", "occupation")
LEAKS = {"location": ("Leeds", "town", Validity.HIGH), "occupation": ("nursed", "worked", Validity.MEDIUM)}


class _Telling(JournalStore):
    """Says what it has kept, and kills the process half-way through one of the events."""

    def __init__(self, *arguments: object, nth: int, **named: object) -> None:
        super().__init__(*arguments, **named)  # type: ignore[arg-type]
        self._left = nth
        self._told = False

    def append(self, session_id: str, event: Event) -> None:
        if self._left == 0:
            _die_in_the_next_write()
        super().append(session_id, event)
        self._left -= 1
        if not self._told:
            self._say(session_id)
        self._told = True
        self._say(type(event).__name__)

    def _say(self, words: str) -> None:
        sys.stdout.write(f"{words}\n")
        sys.stdout.flush()


def _die_in_the_next_write() -> None:
    real, calls = os.write, itertools.count()

    def write(descriptor: int, data: bytes) -> int:
        if next(calls) == 0:
            real(descriptor, bytes(data)[: len(data) // 2])
            os.kill(os.getpid(), signal.SIGKILL)
        return real(descriptor, data)

    os.write = write  # type: ignore[assignment]


def main(nth: int) -> None:
    """Drive the session until killed."""
    passphrase.COST = ScryptCost(16, 8, 1)
    vault = open_vault(lambda *, new: "correct horse battery")
    assert vault is not None
    store = _Telling(vault, keep_history=False, on_notice=sys.stderr.write, nth=nth)
    started = Started("I nursed all night in Leeds.", Goal(NAMES, frozenset(NAMES)), "rational", "scripted")
    SessionDriver(Session([started]), RATIONAL, ScriptedRoles(LEAKS), Cancellation(), store).run()


if __name__ == "__main__":
    main(int(sys.argv[1]))
