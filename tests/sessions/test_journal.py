"""Sessions in the vault: they survive the program, and a disk that fails costs the keeping, not the work."""

import errno
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from penname.domain.cancellation import Cancellation
from penname.domain.errors import BadInput
from penname.domain.events import Attacked, Started, WentBackTo
from penname.domain.goal import Goal
from penname.domain.inferences import Validity
from penname.domain.listener import SilentListener
from penname.domain.proposals import LeaksProposal, Outcome
from penname.domain.session import DamagedSession, Session
from penname.engine.local import LocalEngine
from penname.methods.registry import RATIONAL
from penname.sessions.driver import SessionDriver
from penname.sessions.journal import JournalStore
from penname.sessions.session_service import SessionService
from penname.settings import Settings
from penname.vault import passphrase
from penname.vault.opening import open_vault, vault_folder
from penname.vault.sealing import ScryptCost
from penname.vault.vault import Vault
from scripted import ScriptedRoles
from sessions.any_session import sessions

NAMES = ("location", "occupation")
TEXT = "I nursed all night in Leeds."
LEAKS = {"location": ("Leeds", "town", Validity.HIGH), "occupation": ("nursed", "worked", Validity.MEDIUM)}
STARTED = Started(TEXT, Goal(NAMES, frozenset(NAMES)), "rational", "scripted")
ENDED = "I worked all night in town."


@pytest.fixture(autouse=True)
def cheap_scrypt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passphrase, "COST", ScryptCost(16, 8, 1))


@pytest.fixture
def vault() -> Iterator[Vault]:
    with _opened() as vault:
        yield vault


def _opened() -> Vault:
    vault = open_vault(lambda *, new: "correct horse battery")
    assert vault is not None
    return vault


def _store(vault: Vault, *, history: bool = False, notices: list[str] | None = None) -> JournalStore:
    return JournalStore(vault, keep_history=history, on_notice=(notices or []).append)


def _new(store: JournalStore) -> SessionDriver:
    return SessionDriver(Session([STARTED]), RATIONAL, ScriptedRoles(LEAKS), Cancellation(), store)


def _reopened(store: JournalStore, session_id: str, roles: ScriptedRoles) -> SessionDriver:
    session = Session(store.load(session_id))
    return SessionDriver(session, RATIONAL, roles, Cancellation(), store, session_id)


def test_a_session_goes_on_where_it_stood_without_asking_the_model_again(vault: Vault) -> None:
    driver = _new(_store(vault))
    waiting = driver.advance()
    assert isinstance(waiting, LeaksProposal)
    assert driver.kept
    events = driver.session.events
    vault.close()
    with _opened() as again:
        roles = ScriptedRoles(LEAKS)
        back = _reopened(_store(again), driver.session_id, roles)
        assert back.session.events == events
        assert back.advance() == waiting
        assert roles.calls == []
        assert back.run() == Outcome(ENDED, "nothing left to fix")
        assert _store(again).load(driver.session_id) == list(back.session.events)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(["advance", "run", "undo", "redo", "close"]), max_size=8))
def test_at_any_moment_the_journal_holds_the_whole_session(vault: Vault, steps: list[str]) -> None:
    store = _store(vault)
    driver = _new(store)
    for step in steps:
        if step == "close":
            driver = _reopened(_store(vault), driver.session_id, ScriptedRoles(LEAKS))
        else:
            getattr(driver, step)()
        assert _store(vault).load(driver.session_id) == list(driver.session.events)
    store.remove(driver.session_id)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(sessions())
def test_whatever_happened_comes_back_from_the_journal(vault: Vault, session: Session) -> None:
    store = _store(vault)
    for event in session.events:
        store.append("0" * 16, event)
    again = Session(_store(vault).load("0" * 16))
    store.remove("0" * 16)
    assert again.events == session.events
    assert again.path == session.path
    assert again.goal == session.goal


def test_drafts_are_listed_with_how_they_begin(vault: Vault) -> None:
    store = _store(vault)
    assert store.drafts() == ()
    driver = _new(store)
    (draft,) = store.drafts()
    assert (draft.session_id, draft.title, draft.method, draft.model, draft.damage) == (
        driver.session_id,
        TEXT,
        "rational",
        "scripted",
        "",
    )
    long = Started("word\n" * 100, STARTED.goal, "rational", "scripted")
    SessionDriver(Session([long]), RATIONAL, ScriptedRoles({}), Cancellation(), store)
    assert max(len(one.title) for one in store.drafts()) <= 60


def test_a_closed_session_is_gone_unless_history_is_on(vault: Vault) -> None:
    store = _store(vault)
    driver = _new(store)
    store.put_away(driver.session_id)
    assert store.drafts() == store.history() == ()
    assert vault.sessions() == ()

    store = _store(vault, history=True)
    first, second = _new(store), _new(store)
    first.run()
    for one in (first, second):
        store.put_away(one.session_id)
    assert store.drafts() == ()
    assert [kept.session_id for kept in store.history()] == [second.session_id, first.session_id]
    assert store.load(first.session_id) == list(first.session.events)
    store.reopened(first.session_id)
    assert [kept.session_id for kept in store.drafts()] == [first.session_id]
    store.remove(second.session_id)
    assert store.history() == ()
    assert [one.session_id for one in vault.sessions()] == [first.session_id]


def test_a_damaged_draft_is_listed_as_that_and_the_others_open(vault: Vault) -> None:
    store = _store(vault)
    hurt, whole = _new(store), _new(store)
    vault.close()
    path = vault_folder() / "sessions" / hurt.session_id
    path.write_bytes(path.read_bytes()[:-3] + b"???")
    with _opened() as again:
        store = _store(again)
        drafts = {draft.session_id: draft for draft in store.drafts()}
        assert "damaged" in drafts[hurt.session_id].damage
        assert drafts[whole.session_id].title == TEXT
        store.put_away(hurt.session_id)
        assert [draft.session_id for draft in store.drafts()] == [whole.session_id]


@pytest.mark.parametrize(
    "records",
    [
        [b'{"type":"FromTheFuture"}'],
        [b'{"type":"Attacked"}'],
        [b""],
        [b"\xff"],
        [msgspec.json.encode(Attacked((), ()))],
        [msgspec.json.encode(event) for event in (STARTED, WentBackTo(1))],
    ],
    ids=["a newer event", "half an event", "nothing", "bytes", "no beginning", "a step back to nowhere"],
)
def test_what_is_no_session_is_told_in_a_sentence(vault: Vault, records: list[bytes]) -> None:
    for record in records:
        vault.journal("0" * 16).append(record)
    store = _store(vault)
    with pytest.raises(DamagedSession) as refused:
        Session(store.load("0" * 16))
    (draft,) = store.drafts()
    assert draft.damage == str(refused.value)
    assert draft.damage.startswith("This session ")


def test_a_text_that_waits_is_a_draft_until_its_session_takes_its_place(vault: Vault) -> None:
    store, name = _store(vault, history=True), "0" * 16
    for text in ("I nursed", TEXT):
        store.keep_text(name, msgspec.structs.replace(STARTED, text=text))
    (draft,) = store.drafts()
    assert draft.waiting == STARTED
    assert len(vault.journal(name).records()) == 1
    session = Session([STARTED])
    driver = SessionDriver(session, RATIONAL, ScriptedRoles(LEAKS), Cancellation(), store, name, new=True)
    driver.advance()
    for late in (msgspec.structs.replace(STARTED, text="I nursed"), None):
        store.keep_text(name, late)
    assert store.load(name) == list(driver.session.events)
    (draft,) = store.drafts()
    assert draft.waiting is None
    other = _new(store)
    store.put_away(other.session_id)
    assert [kept.waiting for kept in store.history()] == [None]  # the list holds no text


def test_a_text_that_is_cleared_is_gone_and_its_name_is_free(vault: Vault) -> None:
    store, name = _store(vault), "0" * 16
    store.keep_text(name, None)
    store.keep_text(name, STARTED)
    store.keep_text(name, None)
    assert store.drafts() == vault.sessions() == ()
    index = vault._index_file.newest().records
    store.keep_text(name, STARTED)
    assert name.encode() not in b"".join(index)  # a kill before this one is listed does not remove it
    vault.close()
    with _opened() as again:
        assert [draft.waiting for draft in _store(again).drafts()] == [STARTED]


def test_a_full_disk_costs_the_keeping_and_not_the_session(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    notices: list[str] = []
    store = JournalStore(vault, keep_history=False, on_notice=notices.append)
    driver = _new(store)
    with monkeypatch.context() as patch:

        def full(*_: object) -> int:
            raise OSError(errno.ENOSPC, "full")

        patch.setattr(os, "write", full)
        driver.advance()
        driver.run()
    assert driver.outcome is not None
    assert not driver.kept
    assert len(notices) == 1
    assert "the disk is full" in notices[0]
    assert "not kept on this computer" in notices[0]
    driver.undo()
    assert driver.kept  # with room again, all that was missing is written
    assert _store(vault).load(driver.session_id) == list(driver.session.events)


def test_the_workbench_reopens_without_waiting_for_a_model(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = _store(vault)
    driver = _new(store)
    waiting = driver.advance()
    factory = SessionService(Settings())
    monkeypatch.setattr(LocalEngine, "load", lambda _engine: pytest.fail("waited for the model"))
    back = factory.reopen(driver.session_id, SilentListener(), store)
    assert back.advance() == waiting
    assert back.session_id == driver.session_id
    strange = Started(TEXT, STARTED.goal, "telepathy", "scripted")
    other = SessionDriver(Session([strange]), RATIONAL, ScriptedRoles({}), Cancellation(), store)
    with pytest.raises(BadInput, match="telepathy"):
        factory.reopen(other.session_id, SilentListener(), store)
    factory.close()


def test_a_killed_program_loses_at_most_the_event_being_written() -> None:
    """A real process drives a session, says each event it has shown, and is killed in the middle."""
    tests = Path(__file__).parent.parent
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(tests), str(tests.parent / "app")])}
    for kill_at in range(1, 7):
        script = [sys.executable, str(tests / "sessions" / "killed_session.py"), str(kill_at)]
        done = subprocess.run(script, env=environment, capture_output=True, text=True)
        assert done.returncode == -9, done.stderr
        session_id, *shown = done.stdout.splitlines()
        with _opened() as vault:
            store = _store(vault)
            assert [draft.session_id for draft in store.drafts()] == [session_id]
            events = store.load(session_id)
            assert [type(event).__name__ for event in events][: len(shown)] == shown
            assert len(events) - len(shown) in (0, 1)
            back = _reopened(store, session_id, ScriptedRoles(LEAKS))
            assert back.run() == Outcome(ENDED, "nothing left to fix")
            store.put_away(session_id)
