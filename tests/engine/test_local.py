"""The client against hosts that crash, hang and talk nonsense on command."""

import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from penname.domain.errors import Cancelled, EngineError
from penname.engine.grammar import Prose
from penname.engine.local import LocalEngine
from penname.engine.requests import Message, Request
from penname.engine.tuning import tuning_store
from penname.models.files import ModelFiles

ASK = Request((Message("user", "a text"),), Prose(10))
MODEL = ModelFiles("toy", "Toy", "/nowhere/toy.gguf")

Start = Callable[..., LocalEngine]


@pytest.fixture
def notices() -> list[str]:
    return []


@pytest.fixture
def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, notices: list[str]) -> Start:
    """Starts an engine whose hosts follow a script, one step a start; whatever it started is closed at the
    end.
    """
    engines = []
    monkeypatch.setenv("PENNAME_CACHE_DIR", str(tmp_path / "cache"))
    command = [sys.executable, str(Path(__file__).with_name("scripted_host.py"))]
    monkeypatch.setattr("penname.engine.launch.host_command", lambda: command)

    def start(*script: str) -> LocalEngine:
        monkeypatch.setenv("SCRIPT", ",".join(script))
        monkeypatch.setenv("STARTS", str(tmp_path / "starts"))
        engines.append(LocalEngine.start(MODEL, on_notice=notices.append))
        return engines[-1]

    yield start
    for engine in engines:
        engine.close()


def starts(tmp_path: Path) -> int:
    return len((tmp_path / "starts").read_text())


def test_answers_arrive_in_pieces_and_whole(start: Start) -> None:
    engine = start("work")
    handle = engine.submit(ASK)
    assert "".join(handle.stream()) == "Hello"
    assert "".join(handle.stream()) == "Hello", "a late listener hears all of it"
    assert handle.result(10).text == "Hello"
    assert engine.count_tokens(["abc", ""]) == [3, 0]
    assert engine.info.title == "Toy"


def test_a_model_is_loaded_when_it_is_first_needed(start: Start, tmp_path: Path) -> None:
    """What a reopened session relies on: it has an engine whose model nobody waited for yet."""
    start("work", "work").close()
    engine = LocalEngine(MODEL, None)
    assert starts(tmp_path) == 1
    assert engine.info.title == "Toy"
    assert engine.submit(ASK).result(10).text == "Hello"
    assert starts(tmp_path) == 2
    engine.close()


def test_many_threads_may_ask_at_once(start: Start) -> None:
    engine, answers = start("work"), []
    threads = [
        threading.Thread(target=lambda: answers.append(engine.submit(ASK).result(30).text)) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == ["Hello"] * 8


def test_a_crash_while_loading_restarts_in_safe_mode_and_is_remembered(
    start: Start, notices: list[str], tmp_path: Path
) -> None:
    engine = start("segv at load", "work")
    assert engine.info.safe_mode
    assert engine.submit(ASK).result(10).text == "Hello"
    assert len(notices) == 1
    assert "safe mode" in notices[0]
    assert tuning_store.needs_safe_mode(MODEL)
    assert starts(tmp_path) == 2


def test_a_crash_before_the_first_answer_costs_nothing(
    start: Start, notices: list[str], tmp_path: Path
) -> None:
    engine = start("segv", "work")
    assert engine.submit(ASK).result(10).text == "Hello"
    assert engine.info.safe_mode
    assert len(notices) == 1
    assert starts(tmp_path) == 2


def test_a_model_that_always_crashes_ends_in_a_sentence(start: Start, tmp_path: Path) -> None:
    engine = start("segv")
    with pytest.raises(EngineError, match=r"even in safe mode.*still here"):
        engine.submit(ASK).result(10)
    assert starts(tmp_path) == 2, "no crash loop"
    with pytest.raises(EngineError, match="safe mode"):
        engine.submit(ASK).result(10)
    assert starts(tmp_path) == 3, "one start a request"


def test_a_model_that_crashes_whenever_it_is_loaded_ends_in_a_sentence(start: Start, tmp_path: Path) -> None:
    with pytest.raises(EngineError, match="even in safe mode"):
        start("segv at load")
    assert starts(tmp_path) == 2


def test_a_crash_in_the_middle_is_told_and_the_next_request_works_in_safe_mode(start: Start) -> None:
    engine = start("segv later", "work")
    handle = engine.submit(ASK)
    with pytest.raises(EngineError, match=r"stopped working.*still here"):
        list(handle.stream())
    with pytest.raises(EngineError, match="stopped working"):
        handle.result(10)
    assert engine.submit(ASK).result(10).text == "Hello"
    assert engine.info.safe_mode


def test_a_killed_host_is_told_and_starts_again_as_it_was(start: Start) -> None:
    engine = start("kill", "work")
    with pytest.raises(EngineError, match="memory"):
        engine.submit(ASK).result(10)
    assert engine.submit(ASK).result(10).text == "Hello"
    assert not engine.info.safe_mode


def test_a_host_that_hangs_is_ended(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = start("hang", "work")
    monkeypatch.setattr("penname.engine.host_process._LONGEST_SILENCE", 0.5)
    monkeypatch.setattr("penname.engine.host_process._TIMES_EXPECTED", 1.0)
    with pytest.raises(EngineError, match="stopped answering"):
        engine.submit(ASK).result(30)
    assert engine.submit(ASK).result(10).text == "Hello"


def test_a_host_that_talks_nonsense_is_ended(start: Start) -> None:
    engine = start("nonsense", "work")
    with pytest.raises(EngineError, match=r"still here"):
        engine.submit(ASK).result(30)
    assert engine.submit(ASK).result(10).text == "Hello"


def test_a_refusal_costs_one_request_and_no_host(start: Start, tmp_path: Path) -> None:
    engine = start("refuse")
    for _ in range(2):
        with pytest.raises(EngineError, match="too long"):
            engine.submit(ASK).result(10)
    assert starts(tmp_path) == 1


def test_a_model_that_cannot_be_loaded_says_why(start: Start, tmp_path: Path) -> None:
    with pytest.raises(EngineError, match="memory"):
        start("no memory")
    assert starts(tmp_path) == 1


def test_cancel_is_felt_at_once_and_only_by_its_request(start: Start) -> None:
    engine = start("hang")
    hanging, behind = engine.submit(ASK), engine.submit(ASK)
    pieces = hanging.stream()
    assert next(pieces) == "Hel"
    hanging.cancel()
    with pytest.raises(Cancelled):
        next(pieces)
    with pytest.raises(Cancelled):
        hanging.result(10)
    with pytest.raises(TimeoutError):
        behind.result(0.01)
    engine.close()
    with pytest.raises(Cancelled):
        behind.result(10)


def test_cancelling_a_finished_request_changes_nothing(start: Start) -> None:
    handle = start("work").submit(ASK)
    handle.result(10)
    handle.cancel()
    assert handle.result(10).text == "Hello"


def test_a_closed_engine_takes_no_requests_and_leaves_no_process(start: Start) -> None:
    engine = start("work")
    engine.submit(ASK).result(10)
    host = engine._host
    assert host is not None
    engine.close()
    with pytest.raises(ProcessLookupError):
        os.kill(host.pid, 0)
    with pytest.raises(EngineError, match="no longer loaded"):
        engine.submit(ASK)


def test_text_that_cannot_be_sent_is_refused_with_a_sentence(start: Start) -> None:
    engine = start("work")
    with pytest.raises(EngineError, match="still here"):
        engine.submit(Request((Message("user", "\ud800"),), Prose(10)))
