"""A host killed, stopped or starved at any moment costs a sentence and one more try, never a session."""

import itertools
import os
import random
import resource
import shutil
import signal
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec
import pytest

from engine.hosts import children, has_open, pid_of, wait_for, writes_into
from engine.tiny_llama import write_llama
from penname import locations
from penname.domain.cancellation import Cancellation
from penname.domain.errors import Cancelled, EngineError, PennameError
from penname.domain.events import Started
from penname.domain.goal import Goal
from penname.domain.listener import SilentListener
from penname.domain.proposals import LeaksProposal
from penname.domain.session import Session
from penname.engine.grammar import Prose
from penname.engine.local import LocalEngine
from penname.engine.requests import Message, Request
from penname.methods.registry import RATIONAL
from penname.models.files import ModelFiles
from penname.models.opening import open_model
from penname.roles.packs import PromptPack, load_pack
from penname.roles.roles import Roles
from penname.sessions.driver import SessionDriver
from penname.settings import Settings, load_attributes

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")

TEXT = (
    "Started as a nurse on the children's ward in Leeds in spring. I turned 41 in May, my husband says I "
    "look it after a week of nights, and the mortgage does the rest."
)
LONG = "The ferry was late again and nobody on the quay said why. " * 100
_LONGEST_WAIT = 120.0  # seconds; a hang, on any machine
SIGNS_OF_CARE = ("kept", "again", "memory")


class Watcher(SilentListener):
    """Notes when the model writes its first word."""

    def __init__(self) -> None:
        self.writes = threading.Event()

    def on_reasoning(self, text: str) -> None:
        self.writes.set()


class Bench:
    """A session on an engine whose host can be harmed while it works."""

    def __init__(self, engine: LocalEngine, pack: PromptPack | None = None) -> None:
        self.engine, self.listener = engine, Watcher()
        cancellation = Cancellation()
        attributes = load_attributes(Settings())
        names = tuple(attribute.name for attribute in attributes)[:2]  # enough for every phase
        roles = Roles(engine, attributes, self.listener, cancellation, pack)
        started = Started(TEXT, Goal(names, frozenset(names)), "rational", "starter")
        self.driver = SessionDriver(Session([started]), RATIONAL, roles, cancellation)
        self.raised: BaseException | None = None
        self._thread = threading.Thread(target=self._work)

    def begin(self) -> None:
        self._thread.start()

    def wait(self) -> None:
        self._thread.join(_LONGEST_WAIT)
        assert not self._thread.is_alive(), "it hangs"

    def _work(self) -> None:
        try:
            self.driver.advance()
        except BaseException as error:
            self.raised = error


@pytest.fixture(scope="module")
def engine() -> Iterator[LocalEngine]:
    """The starter."""
    engine = LocalEngine.start(open_model("starter"))
    yield engine
    engine.close()


@pytest.fixture
def tiny_engine(tmp_path: Path) -> Iterator[LocalEngine]:
    """A model that writes noise at once: what a sample is made with."""
    path = write_llama(tmp_path / "tiny.gguf")
    engine = LocalEngine.start(ModelFiles("tiny", "Tiny", str(path), context=8192))
    yield engine
    engine.close()


def kill(engine: LocalEngine) -> None:
    """And wait until that is noticed: a request that came before would be lost with it."""
    host = engine._host
    if host is not None:
        os.kill(host.pid, signal.SIGKILL)
        assert wait_for(lambda: engine._host is not host, 10)


def at_start(bench: Bench, rng: random.Random) -> None:
    """Before the host has read anything."""
    kill(bench.engine)
    bench.begin()
    assert wait_for(lambda: pid_of(bench.engine) is not None, 30)
    kill(bench.engine)


def at_load(bench: Bench, rng: random.Random) -> None:
    """While it has the model's file open and is not ready."""
    kill(bench.engine)
    bench.begin()
    assert wait_for(lambda: (pid := pid_of(bench.engine)) is not None and has_open(pid, ".gguf"), 60)
    kill(bench.engine)


def at_prefill(bench: Bench, rng: random.Random) -> None:
    """While it reads what it was sent, before a first word."""
    handle = bench.engine.submit(Request((Message("user", LONG),), Prose(5)))
    bench.begin()
    threading.Event().wait(rng.uniform(0.01, 0.1))
    kill(bench.engine)
    with pytest.raises(EngineError, match="still here"):
        handle.result(_LONGEST_WAIT)


def at_decode(bench: Bench, rng: random.Random) -> None:
    """While it writes."""
    bench.begin()
    assert bench.listener.writes.wait(_LONGEST_WAIT)
    threading.Event().wait(rng.uniform(0, 0.05))
    kill(bench.engine)


def at_cancel(bench: Bench, rng: random.Random) -> None:
    """Just when the user stopped it."""
    bench.begin()
    assert bench.listener.writes.wait(_LONGEST_WAIT)
    bench.driver.cancel()
    kill(bench.engine)


def at_state_save(bench: Bench, rng: random.Random) -> None:
    """While it keeps evaluated instructions, or the assembled starter, in the cache for the next start."""
    kill(bench.engine)
    cache = locations.cache_dir()
    assembled = list((cache / "models").glob("*.gguf"))
    if assembled and rng.random() < 0.5:
        for path in assembled:
            path.unlink()
        folder, written = cache / "models", "*.gguf"
    else:
        shutil.rmtree(cache / "states", ignore_errors=True)
        folder, written = cache / "states", "*.state"

    def saving() -> bool:
        pid = pid_of(bench.engine)
        return (pid is not None and writes_into(pid, str(folder))) or any(folder.glob(written))

    bench.begin()
    # written when the host has nothing to answer, which may be a moment after the work is done
    assert wait_for(saving, _LONGEST_WAIT), bench.raised
    kill(bench.engine)


def at_idle(bench: Bench, rng: random.Random) -> None:
    """While nobody asks for anything."""
    bench.engine.count_tokens(["a"])
    kill(bench.engine)
    bench.begin()


PHASES: dict[str, Callable[[Bench, random.Random], None]] = {
    "start": at_start,
    "load": at_load,
    "prefill": at_prefill,
    "decode": at_decode,
    "cancel": at_cancel,
    "state save": at_state_save,
    "idle": at_idle,
}


def brief_pack() -> PromptPack:
    """Noise goes on until it is cut off, which may come early."""
    pack = load_pack("default")
    briefly = {
        role: msgspec.structs.replace(
            getattr(pack, role),
            sampling=msgspec.structs.replace(getattr(pack, role).sampling, max_tokens=60),
        )
        for role in ("attacker", "arbitrator", "anonymizer")
    }
    return msgspec.structs.replace(pack, **briefly)


def survives(engine: LocalEngine, phases: Sequence[str], count: int, pack: PromptPack | None = None) -> None:
    """Kill the host so many times, in each of the phases in turn; every session goes on."""
    rng, hit = random.Random(11), Counter[str]()
    for phase in itertools.islice(itertools.cycle(phases), count):
        bench = Bench(engine, pack)
        engine.count_tokens(["a host that runs"])
        PHASES[phase](bench, rng)
        bench.wait()
        hit[phase] += 1
        if phase not in ("idle", "cancel", "state save"):
            assert isinstance(bench.raised, EngineError), phase
            assert any(word in str(bench.raised) for word in SIGNS_OF_CARE), phase
        elif bench.raised is not None:
            assert isinstance(bench.raised, EngineError | Cancelled), phase
        held = tuple(bench.driver.session.events)
        assert isinstance(held[0], Started), phase
        assert held[0].text == TEXT, phase
        step = bench.driver.advance()  # the very same session goes on
        assert isinstance(step, LeaksProposal), phase
        assert step.inferences, phase
        assert tuple(bench.driver.session.events)[: len(held)] == held, phase
        assert not engine.info.safe_mode, phase
        running = children()
        assert "Z" not in running.values(), phase
        assert pid_of(engine) in running, phase
    sys.stdout.write("\n".join(f"{phase}: {number}" for phase, number in hit.items()) + "\n")
    assert set(hit) == set(phases)


def test_a_killed_host_costs_a_sentence_and_one_more_try(tiny_engine: LocalEngine) -> None:
    survives(tiny_engine, list(PHASES), len(PHASES), brief_pack())


@pytest.mark.model
@pytest.mark.timeout(3600)
@pytest.mark.soak("50 kill -9 of the host")
def test_the_starters_host_killed_in_every_phase(engine: LocalEngine) -> None:
    survives(engine, list(PHASES), 50)


@pytest.mark.model
@pytest.mark.soak("SIGSTOP in each of two phases")
@pytest.mark.parametrize("phase", ["load", "decode"])
def test_a_stopped_host_is_ended_and_started_again(engine: LocalEngine, phase: str) -> None:
    bench = Bench(engine)
    if phase == "load":
        kill(engine)
    bench.begin()
    if phase == "load":
        assert wait_for(lambda: (pid := pid_of(engine)) is not None and has_open(pid, ".gguf"), 60)
    else:
        assert bench.listener.writes.wait(_LONGEST_WAIT)
    stopped = pid_of(engine)
    assert stopped is not None
    os.kill(stopped, signal.SIGSTOP)
    bench.wait()
    assert isinstance(bench.raised, EngineError)
    assert "stopped answering" in str(bench.raised)
    assert isinstance(bench.driver.advance(), LeaksProposal)
    assert stopped not in children()


@pytest.mark.timeout(1800)
@pytest.mark.model
@pytest.mark.soak("12 limits of memory")
@pytest.mark.parametrize("megabytes", range(100, 1300, 100))
def test_a_starved_host_says_so_and_the_next_works(megabytes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    from penname.engine import host_process, launch

    started: list[int] = []

    def starved() -> object:
        process = launch.start(launch.host_command())
        resource.prlimit(process.pid, resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
        started.append(process.pid)
        return process

    sentence = ""
    with monkeypatch.context() as patch:
        patch.setattr(host_process, "start_host", starved)
        engine = LocalEngine(open_model("starter"), None)
        try:
            engine.submit(Request((Message("user", LONG),), Prose(5))).result(_LONGEST_WAIT)
        except PennameError as error:
            sentence = str(error)
        finally:
            engine.close()
    assert not sentence or any(word in sentence for word in (*SIGNS_OF_CARE, "Choose another"))
    assert 1 <= len(started) <= 2, "no loop of crashes"
    assert not set(started) & set(children())
    engine = LocalEngine.start(open_model("starter"))
    try:
        assert engine.submit(Request((Message("user", TEXT),), Prose(5))).result(_LONGEST_WAIT).text
    finally:
        engine.close()
