"""Kill -9 at every point of a save: the vault opens with the last state or the one before, and goes on."""

import itertools
import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from penname.vault.vault import Vault, VaultPart
from vault.killed_child import POINTS, SESSION
from vault.vaults import Item

Opened = Callable[[], Vault]
_TESTS = Path(__file__).parent.parent


def _cases(count: int) -> Iterator[tuple[str, str, int]]:
    """(what, point, nth): each point in turn for each kind of save, at ever later calls; and at any time."""
    rng = random.Random(7)
    points = [
        (what, point)
        for point in (*POINTS, "never")
        for what in ("save", "append", "begin", "begin-again", "remove")
        if (what, point.split()[-1]) != ("append", "replace")  # happens once only, as in "begin"
    ]
    rng.shuffle(points)
    for what, point in itertools.islice(itertools.cycle(points), count):
        yield what, point, rng.randrange(12)


@pytest.mark.parametrize("count", [20, pytest.param(200, marks=pytest.mark.soak("200 kill -9 during saves"))])
def test_a_kill_costs_at_most_the_save_it_falls_into(opened: Opened, count: int) -> None:
    phases: Counter[str] = Counter()
    for case in _cases(count):
        what, point, nth = case
        before = _stored(opened())
        opened().close()
        done = _run_until_killed(what, point, nth, delay=nth / 100)
        phases[f"{what}, {point.replace('never', 'at any time')}"] += 1
        try:
            vault = opened()
            assert vault.cautions == ()
            assert vault.check() == {}
            _is_last_or_last_but_one(vault, what, done, before)
            _goes_on(vault)
        except AssertionError as error:
            raise AssertionError(f"{case} after {done} saves") from error
        for session in vault.sessions():
            vault.remove_session(session.session_id)
    sys.stdout.write("\n".join(f"{phase}: {number}" for phase, number in sorted(phases.items())) + "\n")
    assert {phase.split()[-1] for phase in phases} == {"write", "fsync", "replace", "time"}


def _run_until_killed(what: str, point: str, nth: int, delay: float) -> int:
    """How many saves the child said were done before it was gone."""
    command = [sys.executable, str(_TESTS / "vault" / "killed_child.py"), what, point, str(nth)]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(_TESTS), str(_TESTS.parent / "app")])}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        lines: list[str] = []
        if point == "never":
            lines.append(child.stdout.readline())
            time.sleep(delay)
            child.kill()
        lines += child.stdout.readlines()
    assert child.returncode == -9
    numbers = [line for line in lines if line.endswith("\n")]
    return int(numbers[-1]) if numbers else 0


def _stored(vault: Vault) -> int:
    """The number of the state that the pen names are in."""
    items = vault.load(VaultPart.PEN_NAMES, Item)
    return items[0].number if items else 0


def _is_last_or_last_but_one(vault: Vault, what: str, done: int, before: int) -> None:
    sessions = sorted(one.session_id for one in vault.sessions())
    if what == "save":
        assert _stored(vault) in ({done, done + 1} if done else {before, 1})
        return
    assert _stored(vault) == before
    if what == "append":
        events = [record.split(b"x")[0] for record in vault.journal(SESSION).records()]
        assert len(events) in (done, done + 1)
        assert events == [b"event %d" % number for number in range(1, len(events) + 1)]
        assert sessions == ([SESSION] if events else [])
    elif what == "begin-again":
        records = [record.split(b"x")[0] for record in vault.journal(SESSION).records()]
        assert records in ([b"event %d" % last] if last else [] for last in (done, done + 1))
        assert sessions == ([SESSION] if records else [])
    elif what == "begin":
        assert sessions in ([f"{number:016x}" for number in range(1, last + 1)] for last in (done, done + 1))
    else:
        assert sessions in ([], [f"{done + 1:016x}"])


def _goes_on(vault: Vault) -> None:
    number = _stored(vault)
    vault.save(VaultPart.PEN_NAMES, [Item("state", number)])
    for session in vault.sessions():
        journal = vault.journal(session.session_id)
        before = journal.records()
        journal.append(b"after the kill")
        assert journal.records() == [*before, b"after the kill"]
    assert _stored(vault) == number
