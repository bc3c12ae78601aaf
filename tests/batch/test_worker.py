"""The process of a worker, seen from this side: what it answers, how it dies, how it is ended."""

import sys
import threading
from pathlib import Path

import pytest

from batch.scripted_worker import GOAL
from penname.batch.worker import LocalWorker, NoWork
from penname.domain.errors import BadInput, Cancelled, EngineError
from penname.settings import Settings

# Answers by what the text says, in the frames of the real one.
CHILD = """
import os, sys, time
from penname.batch.messages import *
from penname.engine.frames import FrameReader, encode
reader = FrameReader(sys.stdin.buffer, ToWorker)
begin = reader.read()
assert begin.method == "base"
while (task := reader.read()) is not None:
    word = task.text
    if word == "die": os._exit(9)
    if word == "sleep": time.sleep(600)
    answer = {"bad": TextRefused("No text.", engine=False), "broken": TextRefused("It broke.", engine=True),
              "model": WorkerUnusable("No model.")}.get(word, TextRewritten(f"{os.getpid()}", "done"))
    os.write(1, encode(answer))
"""


@pytest.fixture
def worker(tmp_path: Path):
    script = tmp_path / "child.py"
    script.write_text(CHILD, encoding="utf-8")
    made = LocalWorker(Settings(), "base", [sys.executable, str(script)])
    yield made
    made.close()


def test_one_process_answers_text_after_text(worker: LocalWorker) -> None:
    assert worker.rewrite("one", GOAL).text == worker.rewrite("two", GOAL).text


def test_refusals_are_told_apart_by_whether_another_try_may_help(worker: LocalWorker) -> None:
    first = worker.rewrite("one", GOAL).text
    with pytest.raises(BadInput, match="No text"):
        worker.rewrite("bad", GOAL)
    with pytest.raises(EngineError, match="It broke"):
        worker.rewrite("broken", GOAL)
    assert worker.rewrite("one", GOAL).text == first


def test_a_dead_process_costs_one_text_and_is_replaced(worker: LocalWorker) -> None:
    first = worker.rewrite("one", GOAL).text
    with pytest.raises(EngineError, match="ended in the middle"):
        worker.rewrite("die", GOAL)
    assert worker.rewrite("one", GOAL).text != first


def test_models_that_cannot_be_loaded_end_everything(worker: LocalWorker) -> None:
    with pytest.raises(NoWork, match="No model"):
        worker.rewrite("model", GOAL)


def test_closed_in_the_middle_it_is_no_failure_of_the_text(worker: LocalWorker) -> None:
    closing = threading.Timer(0.5, worker.close)
    closing.start()
    with pytest.raises(Cancelled):
        worker.rewrite("sleep", GOAL)
    with pytest.raises(Cancelled):
        worker.rewrite("one", GOAL)
    closing.join()
